import { DeviceType } from '@nightflow/schemas/devices/map-device'
import { MapLayerType } from '@nightflow/schemas/platform/map-layer'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { ShutOffValve } from '@nightflow/schemas/work-orders/shut-off'
import type { findShutOff } from '@nightflow/schemas/work-orders/shut-off-calls'
import type { Pool, PoolClient } from 'pg'

type Ring = readonly (readonly [number, number])[]
/** Where the water is shut off: a metering point, a line drawn on the map, or the meter of the order. */
type ShutOffPlace = { partitionId: string | null; area: Ring | null; meterNo: string | null }
type Suggested = ShutOffValve & { isSuggested: boolean }

const polygonOf = (ring: Ring | null): string | null =>
  ring === null ? null : `(${ring.map(([longitude, latitude]) => `(${longitude},${latitude})`).join(',')})`

/** The metering point and all points below it. */
const below = `with recursive below (id) as (
  select id from views.partitions where id = $1
  union all select child.id from views.partitions child join below on child.parent_id = below.id)`

const placeOf = (details: string): string => `point((${details}->>'longitude')::float8, (${details}->>'latitude')::float8)`
const isMember = `now() at time zone 'UTC' >= from_day and now() at time zone 'UTC' < to_day`

/** The drawn line, or else the boundary of the metering point; its middle, or else the meter of the order. */
const around = `with line as (select coalesce($2::polygon, (select ('(' || (select string_agg('(' || (corner->>0) || ',' || (corner->>1) || ')', ',' order by place)
         from jsonb_array_elements(details->'boundary') with ordinality corners (corner, place)) || ')')::polygon
         from views.partitions where id = $1 and jsonb_typeof(details->'boundary') = 'array')) as ring),
       middle as (select coalesce((select point(ring) from line where ring is not null), (select ${placeOf('details')} from views.meters where number = $3)) as at)`

/**
 * Valves to choose from: those at the inlets and outlets of the metering point, of which all together shut it off; then the control valves of the map and the valves of
 * uploaded layers, the nearest first. Inside the line, the boundary of the point or at an inlet they are suggested; those of layers inside a line alone, because the valves
 * at its inlets shut off a whole metering point.
 */
export const valvesToClose = async (
  database: PoolClient,
  { partitionId, area, meterNo }: ShutOffPlace,
  limit: number,
): Promise<Suggested[]> => {
  const inlets = await database.query<Omit<Suggested, 'valveKind' | 'isSuggested'>>(
    `select number as "valveNo", coalesce(details->>'name', number) as "valveName", coalesce(details->>'address', '') as place,
       (details->>'longitude')::float8 as longitude, (details->>'latitude')::float8 as latitude
     from views.partition_meters left join views.meters using (number)
     where $2::polygon is null and partition_id = $1 and role = 'summary' and ${isMember} order by number limit 50`,
    [partitionId, polygonOf(area)],
  )
  const devices = await database.query<Omit<Suggested, 'valveKind'>>(
    `${around}
     select device_no as "valveNo", device_name as "valveName", coalesce(address, '') as place, longitude, latitude,
       coalesce((select ring @> point(longitude, latitude) from line), false) as "isSuggested"
     from views.map_devices where device_type = '${DeviceType.enum.valveControl}'
     order by point(longitude, latitude) <-> (select at from middle) nulls last, device_no limit $4`,
    [partitionId, polygonOf(area), meterNo, limit],
  )
  const mapped = await database.query<Omit<Suggested, 'valveKind'>>(
    `${around}
     select 'map-' || layer_id || '-' || nth as "valveNo", coalesce(feature #>> '{properties,name}', layer_name || ' ' || nth) as "valveName", '' as place,
       longitude, latitude, coalesce($2::polygon @> point(longitude, latitude), false) as "isSuggested"
     from platform.map_layers, jsonb_array_elements(content::jsonb->'features') with ordinality features (feature, nth),
       lateral (select (feature #>> '{geometry,coordinates,0}')::float8 as longitude, (feature #>> '{geometry,coordinates,1}')::float8 as latitude) at
     where layer_type = '${MapLayerType.enum.valve}' and feature #>> '{geometry,type}' = 'Point'
     order by point(longitude, latitude) <-> (select at from middle) nulls last, layer_id, nth limit $4`,
    [partitionId, polygonOf(area), meterNo, limit],
  )
  const ofInlets = inlets.rows.map((valve) => ({ ...valve, valveKind: 'inlet' as const, isSuggested: true }))
  const known = new Set(ofInlets.map(({ valveNo }) => valveNo))
  const others: Suggested[] = devices.rows
    .filter(({ valveNo }) => !known.has(valveNo))
    .map((valve) => ({ ...valve, valveKind: 'device' as const }))
  others.push(...mapped.rows.map((valve) => ({ ...valve, valveKind: 'other' as const })))
  return [...ofInlets, ...others.toSorted((one, other) => Number(other.isSuggested) - Number(one.isSuggested))].slice(0, limit)
}

