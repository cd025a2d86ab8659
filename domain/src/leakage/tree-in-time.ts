import type { PointInTree } from './bulk-points.ts'

/** From one instant to another, epoch milliseconds; the end does not count. */
export type Span = { from: number; until: number }

/** A metering point with the times in which it has summary meters, and customers' meters in its subtree. */
export type PointInTime = { id: string; parentId: string | null; summaryMeters: readonly Span[]; customers: readonly Span[] }

/** A relation of points from one instant to another, such as those of a day: by point, other points. */
export type RelationInTime = (from: number, until: number) => ReadonlyMap<string, readonly string[]>

export const isDuring = (from: number, until: number) => (span: Span) => span.from < until && span.until > from

/** Spans in order, those that meet as one. */
export const joined = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else result.push({ ...span })
  }
  return result
}

/** A relation of the points of a tree, found once for all days between two changes of the tree. */
export const inTime = (points: readonly PointInTime[], relate: (tree: readonly PointInTree[]) => Map<string, string[]>): RelationInTime => {
  const tree = points.map((point) => ({ ...point, summaryMeters: joined(point.summaryMeters), customers: joined(point.customers) }))
  const bounds = tree.flatMap(({ summaryMeters, customers }) =>
    [...summaryMeters, ...customers].flatMap(({ from, until }) => [from, until]),
  )
  const changes = [...new Set(bounds)].filter(Number.isFinite).sort((one, other) => one - other)
  const known = new Map<string, Map<string, string[]>>()
  return (from, until) => {
    // Between the same changes the tree is the same.
    const key = `${countUpTo(changes, from)} ${countUpTo(changes, until - 1)}`
    const found = known.get(key) ?? relate(tree.map((point) => pointDuring(point, from, until)))
    known.set(key, found)
    return found
  }
}

const pointDuring = ({ id, parentId, summaryMeters, customers }: PointInTime, from: number, until: number): PointInTree => ({
  id,
  parentId,
  hasSummaryMeters: summaryMeters.some(isDuring(from, until)),
  hasCustomers: customers.some(isDuring(from, until)),
})

/** How many of these instants, in order, are not after one. */
const countUpTo = (instants: readonly number[], at: number): number => {
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (instants[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}
