import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { listManualReadings as listReadingsEndpoint, ManualReadingRow } from '@nightflow/schemas/metering/manual-reading'
import type { findRound as findRoundEndpoint, listWalkBys as listPlansEndpoint, WalkByRow } from '@nightflow/schemas/metering/walk-by'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListPlace, listPageOf, type Parameter } from '../storage/list-query.ts'

type Dated<Row, Fields extends keyof Row> = Omit<Row, Fields> & Record<Fields, Date>
type StoredReading = Dated<Omit<ManualReadingRow, 'photoUrl'>, 'readAt' | 'takenAt'> & { photoId: string | null }
type ReadingFilter = Omit<RequestOf<typeof listReadingsEndpoint>, 'pageNum' | 'pageSize' | 'from' | 'orderByColumn' | 'isAsc'>

const readingsList: ListDeclaration<ReadingFilter> = {
  from: 'views.manual_readings',
  key: ['manual_reading_id'],
  sorts: { manualReadingId: { by: 'manual_reading_id' } },
  conditions: ({ meterNo, planId, beginTime, endTime }, parameter: Parameter) => [
    ...(meterNo === undefined ? [] : [`position(lower(${parameter(meterNo)}::text) in lower(number)) > 0`]),
    ...(planId === undefined ? [] : [`plan_id = ${parameter(planId)}::uuid`]),
    ...(beginTime === undefined ? [] : [`taken_at >= substr(${parameter(beginTime)}::text, 1, 10)::date`]),
    ...(endTime === undefined ? [] : [`taken_at < substr(${parameter(endTime)}::text, 1, 10)::date + 1`]),
  ],
  columns: `manual_reading_id::float8 as "manualReadingId", number as "meterNo", read_at as "readAt", litres, previous_litres as "previousLitres",
    note, is_confirmed as "isConfirmed", plan_id as "planId", photo_id as "photoId", taken_by as "takenBy", taken_at as "takenAt"`,
}

type Page = Pick<ListPlace, 'from'> & { pageNum: number; pageSize: number }

/** A page of manual readings, newest first. The address of a picture is the caller's to sign. */
export const listManualReadings = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: ReadingFilter & Page,
  addressOf: (photoId: string | null) => string,
): Promise<ResponseOf<typeof listReadingsEndpoint>> => {
  const place = { sort: 'manualReadingId', direction: 'desc' as const, page: pageNum, limit: pageSize, from }
  const page = await listPageOf<StoredReading, ReadingFilter>(database, readingsList, filter, place)
  const rows = page.rows.map(({ photoId, readAt, takenAt, ...row }) => ({
    ...{ ...row, photoUrl: addressOf(photoId) },
    ...{ readAt: readAt.toISOString(), takenAt: takenAt.toISOString() },
  }))
  return { ...page, rows }
}

type StoredPlan = Dated<WalkByRow, 'createdAt'>
type PlanFilter = Omit<RequestOf<typeof listPlansEndpoint>, 'pageNum' | 'pageSize' | 'from' | 'orderByColumn' | 'isAsc'>

const metersRead = `(select count(distinct taken.number)::int from views.manual_readings taken
  where taken.plan_id = plans.plan_id and plans.numbers ? taken.number)`
const planStatus = `(case when plans.is_cancelled then '2' when ${metersRead} >= plans.meters_total then '1' else '0' end)`
const planColumns = `plans.walk_by_id::float8 as "walkById", plans.plan_id as "planId", plans.name, plans.start_date::text as "startDate",
  plans.end_date::text as "endDate", ${planStatus} as status, plans.reader, plans.meters_total as "metersTotal",
  ${metersRead} as "metersRead", plans.created_at as "createdAt"`

const plansList: ListDeclaration<PlanFilter> = {
  from: 'views.walk_by_plans plans',
  key: ['walk_by_id'],
  sorts: { walkById: { by: 'walk_by_id' } },
  conditions: ({ name, status }, parameter: Parameter) => [
    ...(name === undefined ? [] : [`position(lower(${parameter(name)}::text) in plans.name_key) > 0`]),
    ...(status === undefined ? [] : [`${planStatus} = ${parameter(status)}::text`]),
  ],
  columns: planColumns,
}

const planOf = ({ createdAt, ...plan }: StoredPlan): WalkByRow => ({ ...plan, createdAt: createdAt.toISOString() })

/** A page of plans with their progress, newest first. */
export const listWalkBys = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: PlanFilter & Page,
): Promise<ResponseOf<typeof listPlansEndpoint>> => {
  const place = { sort: 'walkById', direction: 'desc' as const, page: pageNum, limit: pageSize, from }
  const page = await listPageOf<StoredPlan, PlanFilter>(database, plansList, filter, place)
  return { ...page, rows: page.rows.map(planOf) }
}

/** The plans of these numbers that the tenant has, in their order. */
export const findWalkBys = async (database: PoolClient, ids: readonly number[]): Promise<WalkByRow[]> => {
  const { rows } = await database.query<StoredPlan>(
    `select ${planColumns} from views.walk_by_plans plans where plans.walk_by_id = any($1::bigint[]) order by array_position($1::bigint[], plans.walk_by_id)`,
    [ids],
  )
  return rows.map(planOf)
}