const openAccounts = `views.accounts where status <> '${AccountStatus.enum.cancelled}' and meter_no`

/** The numbers of the accounts behind a place, in their order, at most `limit`. */
export const accountsWithoutWater = async (
  database: PoolClient,
  { partitionId, area, meterNo }: ShutOffPlace,
  limit: number,
): Promise<string[]> => {
  if (area !== null) {
    const { rows } = await database.query<{ accountNo: string }>(
      `select account_no as "accountNo" from ${openAccounts} in (select number from views.meters where $1::polygon @> ${placeOf('details')})
       order by account_no limit $2`,
      [polygonOf(area), limit],
    )
    return rows.map(({ accountNo }) => accountNo)
  }
  const { rows } = await database.query<{ accountNo: string }>(
    `${below} select account_no as "accountNo" from ${openAccounts} in (
       select number from views.partition_meters join below on id = partition_id where role = 'sub' and ${isMember}
       union select $2::text where $1::text is null) order by account_no limit $3`,
    [partitionId, meterNo, limit],
  )
  return rows.map(({ accountNo }) => accountNo)
}

/** Customers with a meter in a metering point, or in a point below it, now. */
export const countCustomers = async (database: PoolClient, partitionId: string): Promise<number> => {
  const { rows } = await database.query<{ customers: number }>(
    `${below} select count(*)::int as customers from ${openAccounts} in (
       select number from views.partition_meters join below on id = partition_id where role = 'sub' and ${isMember})`,
    [partitionId],
  )
  return rows[0]?.customers ?? 0
}

type Customer = ResponseOf<typeof findShutOff>['customers'][number]

const reached = `from views.accounts account
  left join views.persons holder on holder.tenant = account.tenant and holder.person_id = account.holder_id and holder.erased_at is null
  where account_no = any($1::text[])`
const isReachable = '(holder.telephone is not null or holder.email is not null)'

/** The customers of a list: the first ones, and the number of those that a message can reach. */
export const customersWithoutWater = async (
  database: PoolClient,
  accounts: readonly string[],
  limit: number,
): Promise<{ customers: Customer[]; reachableCount: number }> => {
  const counted = await database.query<{ count: number }>(`select count(*) filter (where ${isReachable})::int as count ${reached}`, [
    accounts,
  ])
  const { rows } = await database.query<Customer>(
    `select account_no as "accountNo", meter_no as "meterNo",
       (select details->>'address' from views.meters where number = meter_no) as place, coalesce(${isReachable}, false) as "isReachable"
     ${reached} order by account_no limit $2`,
    [accounts, limit],
  )
  return { customers: rows, reachableCount: counted.rows[0]?.count ?? 0 }
}

/** Where the present holders of these open accounts can be reached: by telephone, otherwise by e-mail. An erased person is left out. */
export const waysToCustomers = async (
  pool: Pool,
  tenant: string,
  accounts: readonly string[],
): Promise<{ accountNo: string; telephone: string | null; email: string | null }[]> => {
  const { rows } = await pool.query<{ accountNo: string; telephone: string | null; email: string | null }>(
    `select account.account_no as "accountNo", holder.telephone, holder.email from views.accounts account
     join views.persons holder on holder.tenant = account.tenant and holder.person_id = account.holder_id and holder.erased_at is null
     left join log.person_keys known on known.tenant = holder.tenant and known.person_id = holder.person_id
     where account.tenant = $1 and account.account_no = any($2::text[]) and account.status <> '${AccountStatus.enum.cancelled}'
       and known.erased_at is null and ${isReachable} order by account.account_no`,
    [tenant, accounts],
  )
  return rows
}
