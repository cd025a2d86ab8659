import type { listPlacesOnDay as endpoint } from '@nightflow/schemas/devices/meter-places'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

/** Spans of a row that hold at the end of the day. */
const holds = (span: string): string =>
  `(${span}->>'from')::timestamptz < over.at and (${span}->>'to' is null or (${span}->>'to')::timestamptz >= over.at)`

/**
 * Meters that were in a pipe at the end of a local day, where they were then. A meter can be registered after it was put in: before its first
 * place it was there already, on the days of which it has readings.
 */
export const listPlacesOnDay = async (
  database: PoolClient,
  { day, after, limit }: RequestOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { rows } = await database.query<ResponseOf<typeof endpoint>['rows'][number]>(
    `select placed.number, dated.place->>'address' as address,
       (dated.place->>'longitude')::float8 as longitude, (dated.place->>'latitude')::float8 as latitude
     from views.placed_meters placed join views.meters using (tenant, number)
     cross join lateral (select ($1::date + 1)::timestamp at time zone meters.time_zone as at) over
     cross join lateral (
       select place from jsonb_array_elements(placed.places) with ordinality each (place, nth)
       where ${holds('place')} or (nth = 1 and (place->>'from')::timestamptz >= over.at)
       order by nth desc limit 1) dated
     where placed.number > $2 and dated.place->>'longitude' is not null and dated.place->>'latitude' is not null
       and (exists (select from jsonb_array_elements(placed.services) service where ${holds('service')})
         or (over.at <= (select min((service->>'from')::timestamptz) from jsonb_array_elements(placed.services) service)
           and exists (select from views.meter_days where meter_id = meters.id and meter_days.day = $1::date)))
     order by placed.number limit $3`,
    [day, after, limit],
  )
  return { rows }
}
