import type { ClientBase } from 'pg'
import { arrayLiteral } from '../storage/copy-rows.ts'
import { cachedDaysPerMeter } from './meter-day.ts'
import { type StoredDay, storedColumns } from './meter-day-rows.ts'
import type { Meter } from './meter-registry.ts'

/** Lets go of all days but those. */
export const keepLastDays = (meter: Meter): void => {
  meter.holdsAll = false
  meter.days = meter.days.slice(-cachedDaysPerMeter)
}

export const forget = (meter: Meter): void => {
  meter.days = []
  meter.holdsAll = false
}

/**
 * Whether the fold can go on without reading: the meter has no rows yet, or the day is its last one or later and the days kept
 * cached, which are its last ones, reach far enough back.
 */
export const isDayCached = (meter: Meter, day: number): boolean => {
  if (meter.lastDay === null || meter.holdsAll) return true
  if (meter.lastDay === undefined || day < meter.lastDay) return false
  return meter.days.at(-1)?.day === meter.lastDay && meter.days.length >= cachedDaysPerMeter
}

/** The last day of each meter that has a row, by the meter's id; null without any. */
export const readLastDays = async (client: ClientBase, meters: readonly Meter[]): Promise<ReadonlyMap<number, number | null>> => {
  const { rows } = await client.query<{ meter_id: number; last_day: number | null }>(
    `select id::float8 as meter_id, (select max(day) - date '1970-01-01' from meter_days where meter_id = id) as last_day
     from unnest($1::bigint[]) as id`,
    [arrayLiteral(meters.map(({ id }) => id))],
  )
  return new Map(rows.map((row) => [row.meter_id, row.last_day]))
}

/** The rows of days with the two nearest on either side. */
export const readDaysAround = async (client: ClientBase, wanted: readonly (readonly [Meter, number])[]): Promise<StoredDay[]> => {
  const { rows } = await client.query<StoredDay>(
    `select distinct on (meter_id, day) ${storedColumns}
     from unnest($1::bigint[], $2::int[]) as wanted (id, wanted_day) cross join lateral (
       (select * from meter_days where meter_id = id and day < date '1970-01-01' + wanted_day order by day desc limit 2) union all
       (select * from meter_days where meter_id = id and day = date '1970-01-01' + wanted_day) union all
       (select * from meter_days where meter_id = id and day > date '1970-01-01' + wanted_day order by day limit 2)) meter_days`,
    [arrayLiteral(wanted.map(([{ id }]) => id)), arrayLiteral(wanted.map(([, day]) => day))],
  )
  return rows
}
