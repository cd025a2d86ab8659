import { setImmediate as nextTurn } from 'node:timers/promises'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { listMeters as listMetersEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { MeterSort, MeterStatus, ValveFilter } from '@nightflow/schemas/devices/meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { latestDay, reportingSince, type StoredMeter, storedMeterColumns, toMeterRow, valvePositionIn } from './meters.ts'

type Request = RequestOf<typeof listMetersEndpoint>

const newestDay = '(select day from views.meter_days where meter_id = meters.id order by day desc limit 1)'
const newestFlags = '(select flags from views.meter_days where meter_id = meters.id order by day desc limit 1)'

const orderBy: Record<MeterSort, string> = {
  number: 'meters.number',
  name: "lower(meters.details->>'name')",
  address: "lower(meters.details->>'address')",
  caliberMillimetres: "(meters.details->>'caliberMillimetres')::int",
  partitionId: `(select lower(partitions.name) from views.partition_members member join views.partitions on partitions.key = member.partition_key
    where member.tenant = meters.tenant and member.number = meters.number order by member.side, partitions.level desc limit 1)`,
  status: newestDay,
}

const hasStatus: Record<MeterStatus, string> = {
  replaced: 'meters.replaced_by is not null',
  never: `meters.replaced_by is null and ${newestDay} is null`,
  silent: `meters.replaced_by is null and ${newestDay} < ${reportingSince}`,
  reporting: `meters.replaced_by is null and ${newestDay} >= ${reportingSince}`,
}

const hasValve = "(meters.details->>'hasValve')::boolean"

/** The filter as SQL; values go through `$n`, words of the schema's enumerations through the tables above. */
const whereOf = (request: Request, idsByValve: readonly number[] | undefined) => {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const conditions = ['true']
  const { search, partition, status, flag, caliberMillimetres, valve } = request
  if (search !== '') {
    const pattern = value(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
    conditions.push(
      `(meters.number ilike ${pattern} or meters.details->>'name' ilike ${pattern} or meters.details->>'address' ilike ${pattern})`,
    )
  }
  if (partition !== undefined)
    conditions.push(`exists (select from views.partition_members member join views.partitions on partitions.key = member.partition_key
      where partitions.id = ${value(partition)} and member.tenant = meters.tenant and member.number = meters.number)`)
  if (status !== undefined) conditions.push(hasStatus[status])
  if (flag !== undefined) conditions.push(`${value(flag)} = any (regexp_split_to_array(replace(${newestFlags}, 'day:', ''), '[\\s,]+'))`)
  if (caliberMillimetres !== undefined) conditions.push(`meters.details->>'caliberMillimetres' = ${value(String(caliberMillimetres))}`)
  if (valve === 'none') conditions.push(`not ${hasValve}`)
  if (idsByValve !== undefined) conditions.push(`meters.id = any (${value(idsByValve)}::bigint[])`)
  return { sql: conditions.join(' and '), values, value }
}

/** Meters of a tenant, filtered and sorted, one page at a time. `search` matches parts of number, name and address. */
export const listMeters = async (database: PoolClient, request: Request): Promise<ResponseOf<typeof listMetersEndpoint>> => {
  const { valve, sort, direction, page, after, limit } = request
  const idsByValve = valve === undefined || valve === 'none' ? undefined : await findIdsByValve(database, valve)
  const where = whereOf(request, idsByValve)
  const total = await database.query<{ total: number }>(`select count(*)::int as total from views.meters where ${where.sql}`, where.values)
  const beyond = after === '' ? 'true' : `meters.number > ${where.value(after)}`
  // The page is chosen first: unpacking the latest days is work for its rows alone.
  const rows = await database.query<StoredMeter>(
    `with page as materialized (
       select meters.*, row_number() over (order by ${orderBy[sort]} ${direction} nulls last, meters.number ${direction}) as place
       from views.meters where ${where.sql} and ${beyond} order by place limit ${where.value(limit)} offset ${where.value((page - 1) * limit)}
     )
     select ${storedMeterColumns}, null as first_day from page meters ${latestDay} order by meters.place`,
    where.values,
  )
  return { rows: rows.rows.map(toMeterRow), total: total.rows[0]!.total }
}

const metersPerScan = 1000

/**
 * Meters with a valve whose latest readings report this position. The position is in the packed readings, so each valve's latest days are
 * unpacked: about 50 microseconds a valve, in portions between which other requests are served.
 */
const findIdsByValve = async (database: PoolClient, wanted: Exclude<ValveFilter, 'none'>): Promise<number[]> => {
  const position = wanted === 'unknown' ? null : wanted
  const ids: number[] = []
  for (let after = '0'; ; ) {
    const scanned = await database.query<{ id: string; readings: Buffer[] | null }>(
      `select meters.id, latest.readings from (select * from views.meters where ${hasValve} and id > $1 order by id limit ${metersPerScan}) meters ${latestDay} order by meters.id`,
      [after],
    )
    for (const { id, readings } of scanned.rows)
      if (valvePositionIn((readings ?? []).map((bytes) => unpackFrame(bytes))) === position) ids.push(Number(id))
    const last = scanned.rows.at(-1)
    if (last === undefined || scanned.rows.length < metersPerScan) return ids
    after = last.id
    await nextTurn()
  }
}
