import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { plausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import type { PoolClient } from 'pg'

const historyDays = 28

type StoredMeter = {
  number: string
  name: string | null
  address: string | null
  readings: Buffer[] | null
  later: Buffer[] | null
  mean: number | null
}

/**
 * The last registers of meters before an instant, and the plausible ones at it: at most the plausible flow, and at most a later register. In the order
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
  const history = {
    previousAt: last ? new Date(last.at).toISOString() : null,
    previousLitres: last?.litres ?? null,
    litresPerDay: mean === null ? null : mean / 1000,
  }
  return { ...history, ...plausibleRegister(history, at) }
}

export type Register = { at: number; litres: number }

const lastRegister = (newestFirst: readonly Buffer[], before: number): Register | undefined => {
  for (const day of newestFirst) {
    const last = registersOf(unpackFrame(day)).findLast(({ at }) => at < before)
    if (last) return last
  }
  return undefined
}

const nextRegister = (oldestFirst: readonly Buffer[], after: number): Register | undefined => {
  for (const day of oldestFirst) {
    const next = registersOf(unpackFrame(day)).find(({ at }) => at > after)
    if (next) return next
  }
  return undefined
}

/** The registers of a day's readings that count, in the order of their time. */
export const registersOf = (readings: ReadingColumns): Register[] => {
  const { count, at, registerMillilitres } = resolveReadings(readings)
  return Array.from({ length: count }, (_, row) => ({ at: at[row]!, litres: (registerMillilitres?.[row] ?? Number.NaN) / 1000 })).filter(
    ({ litres }) => !Number.isNaN(litres),
  )
}
