import { figuresOfDay, type PartitionDay, rollingPercentile20 } from '@nightflow/domain/leakage/night-flow'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { nightFlowByPartition as nightFlowEndpoint } from '@nightflow/schemas/leakage/endpoints'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import {
  byKeyAndDay,
  type DaysByKey,
  type Partition,
  type PartitionInTree,
  partitionDays,
  readSourcesOf,
  type Sources,
} from './partition-series.ts'
import { readDays } from './stored-days.ts'

/**
 * Figures per local day, oldest first: one row for every day from..to. A day without data has a row of nulls with its reason.
 * The range is not limited here; `rejectRange` is for callers whose range comes from a request.
 */
export const nightFlowByPartition = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof nightFlowEndpoint>,
): Promise<ResponseOf<typeof nightFlowEndpoint> | undefined> => {
  const partition = await findForFigures(database, id)
  if (!partition) return undefined
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const sources = await readSourcesOf(database, partition, daysFrom(firstDay - daysOfPercentileBefore, lastDay))
  const stored = await readDays(database, sources.keys, firstDay - daysOfPercentileBefore, lastDay)
  const rows = nightFlowSeries(partition, byKeyAndDay(stored), sources, firstDay, lastDay)
  return { id, name: partition.name, timeZone: partition.time_zone, rows }
}

/** So many days more are read for the rolling percentile of the first day. */
export const daysOfPercentileBefore = 6

/** A row for every day from first to last; `stored` has the known ones of them and of the days of the percentile before them. */
export const nightFlowSeries = (
  partition: Partition,
  stored: DaysByKey,
  sources: Sources,
  firstDay: number,
  lastDay: number,
): NightFlowRow[] => {
  const days = daysFrom(firstDay - daysOfPercentileBefore, lastDay)
  return nightFlowRows(partition, partitionDays(partition, days, stored, sources)).slice(daysOfPercentileBefore)
}

export const daysFrom = (firstDay: number, lastDay: number): number[] =>
  Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, offset) => firstDay + offset)

/** The rows of some days of one partition, with the rolling percentile. */
export const nightFlowRows = ({ time_zone, details }: Partition, days: readonly PartitionDay[]): NightFlowRow[] => {
  const calendar = calendarOf(time_zone)
  const minima = new Map<number, number | null>()
  return days.map((data) => {
    const figures = figuresOfDay(calendar, data, details)
    minima.set(data.day, figures.nightMinimumFlowLitresPerHour)
    const week = Array.from({ length: 7 }, (_, back) => minima.get(data.day - back) ?? null)
    return { date: dateOfDay(data.day), ...figures, nightMinimumRolling7DayP20LitresPerHour: rollingPercentile20(week) }
  })
}

export const findForFigures = async (database: PoolClient, id: string): Promise<PartitionInTree | undefined> => {
  const { rows } = await database.query<PartitionInTree>({
    name: 'partition-for-figures',
    text: `select key::float8 as key, id, name, level, time_zone, details,
       exists (select from views.partitions below where below.root_id = point.root_id and below.parent_id = point.id) as "hasPointsBelow"
     from views.partitions point where id = $1`,
    values: [id],
  })
  return rows[0]
}
