import { setImmediate } from 'node:timers/promises'
import { memoryDays } from '@nightflow/domain/leakage/detection/daily-figure'
import { type Detected, detectLeaks, nothingDetected, openDetectionsMax } from '@nightflow/domain/leakage/detection/detect-leaks'
import type { ZoneHours } from '@nightflow/domain/leakage/detection/judge-days'
import type { PressureDays } from '@nightflow/domain/leakage/detection/pressure-change'
import { hoursOfZone, lastKnownDay } from '@nightflow/domain/leakage/detection/zone-hours'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import type { RecordDetections } from '@nightflow/schemas/leakage/detection'
import { rangeDaysMax } from '@nightflow/schemas/shared/day-range'
import type { PoolClient } from 'pg'
import { daysFrom } from './night-flow.ts'
import { byKeyAndDay, type PartitionInTree, partitionDays, readSourcesOf } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** A metering point with inlets, and how far it was judged. */
export type ZoneToJudge = PartitionInTree & {
  basis: string
  firstDataDay: number
  lastDataDay: number
  recorded: { until: string; baseFrom: string; basis: string; count: number } | null
}

/** Hours after local midnight in which gateways deliver what they kept over the night. */
const hoursAfterMidnight = 6
/** Days that are judged without a pause for other work of the process. */
const daysAtOnce = 30
/** The recorded days of a quiet metering point are at most so old: `detectionDecider` has the rule. */
const quietDays = 7

/**
 * The metering points that have inlets and data, in the order of their identifiers, with what is recorded of each. Inlets and outlets of the point and of all below
 * it are the basis of its flows.
 */
export const findZones = async (
  database: PoolClient,
  { id, afterId = '', limit }: { id?: string | undefined; afterId?: string; limit: number },
): Promise<ZoneToJudge[]> => {
  const { rows } = await database.query<ZoneToJudge>({
    name: 'zones-to-judge',
    text: `with recursive wanted as materialized (
        select key, id, name, level, time_zone, details, root_id from views.partitions point
        where ($1::text is null or id = $1) and id > $2
          and exists (select from views.partition_members where partition_key = key and side = 'supply')
        order by id limit $3),
      below as (
        select key as top, key, id from wanted
        union all select top, point.key, point.id from below join views.partitions point on point.parent_id = below.id),
      bases as (
        select top, count(distinct below.key) > 1 as has_points_below,
          md5(coalesce(string_agg(below.key || sign::text || number || extract(epoch from active_from) || ' ' || extract(epoch from active_until), ' ' order by below.key, number, active_from), '')) as basis
        from below left join views.partition_members on partition_key = below.key and side = 'supply' group by top)
      select wanted.key::float8 as key, id, name, level, time_zone, details, has_points_below as "hasPointsBelow", bases.basis,
        first_day.number as "firstDataDay", last_day.number as "lastDataDay",
        case when progress.partition_id is not null then json_build_object('until', progress.until, 'baseFrom', progress.base_from,
          'basis', progress.basis, 'count', progress.count) end as recorded
      from wanted join bases on top = wanted.key
      cross join lateral (select day - date '1970-01-01' as number from views.partition_days where partition_key = wanted.key order by day limit 1) first_day
      cross join lateral (select day - date '1970-01-01' as number from views.partition_days where partition_key = wanted.key order by day desc limit 1) last_day
      left join views.detection_progress progress on progress.partition_id = wanted.id order by wanted.id`,
    values: [id ?? null, afterId, limit],
  })
  return rows
}

/** Days that are over, and that gateways have had time to deliver. */
export const lastDayToJudge = ({ time_zone, lastDataDay }: ZoneToJudge, now: number): number =>
  Math.min(lastDataDay, calendarOf(time_zone).dayOf(now - hoursAfterMidnight * hourMilliseconds) - 1)

/** Days that the recorded detections do not account for. */
export const daysBehind = (zone: ZoneToJudge, now: number): number => lastDayToJudge(zone, now) - (firstDayToJudge(zone) - 1)

/** Whether there are more of them than a quiet metering point leaves. */
export const isBehind = (zone: ZoneToJudge, now: number): boolean =>
  daysBehind(zone, now) > (zone.recorded?.basis === zone.basis ? quietDays : 0)

const firstDayToJudge = ({ recorded, basis, firstDataDay }: ZoneToJudge): number =>
  recorded?.basis === basis ? dayOfDate(recorded.until) + 1 : firstDataDay

/** Reads the pressure of the area of a metering point on some days; undefined where it has no pressure meter. */
export type ReadPressures = (
  database: PoolClient,
  zone: Pick<PartitionInTree, 'id' | 'time_zone'>,
  range: { firstDay: number; lastDay: number },
) => Promise<PressureDays | undefined>

/** Judges the days after the recorded ones, up to the last one that is known. Undefined where there is none. */
export const judgeZone = async (
  database: PoolClient,
  zone: ZoneToJudge,
  { now, readPressures }: { now: number; readPressures: ReadPressures },
): Promise<RecordDetections | undefined> => {
  const last = lastDayToJudge(zone, now)
  const recorded = zone.recorded?.basis === zone.basis ? zone.recorded : undefined
  const from = Math.max(firstDayToJudge(zone), last - rangeDaysMax)
  if (from > last) return undefined
  const calendar = calendarOf(zone.time_zone)
  const firstDay = Math.max(zone.firstDataDay, from - memoryDays)
  const hours = await readZoneHours(database, zone, firstDay, last)
  const until = lastKnownDay(hours.inflow)
  if (until === undefined || until < from) return undefined
  const pressures = await readPressures(database, zone, { firstDay, lastDay: until })
  let detected = recorded ? await readDetected(database, zone.id, recorded) : nothingDetected
  const found: RecordDetections['found'] = []
  const ended: RecordDetections['ended'] = []
  for (let day = from; day <= until; day += daysAtOnce) {
    const piece = detectLeaks(
      calendar,
      { ...hours, pressures },
      { from: day, until: Math.min(day + daysAtOnce, until + 1), before: detected },
    )
    found.push(...piece.found)
    ended.push(...piece.ended)
    detected = piece.after
    await setImmediate()
  }
  const judged = { until: dateOfDay(until), baseFrom: dateOfDay(detected.baseFrom), basis: zone.basis }
  return { type: 'RecordDetections', partitionId: zone.id, ...judged, found, ended }
}

/** The hourly flows of a metering point on the days from first to last. */
export const readZoneHours = async (database: PoolClient, zone: PartitionInTree, firstDay: number, lastDay: number): Promise<ZoneHours> => {
  const days = daysFrom(firstDay, lastDay)
  const sources = await readSourcesOf(database, zone, days)
  const stored = await readDays(database, sources.keys, firstDay, lastDay)
  return hoursOfZone(calendarOf(zone.time_zone), partitionDays(zone, days, byKeyAndDay(stored), sources), zone.details)
}

const readDetected = async (
  database: PoolClient,
  id: string,
  { baseFrom, count }: { baseFrom: string; count: number },
): Promise<Detected> => {
  const { rows } = await database.query<Detected['open'][number]>(
    `select number::int as number, kind, flow_litres_per_hour as "flowLitresPerHour", detected_at as "detectedAt" from views.detections
     where partition_id = $1 and ended_at is null and kind <> 'anomaly' and not is_withdrawn order by detections.number desc limit $2`,
    [id, openDetectionsMax],
  )
  return { baseFrom: dayOfDate(baseFrom), count, open: rows.reverse() }
}
