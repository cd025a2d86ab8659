import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { historyDays, type JudgedDay } from '@nightflow/domain/metering/validate-consumption'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import type { PoolClient } from 'pg'
import type { ValveCode } from './meter-day.ts'

type Stored = {
  id: string
  number: string
  days: number[] | null
  volumes: (number | null)[] | null
  flags: string | null
  readings: Buffer | null
  isValveClosed: boolean
  isTwoWay: boolean
  reviews: { day: number; status: string; litres: number | null; isEstimated: boolean }[]
}

/** A meter's day for validation. `isQuestioned`: it broke a rule before, which may be over. */
export type DayToValidate = { number: string; measuredLitres: number | null; isQuestioned: boolean; judged: Omit<JudgedDay, 'isLate'> }

/** `lastId` is undefined where no meter follows. */
export type MetersToValidate = { days: DayToValidate[]; lastId: string | undefined }

const openValve: ValveCode = 1
const closedValve: ValveCode = 2

/** Longer chains of estimates count as this long. */
const estimatedDaysMax = 35

/**
 * The day of the meters after an id, in the order of their ids, with its history: estimated and edited days as they were stated, questioned ones
 * left out, so that a spike does not hide the next one.
 */
export const readDaysToValidate = async (
  database: PoolClient,
  { day, afterId, limit }: { day: string; afterId: string; limit: number },
): Promise<MetersToValidate> => {
  const rows = await readDay(database, 'replaced_by is null and id > $2 order by id limit $3', day, [afterId, limit])
  return { days: rows.map((row) => dayOf(row, dayOfDate(day))), lastId: rows.length < limit ? undefined : rows.at(-1)!.id }
}

/** The same of some meters, also of those that were replaced since. */
export const readDaysOfMeters = async (
  database: PoolClient,
  { day, numbers }: { day: string; numbers: readonly string[] },
): Promise<DayToValidate[]> =>
  (await readDay(database, 'number = any ($2::text[])', day, [numbers])).map((row) => dayOf(row, dayOfDate(day)))

const readDay = async (database: PoolClient, whichMeters: string, day: string, parameters: readonly unknown[]): Promise<Stored[]> => {
  const { rows } = await database.query<Stored>(
    `select meters.id, meters.number, meters."isTwoWay", history.*, valve.*, reviews.reviews
     from (select id, number, coalesce((details->>'isTwoWay')::boolean, false) as "isTwoWay" from views.meters where ${whichMeters}) meters
     cross join lateral (
       select array_agg(meter_days.day - date '1970-01-01') as days, array_agg(day_millilitres::float8) as volumes,
         max(flags) filter (where meter_days.day = $1) as flags,
         (array_agg(readings) filter (where meter_days.day = $1))[1] as readings
       from views.meter_days where meter_id = meters.id and meter_days.day between $1::date - ${historyDays} and $1::date) history
     cross join lateral (
       select coalesce(bool_or(valve = ${closedValve}) filter (where valve_days.day < $1) and not bool_or(valve = ${openValve}), false) as "isValveClosed"
       from views.meter_days valve_days where meter_id = meters.id and valve_days.day between $1::date - 1 and $1::date + 1) valve
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('day', reviewed.day::date - date '1970-01-01', 'status', status,
         'litres', stated_litres, 'isEstimated', method is not null)), '[]') as reviews
       from views.day_reviews reviewed where reviewed.number = meters.number
         and reviewed.day between ($1::date - ${estimatedDaysMax})::text and $1::date::text) reviews
     order by meters.id`,
    [day, ...parameters],
  )
  return rows
}

const dayOf = ({ number, days, volumes, flags, readings, isValveClosed, isTwoWay, reviews }: Stored, day: number): DayToValidate => {
  const volumeOf = new Map((days ?? []).map((each, index) => [each, volumes![index] ?? Number.NaN]))
  for (const review of reviews) {
    if (review.day === day) continue
    if (review.litres !== null) volumeOf.set(review.day, Math.round(review.litres * 1000))
    else if (review.status === ReviewStatus.enum.open) volumeOf.delete(review.day)
  }
  const millilitres = volumeOf.get(day) ?? Number.NaN
  const estimated = new Set(reviews.filter((review) => review.isEstimated).map((review) => review.day))
  const isEstimated = estimated.has(day)
  return {
    number,
    measuredLitres: Number.isNaN(millilitres) ? null : millilitres / 1000,
    isQuestioned: reviews.some((review) => review.day === day),
    judged: {
      millilitres,
      flags: (flags ?? '').split(' ').filter((word) => word !== ''),
      before: Array.from({ length: historyDays }, (_, back) => volumeOf.get(day - 1 - back) ?? Number.NaN),
      estimatedDays: isEstimated ? 1 + chainBefore(estimated, day) : chainBefore(estimated, day),
      isEstimated,
      isValveClosed,
      isTwoWay,
      sums: readings ? sumsOf(readings) : undefined,
    },
  }
}

const chainBefore = (estimated: ReadonlySet<number>, day: number): number => {
  let chain = 0
  while (estimated.has(day - 1 - chain)) chain += 1
  return chain
}

/** Interval volumes between two registers of a day, and the difference of those registers; undefined unless the meter reports both. */
const sumsOf = (bytes: Buffer): JudgedDay['sums'] => {
  const { count, registerMillilitres, deltaMillilitres } = resolveReadings(unpackFrame(bytes))
  if (!registerMillilitres || !deltaMillilitres) return undefined
  let first = Number.NaN
  let last = Number.NaN
  let pending = 0
  let intervals = 0
  for (let row = 0; row < count; row += 1) {
    const delta = deltaMillilitres[row]!
    if (!Number.isNaN(first)) {
      // An hour without an interval leaves the sum open.
      if (Number.isNaN(delta)) return undefined
      pending += delta
    }
    if (Number.isNaN(registerMillilitres[row]!)) continue
    if (Number.isNaN(first)) first = registerMillilitres[row]!
    last = registerMillilitres[row]!
    intervals += pending
    pending = 0
  }
  return Number.isNaN(first) ? undefined : { intervals, registers: last - first }
}
