import { cascadeAlarmOf, cascadeEvents, trendOf } from '@nightflow/domain/alarms/cascade-alarm'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { type AlarmEvent, AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { trendDays } from '@nightflow/schemas/alarms/alarm-trend'
import {
  type CascadeAlarmRow,
  type CascadeFigureRow,
  type cascadeAlarms,
  type cascadeStatistics,
  usualMode,
} from '@nightflow/schemas/alarms/cascade-alarms'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { figuresOfPoints, pointsOfKeys } from '../leakage/figures-of-points.ts'
import type { ListOf } from '../storage/list-query.ts'

type Span = { first: number; last: number; from: string; until: string; timeZone: string }
type AlarmFilter = Pick<RequestOf<typeof cascadeAlarms.calls.list>, 'mode' | 'partitionId' | 'alarmKind' | 'alarmStatus'>
type FigureFilter = Pick<RequestOf<typeof cascadeStatistics.calls.list>, 'mode' | 'partitionId'>
type Page = { pageNum: number; pageSize: number; from?: 'start' | 'end' | undefined; orderByColumn?: string; isAsc?: string }

const inWords = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
const ofLeakage = `event_type in (${inWords(cascadeEvents.leakage)})`
const ofNightFlow = `event_type in (${inWords(cascadeEvents['night-flow'])})`
const isOpen = `status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') and cleared_at is null`

/** `$2`: a metering point, whose whole cascade is meant where it is a root. */
const isChosen = `($2::text is null or point.id = $2 or point.root_id = $2)`
/** `$1`: mode. Rows are of roots, or of the points below them. */
const isOfMode = `(case $1::text when 'partition' then point.id = point.root_id else point.id <> point.root_id end) and ${isChosen}`
/** Alarms of a partition are those of its whole cascade. */
const isAlarmOfMode = `($1::text = 'partition' or point.id <> point.root_id) and ${isChosen}`
/** `$3` and `$4`: moments, `$5`: type, `$6`: status. */
const alarmsOfMode = `from views.alarms join views.partitions point on point.id = subject join views.partitions root on root.id = point.root_id
  where (${ofLeakage} or ${ofNightFlow}) and raised_at >= $3 and raised_at < $4 and ${isAlarmOfMode}
    and ($5::text is null or $5 = case when ${ofLeakage} then 'leakage' else 'night-flow' end) and ($6::text is null or status = $6)`

const parametersOf = ({ mode = usualMode, partitionId, alarmKind, alarmStatus }: AlarmFilter, { from, until }: Span) => [
  mode,
  partitionId ?? null,
  from,
  until,
  alarmKind ?? null,
  alarmStatus ?? null,
]

type Stored = {
  alarm_id: number
  event_type: AlarmEvent
  status: AlarmStatus
  raised_at: Date
  value: number | null
  threshold: number | null
  unit: string | null
  key: number
  id: string
  name: string
  root_name: string
}

const sorts: Readonly<Record<string, string>> = { alarmTime: 'raised_at', alarmStatus: 'status', pointName: 'point.name' }

const readAlarms = async (
  database: PoolClient,
  filter: AlarmFilter,
  span: Span,
  place: { order: string; limit: number; offset: number },
) => {
  const { rows } = await database.query<Stored>(
    `select alarm_id::float8 as alarm_id, event_type, status, raised_at, value, threshold, unit, point.key::float8 as key, point.id, point.name,
       root.name as root_name ${alarmsOfMode} order by ${place.order} limit $7 offset $8`,
    [...parametersOf(filter, span), place.limit, place.offset],
  )
  return withTrends(database, rows, span)
}

/** The figure of a day that an alarm is about. */
const figureOf = (event: AlarmEvent, row: NightFlowRow): number | null => {
  if (event === 'partition-leakage') return row.leakageRate
  return event === 'partition-kl' ? row.klRatio : row.nightMinimumFlowLitresPerHour
}

/** One question for the days of all points of some alarms. */
const withTrends = async (database: PoolClient, alarms: readonly Stored[], { last }: Span): Promise<CascadeAlarmRow[]> => {
  const points = await pointsOfKeys(database, [...new Set(alarms.map(({ key }) => key))])
  const figures = await figuresOfPoints(database, points, { first: last - trendDays + 1, last })
  return alarms.map((alarm) => ({
    ...cascadeAlarmOf({ eventType: alarm.event_type, value: alarm.value, threshold: alarm.threshold, unit: alarm.unit }),
    ...{ alarmId: alarm.alarm_id, partitionId: alarm.id, pointName: alarm.name, rootName: alarm.root_name },
    ...{ alarmTime: alarm.raised_at.toISOString(), alarmStatus: alarm.status },
    trend: trendOf((figures.get(alarm.key) ?? []).map((row) => figureOf(alarm.event_type, row))),
  }))
}

/** A page of the alarms of cascades, newest first unless sorted. */
export const listCascadeAlarms = async (
  database: PoolClient,
  filter: AlarmFilter,
  span: Span,
  { pageNum, pageSize, from, orderByColumn = '', isAsc }: Page,
): Promise<ListOf<CascadeAlarmRow>> => {
  const counted = await database.query<{ total: number }>(`select count(*)::int as total ${alarmsOfMode}`, parametersOf(filter, span))
  const { total } = counted.rows[0]!
  const column = sorts[orderByColumn]
  const direction = column === undefined || isAsc?.startsWith('desc') ? 'desc' : 'asc'
  const start = from === 'end' ? Math.max(0, total - pageNum * pageSize) : (pageNum - 1) * pageSize
  const limit = from === 'end' ? Math.max(0, total - (pageNum - 1) * pageSize) - start : pageSize
  const order = `${column ?? 'raised_at'} ${direction}, alarm_id ${direction}`
  return { rows: await readAlarms(database, filter, span, { order, limit, offset: start }), total, isTotalBounded: false }
}

const alarmsAtOnce = 500

/** All of these alarms in batches, newest first. */
export async function* scanCascadeAlarms(database: PoolClient, filter: AlarmFilter, span: Span): AsyncGenerator<CascadeAlarmRow[]> {
  for (let offset = 0; ; offset += alarmsAtOnce) {
    const rows = await readAlarms(database, filter, span, { order: 'raised_at desc, alarm_id desc', limit: alarmsAtOnce, offset })
    yield rows
    if (rows.length < alarmsAtOnce) return
  }
}

/** Leakage and night flow alarms by the local day on which they were raised. */
export const cascadeAlarmPoints = async (database: PoolClient, filter: AlarmFilter, span: Span): Promise<ReportPoint[]> => {
  const { rows } = await database.query<{ at: string; leakage: number; night: number }>(
    `select wanted::date::text as at, coalesce(leakage, 0) as leakage, coalesce(night, 0) as night
     from generate_series(($3::timestamptz at time zone $7)::date, ($4::timestamptz at time zone $7)::date - 1, interval '1 day') wanted
       left join (select (raised_at at time zone $7)::date as day, count(*) filter (where ${ofLeakage})::int as leakage,
         count(*) filter (where ${ofNightFlow})::int as night ${alarmsOfMode} group by 1) counted on counted.day = wanted::date
     order by wanted limit ${reportPointsMax}`,
    [...parametersOf(filter, span), span.timeZone],
  )
  return rows.map(({ at, leakage, night }) => ({ at, values: [leakage, night] }))
}

type CountedPoint = { key: number; leakage: number; night: number; open: number; last: Date | null; root_name: string }

/** Points of a page, and the numbers of their alarms in one statement. */
const readCounts = async (
  database: PoolClient,
  filter: FigureFilter,
  { from, until }: Span,
  { limit, offset }: { limit: number; offset: number },
) => {
  const { rows } = await database.query<CountedPoint>(
    `select point.key::float8 as key, (select name from views.partitions root where root.id = point.root_id) as root_name, counted.*
     from (select * from views.partitions point where ${isOfMode} order by name, id limit $5 offset $6) point
     cross join lateral (select count(*) filter (where ${ofLeakage})::int as leakage, count(*) filter (where ${ofNightFlow})::int as night,
       count(*) filter (where ${isOpen})::int as open, max(raised_at) as last
       from views.alarms where (${ofLeakage} or ${ofNightFlow}) 
         and subject in (select id from views.partitions below where below.id = point.id or ($1 = 'partition' and below.root_id = point.id)) and raised_at >= $3 and raised_at < $4) counted
     order by point.name, point.id`,
    [filter.mode ?? usualMode, filter.partitionId ?? null, from, until, limit, offset],
  )
  return rows
}

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const meanOf = (values: readonly (number | null)[]): number | null => {
  const sum = sumOf(values)
  return sum === null ? null : sum / values.filter((value) => value !== null).length
}

const readFigures = async (database: PoolClient, filter: FigureFilter, span: Span, place: { limit: number; offset: number }) => {
  const counts = await readCounts(database, filter, span, place)
  const points = await pointsOfKeys(
    database,
    counts.map(({ key }) => key),
  )
  const figures = await figuresOfPoints(database, points, span)
  const pointOf = new Map(points.map((point) => [point.key, point]))
  return counts.map(({ key, leakage, night, open, last, root_name }): CascadeFigureRow => {
    const rows = figures.get(key) ?? []
    const known = rows.filter(({ leakageLitres }) => leakageLitres !== null)
    const [supply, lost] = [sumOf(known.map((row) => row.supplyLitres)), sumOf(known.map((row) => row.leakageLitres))]
    return {
      ...{ partitionId: pointOf.get(key)!.id, pointName: pointOf.get(key)!.name, rootName: root_name },
      ...{ leakageAlarms: leakage, nightFlowAlarms: night, openAlarms: open, lastAlarmTime: last?.toISOString() ?? null },
      ...{
        daysKnown: known.length,
        supplyLitres: supply,
        leakageLitres: lost,
        leakageRate: lost === null || !supply ? null : lost / supply,
      },
      nightMinimumLitresPerHour: meanOf(rows.map((row) => row.nightMinimumFlowLitresPerHour)),
    }
  })
}

/** A page of points with their leakage and alarms over the days, by name. */
export const listCascadeFigures = async (
  database: PoolClient,
  filter: FigureFilter,
  span: Span,
  { pageNum, pageSize, from }: Page,
): Promise<ListOf<CascadeFigureRow>> => {
  const { rows } = await database.query<{ total: number }>(`select count(*)::int as total from views.partitions point where ${isOfMode}`, [
    filter.mode ?? usualMode,
    filter.partitionId ?? null,
  ])
  const { total } = rows[0]!
  const offset = from === 'end' ? Math.max(0, total - pageNum * pageSize) : (pageNum - 1) * pageSize
  const limit = from === 'end' ? Math.max(0, total - (pageNum - 1) * pageSize) - offset : pageSize
  return { rows: await readFigures(database, filter, span, { limit, offset }), total, isTotalBounded: false }
}

const pointsAtOnce = 100

export async function* scanCascadeFigures(database: PoolClient, filter: FigureFilter, span: Span): AsyncGenerator<CascadeFigureRow[]> {
  for (let offset = 0; ; offset += pointsAtOnce) {
    const rows = await readFigures(database, filter, span, { limit: pointsAtOnce, offset })
    yield rows
    if (rows.length < pointsAtOnce) return
  }
}

/** Cascades whose days one chart adds up. */
const chartedMax = 50

/** Supply and leakage of whole cascades, or of the chosen point, by day; of the points whose day is known. */
export const cascadeFigurePoints = async (database: PoolClient, { partitionId }: FigureFilter, span: Span): Promise<ReportPoint[]> => {
  const { rows } = await database.query<{ key: number }>(
    `select key::float8 as key from views.partitions where case when $1::text is null then id = root_id else id = $1 end order by name, id limit ${chartedMax}`,
    [partitionId ?? null],
  )
  const points = await pointsOfKeys(
    database,
    rows.map(({ key }) => key),
  )
  const figures = [...(await figuresOfPoints(database, points, span)).values()]
  return Array.from({ length: span.last - span.first + 1 }, (_, place) => {
    const known = figures.flatMap((days) => (days[place] && days[place].leakageLitres !== null ? [days[place]] : []))
    return {
      at: dateOfDay(span.first + place),
      values: [sumOf(known.map((row) => row.supplyLitres)), sumOf(known.map((row) => row.leakageLitres))],
    }
  })
}
