import {
  IsRepeated,
  type listManualReadings as listReadingsEndpoint,
  type ManualReadingRow,
  type RoundReading,
} from '@nightflow/schemas/metering/manual-reading'
import {
  type findRound as findRoundEndpoint,
  type listWalkBys as listPlansEndpoint,
  type NotReadReason,
  type WalkByRow,
  WalkByStatus,
} from '@nightflow/schemas/metering/walk-by'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type ListDeclaration, type ListPlace, listPageOf, type Parameter } from '../storage/list-query.ts'
import { readPrevious } from './previous-register.ts'

type Dated<Row, Fields extends keyof Row> = Omit<Row, Fields> & Record<Fields, Date>
type StoredReading = Dated<Omit<ManualReadingRow, 'photoUrl'>, 'readAt' | 'takenAt'> & { photoId: string | null }
type ReadingFilter = Omit<RequestOf<typeof listReadingsEndpoint>, 'pageNum' | 'pageSize' | 'from' | 'orderByColumn' | 'isAsc'>

/** An earlier reading of the same meter arrived in the same round. */
const isRepeated = `(plan_id is not null and exists (select from views.manual_readings earlier where earlier.plan_id = readings.plan_id
  and earlier.number = readings.number and earlier.manual_reading_id < readings.manual_reading_id))`

const readingsList: ListDeclaration<ReadingFilter> = {
  from: 'views.manual_readings readings',
  key: ['manual_reading_id'],
  sorts: { manualReadingId: { by: 'manual_reading_id' } },
  conditions: ({ meterNo, planId, isRepeated: asked, beginTime, endTime }, parameter: Parameter) => [
    ...(meterNo === undefined ? [] : [`position(lower(${parameter(meterNo)}::text) in lower(number)) > 0`]),
    ...(planId === undefined ? [] : [`plan_id = ${parameter(planId)}::uuid`]),
    ...(asked === undefined ? [] : [`${isRepeated} = ${parameter(asked === IsRepeated.enum.yes)}::boolean`]),
    ...(beginTime === undefined ? [] : [`taken_at >= substr(${parameter(beginTime)}::text, 1, 10)::date`]),
    ...(endTime === undefined ? [] : [`taken_at < substr(${parameter(endTime)}::text, 1, 10)::date + 1`]),
  ],
  columns: `manual_reading_id::float8 as "manualReadingId", number as "meterNo", read_at as "readAt", litres, previous_litres as "previousLitres",
    note, is_confirmed as "isConfirmed", plan_id as "planId", ${isRepeated} as "isRepeated", photo_id as "photoId", taken_by as "takenBy", taken_at as "takenAt"`,
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
const metersNotRead = `(select count(distinct missed ->> 'number')::int from jsonb_array_elements(plans.not_read) missed
  where not exists (select from views.manual_readings taken where taken.plan_id = plans.plan_id and taken.number = missed ->> 'number'))`
const planStatus = `(case when plans.is_cancelled then '${WalkByStatus.enum.cancelled}' when plans.is_closed then '${WalkByStatus.enum.closed}'
  when ${metersRead} + ${metersNotRead} >= plans.meters_total then '${WalkByStatus.enum.complete}' else '${WalkByStatus.enum.open}' end)`
const planColumns = `plans.walk_by_id::float8 as "walkById", plans.plan_id as "planId", plans.name, plans.start_date::text as "startDate",
  plans.end_date::text as "endDate", ${planStatus} as status, plans.reader, plans.meters_total as "metersTotal",
  ${metersRead} as "metersRead", ${metersNotRead} as "metersNotRead", plans.created_at as "createdAt"`

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

/** The meters of a plan in the order of the route; undefined when there is no such plan. */
export const findRound = async (
  database: PoolClient,
  { walkById }: RequestOf<typeof findRoundEndpoint>,
): Promise<ResponseOf<typeof findRoundEndpoint> | undefined> => {
  const [plan] = await findWalkBys(database, [walkById])
  if (!plan) return undefined
  const { rows } = await database.query<{ numbers: string[]; notRead: NotRead[] }>(
    `select plans.numbers, plans.not_read as "notRead" from views.walk_by_plans plans where plans.walk_by_id = $1`,
    [walkById],
  )
  const { numbers, notRead } = rows[0]!
  const readings = await lastOfRound(database, plan.planId)
  const meters = await readPrevious(database, numbers, Date.now())
  return {
    ...plan,
    meters: meters.map((meter) => {
      const reading = readings.get(meter.number) ?? null
      const { number: _, ...missed } = notRead.findLast(({ number }) => number === meter.number) ?? { number: null }
      return { ...meter, isRead: reading !== null, reading, notRead: reading === null && 'reason' in missed ? missed : null }
    }),
  }
}

type NotRead = { number: string; reason: NotReadReason; note: string; at: string; by: string | null }

/** The reading of each meter that has the latest instant. */
const lastOfRound = async (database: PoolClient, planId: string) => {
  const { rows } = await database.query<{ number: string; readAt: Date; litres: number; takenBy: string | null }>(
    `select distinct on (number) number, read_at as "readAt", litres, taken_by as "takenBy" from views.manual_readings
     where plan_id = $1 order by number, read_at desc, manual_reading_id desc`,
    [planId],
  )
  return new Map(rows.map(({ number, readAt, ...reading }) => [number, { ...reading, readAt: readAt.toISOString() }]))
}

/** A reading as others of the same round see it. */
export const findRoundReading = async (database: PoolClient, readingId: string): Promise<z.output<typeof RoundReading> | undefined> => {
  const { rows } = await database.query<{ readAt: Date; litres: number; takenBy: string | null }>(
    'select read_at as "readAt", litres, taken_by as "takenBy" from views.manual_readings where reading_id = $1',
    [readingId],
  )
  return rows[0] && { ...rows[0], readAt: rows[0].readAt.toISOString() }
}

type ReadRegister = { number: string; at: string; litres: number }

/** Those of the registers that are there already, outside a round. */
export const findKnownReadings = async (database: PoolClient, asked: readonly ReadRegister[]): Promise<ReadRegister[]> => {
  const { rows } = await database.query<Omit<ReadRegister, 'at'> & { at: Date }>(
    `select distinct readings.number, read_at as at, readings.litres::float8 as litres from views.manual_readings readings
     join unnest($1::text[], $2::timestamptz[], $3::float8[]) as asked (number, at, litres)
       on readings.number = asked.number and read_at = asked.at and readings.litres::float8 = asked.litres
     where plan_id is null`,
    [asked.map(({ number }) => number), asked.map(({ at }) => at), asked.map(({ litres }) => litres)],
  )
  return rows.map(({ at, ...reading }) => ({ ...reading, at: at.toISOString() }))
}

/** The photos of the meters that belong or belonged to accounts of a person. */
export const photosOfPerson = async (database: PoolClient, personId: string): Promise<string[]> => {
  const { rows } = await database.query<{ photoId: string }>(
    `select photo_id as "photoId" from views.manual_readings where photo_id is not null and number in (
       select span ->> 'meterNo' from views.accounts, jsonb_array_elements(meters) span where holder_id = $1)`,
    [personId],
  )
  return rows.map(({ photoId }) => photoId)
}
