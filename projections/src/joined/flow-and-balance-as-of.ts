import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { partitionBalance, partitionFlow } from '@nightflow/schemas/leakage/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { Point } from '../leakage/cascades.ts'
import { balanceOf, type PointOfSubtree, rejectPointDays } from '../leakage/partition-balance.ts'
import { flowOf } from '../leakage/partition-flow.ts'
import { byKeyAndDay } from '../leakage/partition-series.ts'
import { foldPoints, type Moment, partitionThen, readStructure, type Structure, spansOf } from './night-flow-as-of.ts'

/** The flows of a point as they followed from the log up to a moment; undefined when there was no such point then. */
export const partitionFlowAsOf = async (
  moment: Moment,
  request: Omit<RequestOf<typeof partitionFlow>, 'asOf'>,
): Promise<ResponseOf<typeof partitionFlow> | undefined> => {
  const structure = await readStructure(moment)
  const point = structure.cascades.points(moment.tenant).get(request.id)
  const created = structure.created.get(request.id)
  if (!point || !created) return undefined
  const { stored, sources } = await foldPoints(moment, structure, [point], spanOf(request))
  return flowOf(partitionThen(point, created), request, byKeyAndDay(stored), sources)
}

/** All days of all points are in memory at once; live figures are read some at a time and have a higher limit. */
const pointDaysMax = 50_000

/** The balance of a point and of those below it, as it followed from the log up to a moment. */
export const partitionBalanceAsOf = async (
  moment: Moment,
  { id, from, to }: Omit<RequestOf<typeof partitionBalance>, 'asOf'>,
): Promise<ResponseOf<typeof partitionBalance> | Rejection<'range-too-long'> | undefined> => {
  const structure = await readStructure(moment)
  const subtree = subtreeOf(structure.cascades.points(moment.tenant), id)
  const points = pointsThen(moment, structure, subtree)
  if (points.length === 0) return undefined
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const rejection = rejectPointDays(points.length, lastDay - firstDay + 1, pointDaysMax)
  if (rejection) return rejection
  const { stored, sources } = await foldPoints(moment, structure, subtree, spanOf({ from, to }))
  const days = byKeyAndDay(stored)
  return { rows: await balanceOf(points, { firstDay, lastDay }, sources, async () => days) }
}

/** The days between two, both excluded, as `foldPoints` takes them. */
const spanOf = ({ from, to }: { from: string; to: string }) => ({ firstDay: dayOfDate(from) - 1, lastDay: dayOfDate(to) + 1 })

const subtreeOf = (points: ReadonlyMap<string, Point>, id: string): Point[] => {
  const root = points.get(id)
  if (!root) return []
  const below = Map.groupBy(points.values(), ({ parentId }) => parentId)
  const found = [root]
  for (const point of found) found.push(...(below.get(point.id) ?? []))
  return found
}

const pointsThen = ({ tenant }: Moment, { cascades, created }: Structure, subtree: readonly Point[]): PointOfSubtree[] => {
  const membersOf = Map.groupBy(cascades.memberships(tenant).values(), ({ point: { key } }) => key)
  const points = subtree.flatMap((point): PointOfSubtree[] => {
    const details = created.get(point.id)
    if (!details) return []
    return [{ ...partitionThen(point, details), parentId: point.parentId, ...spansOf(membersOf.get(point.key) ?? []) }]
  })
  return points.toSorted((one, other) => one.level - other.level || one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}
