import { type EstimationBasis, hourShape, type Register } from '@nightflow/domain/metering/estimate-consumption'
import { unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import type { PoolClient } from 'pg'

type Stored = { day: number; hours: Buffer; volume: number | null }
type Reviewed = { day: number; status: string; litres: number | null }

/** The days that the methods of estimation look at: five weeks before, two after, and a week of the year before. */
const daysWanted = `(day between $2::date - 35 and $2::date + 14 or day between $2::date - 367 and $2::date - 361)`

/** Inputs of an estimate of a meter's day, and the usual share of its hours; undefined when the meter is not registered. */
export const readEstimationBasis = async (
  database: PoolClient,
  { number, day }: { number: string; day: string },
): Promise<{ basis: EstimationBasis; shape: number[] } | undefined> => {
  const meters = await database.query<{ id: string; time_zone: string }>('select id, time_zone from views.meters where number = $1', [
    number,
  ])
  const [meter] = meters.rows
  if (!meter) return undefined
  const calendar = calendarOf(meter.time_zone)
  const wanted = dayOfDate(day)
  const stored = await database.query<Stored>(
    `select day - date '1970-01-01' as day, hours, day_millilitres::float8 as volume from views.meter_days where meter_id = $1 and ${daysWanted}`,
    [meter.id, day],
  )
  const reviewed = await database.query<Reviewed>(
    `select day - date '1970-01-01' as day, status, stated_litres as litres
     from (select day::date as day, status, stated_litres from views.day_reviews where number = $1) reviews where ${daysWanted}`,
    [number, day],
  )
  const reviews = new Map(reviewed.rows.map((row) => [row.day, row]))
  const volumes = new Map<number, number>()
  for (const { day: other, volume } of stored.rows)
    if (volume !== null && reviews.get(other)?.status !== ReviewStatus.enum.open) volumes.set(other, volume)
  for (const { day: other, litres } of reviewed.rows) if (litres !== null) volumes.set(other, Math.round(litres * 1000))
  volumes.delete(wanted)
  const isUnknown = (stored.rows.find((row) => row.day === wanted)?.volume ?? null) === null
  const [start, end] = [calendar.startOf(wanted), calendar.startOf(wanted + 1)]
  const slots = calendar.slotsOf(wanted)
  const profile = stored.rows.filter((row) => row.day < wanted && row.day >= wanted - 28 && volumes.has(row.day))
  return {
    basis: {
      day: wanted,
      start,
      end,
      volumes,
      registers: isUnknown ? await registersAround(database, meter.id, day, start, end) : undefined,
    },
    shape: hourShape(
      profile.map((row) => unpackHourVolumes(row.hours, calendar.slotsOf(row.day))),
      slots,
    ),
  }
}

/** The last register before the day and the first one after it, of the nearest days that have readings. */
const registersAround = async (database: PoolClient, id: string, day: string, start: number, end: number) => {
  const { rows } = await database.query<{ readings: Buffer }>(
    `(select meter_days.day, readings from views.meter_days where meter_id = $1 and meter_days.day < $2 order by meter_days.day desc limit 1) union all
     (select meter_days.day, readings from views.meter_days where meter_id = $1 and meter_days.day > $2 order by meter_days.day limit 1)`,
    [id, day],
  )
  let before: Register | undefined
  let after: Register | undefined
  for (const { readings } of rows) {
    const { count, at, registerMillilitres } = resolveReadings(unpackFrame(readings))
    for (let row = 0; row < count; row += 1) {
      const register = { at: at[row]!, millilitres: registerMillilitres?.[row] ?? Number.NaN }
      if (Number.isNaN(register.millilitres)) continue
      if (register.at <= start) before = register
      else if (register.at >= end) after ??= register
    }
  }
  return before && after && { before, after }
}