export const hasWalkBy = async (database: PoolClient, planId: string): Promise<boolean> =>
  (await database.query('select from views.walk_by_plans where plan_id = $1', [planId])).rowCount === 1

const historyDays = 28
/** So many times the mean may flow before a register is questioned, and this much in any case: a new tenant of the flat, a garden. */
const plausibleTimes = 5
const plausibleLitresPerDay = 2000

type StoredMeter = {
  number: string
  name: string | null
  address: string | null
  readings: Buffer[] | null
  later: Buffer[] | null
  mean: number | null
}

/**
 * What meters showed last before an instant, and what they plausibly show then: at most what may have flowed, and what they showed later. In the order
 * of the numbers, without unknown ones.
 */
export const readPrevious = async (database: PoolClient, numbers: readonly string[], at: number) => {
  const { rows } = await database.query<StoredMeter>(
    `select meters.number, details ->> 'name' as name, details ->> 'address' as address, latest.readings, following.readings as later, known.mean
     from unnest($1::text[]) with ordinality as wanted (number, place) join views.meters using (number)
     left join lateral (
       select array_agg(readings order by day desc) as readings from (select readings, day from views.meter_days
         where meter_id = meters.id and meter_days.day <= to_timestamp($2)::date + 1 order by meter_days.day desc limit 4) days) latest on true
     left join lateral (
       select array_agg(readings order by day) as readings from (select readings, day from views.meter_days
         where meter_id = meters.id and meter_days.day >= to_timestamp($2)::date - 1 order by meter_days.day limit 4) days) following on true
     left join lateral (
       select avg(day_millilitres)::float8 as mean from views.meter_days where meter_id = meters.id
         and meter_days.day between to_timestamp($2)::date - ${historyDays} and to_timestamp($2)::date) known on true
     order by wanted.place`,
    [numbers, at / 1000],
  )
  return rows.map(({ number, name, address, readings, later, mean }) => {
    const previous = previousOf(readings ?? [], mean, at)
    const next = nextRegister(later ?? [], at)
    const plausibleUntilLitres =
      next === undefined ? previous.plausibleUntilLitres : Math.min(next.litres, previous.plausibleUntilLitres ?? next.litres)
    return { number, name, address, ...previous, plausibleUntilLitres }
  })
}

const previousOf = (newestFirst: readonly Buffer[], mean: number | null, at: number) => {
  const last = lastRegister(newestFirst, at)
  const unknown = { previousAt: null, previousLitres: null, expectedLitres: null, plausibleUntilLitres: null }
  if (!last) return unknown
  const days = Math.max(0, (at - last.at) / 86_400_000)
  const daily = mean === null ? null : mean / 1000
  const litres = (flowed: number): number => Math.round((last.litres + flowed) * 1000) / 1000
  return {
    previousAt: new Date(last.at).toISOString(),
    previousLitres: last.litres,
    expectedLitres: daily === null ? null : litres(daily * days),
    plausibleUntilLitres: daily === null ? null : litres(Math.max(daily * plausibleTimes, plausibleLitresPerDay) * Math.max(1, days)),
  }
}

type Register = { at: number; litres: number }

const lastRegister = (newestFirst: readonly Buffer[], before: number): Register | undefined => {
  for (const day of newestFirst) {
    const last = registersOf(day).findLast(({ at }) => at < before)
    if (last) return last
  }
  return undefined
}

const nextRegister = (oldestFirst: readonly Buffer[], after: number): Register | undefined => {
  for (const day of oldestFirst) {
    const next = registersOf(day).find(({ at }) => at > after)
    if (next) return next
  }
  return undefined
}

const registersOf = (readings: Buffer): Register[] => {
  const { count, at, registerMillilitres } = resolveReadings(unpackFrame(readings))
  return Array.from({ length: count }, (_, row) => ({ at: at[row]!, litres: (registerMillilitres?.[row] ?? Number.NaN) / 1000 })).filter(
    ({ litres }) => !Number.isNaN(litres),
  )
}

/** The meters of a plan in the order of the route; undefined when there is no such plan. */
export const findRound = async (
  database: PoolClient,
  { walkById }: RequestOf<typeof findRoundEndpoint>,
): Promise<ResponseOf<typeof findRoundEndpoint> | undefined> => {
  const [plan] = await findWalkBys(database, [walkById])
  if (!plan) return undefined
  const { rows } = await database.query<{ numbers: string[]; read: string[] | null }>(
    `select plans.numbers, (select array_agg(distinct taken.number) from views.manual_readings taken where taken.plan_id = plans.plan_id) as read
     from views.walk_by_plans plans where plans.walk_by_id = $1`,
    [walkById],
  )
  const { numbers, read } = rows[0]!
  const isRead = new Set(read ?? [])
  const meters = await readPrevious(database, numbers, Date.now())
  return { ...plan, meters: meters.map((meter) => ({ ...meter, isRead: isRead.has(meter.number) })) }
}
