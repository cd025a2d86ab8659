/** The parts of a metering point that the rule of consumption needs. */
export type PointInTree = {
  id: string
  parentId: string | null
  hasSummaryMeters: boolean
  /** Whether customers' meters are known in its subtree: sub-meters that are not the summary meter of a point below it. */
  hasCustomers: boolean
}

/**
 * By point, the bulk points below it: points with summary meters and without customers' meters in their subtree. Their net supply is
 * consumption of the point, because nothing behind it is metered. A point without summary meters passes on to the points below it.
 */
export const bulkPointsBelow = (points: readonly PointInTree[]): Map<string, string[]> =>
  below(points, (point) => {
    if (point.hasCustomers || !point.hasSummaryMeters) return 'descend'
    return 'take'
  })

/**
 * By point, the nearest points below it whose leakage is part of its own: those with summary meters and customers' meters. The rest of the
 * point's leakage is lost on its own mains.
 */
export const leakingPointsBelow = (points: readonly PointInTree[]): Map<string, string[]> =>
  below(points, (point) => {
    if (!point.hasSummaryMeters) return 'descend'
    return point.hasCustomers ? 'take' : 'leave'
  })

const below = (points: readonly PointInTree[], choose: (point: PointInTree) => 'take' | 'descend' | 'leave'): Map<string, string[]> => {
  const children = Map.groupBy(points, ({ parentId }) => parentId)
  const collect = (id: string): string[] =>
    (children.get(id) ?? []).flatMap((child) => {
      const choice = choose(child)
      if (choice === 'take') return [child.id]
      return choice === 'descend' ? collect(child.id) : []
    })
  return new Map(points.map(({ id }) => [id, collect(id)]))
}
