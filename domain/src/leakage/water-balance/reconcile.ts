/** A volume and how far the true one may be from it, with the same probability for all. */
export type Estimate = { value: number; bound: number }

/**
 * Maximum likelihood: the gap between the sum of the components and their measured total is shared out in proportion to the squares of the bounds, so that both
 * sides agree (UKWIR). The answer has the components as they are then, and the total.
 */
export const reconcile = (components: readonly Estimate[], total: Estimate): { components: number[]; total: number; gap: number } => {
  const gap = total.value - components.reduce((sum, { value }) => sum + value, 0)
  const squares = components.reduce((sum, { bound }) => sum + bound ** 2, total.bound ** 2)
  const shareOf = (bound: number): number => (squares === 0 ? 0 : (gap * bound ** 2) / squares)
  return {
    components: components.map(({ value, bound }) => value + shareOf(bound)),
    total: total.value - shareOf(total.bound),
    gap,
  }
}
