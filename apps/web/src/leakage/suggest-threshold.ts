/** A threshold from the days that a partition has had, and how many of them would have passed it. */
export type Suggestion = { threshold: number; usual: number; days: number; exceeded: number }

export const daysLookedAt = 28
/** With fewer days a weekend more or less decides. */
const daysNeeded = 14
/** Median absolute deviation to standard deviation, for values that vary by chance alone. */
const deviationOfMedian = 1.4826
const deviations = 3
/** Where days hardly differ, a fifth more than usual is still no leak. */
const leastRise = 1.2

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const medianOf = (values: readonly number[]): number => median(values.toSorted((one, other) => one - other))

/** Upwards to two digits: 3412 becomes 3500. */
const roundUp = (value: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1)
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(2))
}

/**
 * Three robust standard deviations above the median, at least a fifth above it. Days of a leak are among the days looked at, which the median does
 * not follow as a mean would.
 *
 * @param days values of past days, null where unknown
 * @param most the largest value that makes sense, such as 1 for a share
 * @returns undefined with too few known days, or where the usual value is nought or less
 */
export function suggestThreshold(days: readonly (number | null)[], most = Number.POSITIVE_INFINITY): Suggestion | undefined {
  const known = days.filter((day) => day !== null)
  if (known.length < daysNeeded) return undefined
  const usual = medianOf(known)
  if (usual <= 0) return undefined
  const spread = deviationOfMedian * medianOf(known.map((day) => Math.abs(day - usual)))
  const threshold = Math.min(most, roundUp(Math.max(usual + deviations * spread, usual * leastRise)))
  return { threshold, usual, days: known.length, exceeded: known.filter((day) => day > threshold).length }
}
