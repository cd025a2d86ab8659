import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import type { Point } from '../leakage/cascades.ts'
import { latestComplete } from '../leakage/latest-figures.ts'
import { nightFlowRows } from '../leakage/night-flow.ts'
import { byKeyAndDay, type DaysByKey, partitionDays, type Sources } from '../leakage/partition-series.ts'
import { type StoredPartition, toPartitionRow } from '../leakage/partitions.ts'
import { eventsUntil, foldPoints, type Moment, readStructure } from './night-flow-as-of.ts'

const dayMilliseconds = 86_400_000
/** The latest complete day of a point is looked for in so many days before the last reading that was recorded by then. */
const windowDays = 16

/**
 * Every metering point as it was: those that existed at the moment, with the thresholds and the latest complete day of then. Days are those
 * of the two weeks before the last reading by then, so `firstDay` is not known.
 */
export const partitionsAsOf = async (moment: Moment): Promise<{ rows: PartitionRow[] }> => {
  const structure = await readStructure(moment)
  const points = [...structure.cascades.points(moment.tenant).values()]
  const thresholds = await thresholdsAsOf(moment)
  const instant = await instantOf(moment)
  const { days, sources } = await latestDaysAsOf(moment, structure, points)
  const rows = points.flatMap(({ key, id, rootId, parentId, timeZone, summaryMeters, subMeters }): PartitionRow[] => {
    const created = structure.created.get(id)
    if (!created) return []
    const known = [...(days.get(key)?.keys() ?? [])].toSorted((one, other) => one - other)
    const partition: StoredPartition = {
      key,
      id,
      root_id: rootId,
      parent_id: parentId,
      level: created.level,
      name: created.name,
      time_zone: timeZone,
      details: created,
      leader_name: created.leaderName,
      leader_phone: created.leaderPhone,
      thresholds: thresholds.get(id) ?? {},
      summary_meters: summaryMetersOf(summaryMeters),
      sub_meter_count: notEnded(subMeters, calendarOf(timeZone).dayOf(instant)),
      first_day: null,
      last_day: known.at(-1) ?? null,
    }
    return [toPartitionRow(partition, latestComplete(nightFlowRows(partition, partitionDays(partition, known, days, sources))) ?? null)]
  })
  return { rows: rows.toSorted(byPlaceInTree) }
}

/** When the first event of a tenant, or of one of its metering points, was recorded; undefined where nothing ever was. */
export const firstRecordedAt = async (moment: Omit<Moment, 'asOf'>, partitionId?: string): Promise<number | undefined> => {
  for await (const { data, recordedAt } of eventsUntil({ ...moment, asOf: undefined }, ['leakage.PartitionCreated']))
    if (partitionId === undefined || data.partitionId === partitionId) return recordedAt
  return undefined
}

const dateOrNull = (day: number): string | null => (Number.isFinite(day) ? dateOfDay(day) : null)

const summaryMetersOf = (meters: Point['summaryMeters']): PartitionRow['summaryMeters'] =>
  [...meters]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([number, periods]) =>
      periods
        .toSorted((one, other) => one.fromDay - other.fromDay)
        .map(({ direction, fromDay, untilDay }) => ({ number, direction, from: dateOrNull(fromDay), to: dateOrNull(untilDay) })),
    )

const notEnded = (meters: Point['subMeters'], day: number): number =>
  [...meters.values()].filter((periods) => periods.some(({ untilDay }) => untilDay > day)).length

const byPlaceInTree = (one: PartitionRow, other: PartitionRow): number =>
  one.rootId.localeCompare(other.rootId) || one.level - other.level || one.name.localeCompare(other.name) || one.id.localeCompare(other.id)

type Folded = { days: DaysByKey; sources: Sources }
type FoldedPoints = Parameters<typeof foldPoints>[2]

/** The days near the moment; where the readings of then are older, as after an import, the days before the last of them. */
const latestDaysAsOf = async (moment: Moment, structure: Parameters<typeof foldPoints>[1], points: FoldedPoints): Promise<Folded> => {
  const near = await foldBefore(await instantOf(moment), moment, structure, points)
  if (near.days.size > 0 || !Number.isFinite(near.lastReadingAt)) return near
  // Folding keeps what it read with the meters, so it begins anew.
  return foldBefore(near.lastReadingAt, moment, await readStructure(moment))
}

const foldBefore = async (
  instant: number,
  moment: Moment,
  structure: Parameters<typeof foldPoints>[1],
  points: FoldedPoints = [...structure.cascades.points(moment.tenant).values()],
): Promise<Folded & { lastReadingAt: number }> => {
  const lastDay = Math.floor(instant / dayMilliseconds) + 2
  const { stored, sources, lastReadingAt } = await foldPoints(moment, structure, points, { firstDay: lastDay - windowDays - 2, lastDay })
  return { days: byKeyAndDay(stored), sources, lastReadingAt }
}

/** The moment as an instant: of a position, when its event was recorded. */
const instantOf = async ({ log, asOf }: Moment): Promise<number> => {
  if (typeof asOf === 'string') return Date.parse(asOf)
  const [event] = await log.readAll(Math.max(0, (asOf ?? (await log.head())) - 1), { limit: 1 })
  return event?.recordedAt ?? Date.now()
}

const thresholdsAsOf = async (moment: Moment): Promise<Map<string, Thresholds>> => {
  const thresholds = new Map<string, Thresholds>()
  for await (const { type, data } of eventsUntil(moment, ['leakage.PartitionCreated', 'leakage.ThresholdsSet'])) {
    const { partitionId, ...set } = data
    thresholds.set(partitionId as string, type === 'leakage.ThresholdsSet' ? (set as Thresholds) : {})
  }
  return thresholds
}
