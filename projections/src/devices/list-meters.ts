import { setImmediate as nextTurn } from 'node:timers/promises'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { listMeters as listMetersEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { MeterRow, MeterSort, MeterStatus, ValveFilter } from '@nightflow/schemas/devices/meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOrder, listPageOf, type Parameter, type Sort, scanList } from '../storage/list-query.ts'
import { latestDay, reportingSince, type StoredMeter, storedMeterColumns, toMeterRow, valvePositionIn } from './meters.ts'
import { closingReasonsOfMeter } from './valves.ts'

type Request = RequestOf<typeof listMetersEndpoint>

const newestDay = '(select day from views.meter_days where meter_id = meters.id order by day desc limit 1)'
const newestFlags = '(select flags from views.meter_days where meter_id = meters.id order by day desc limit 1)'

const sorts: Record<MeterSort, Sort> = {
  number: { by: 'number' },
  name: { by: 'name_key', isNullable: true },
  address: { by: 'address_key', isNullable: true },
  caliberMillimetres: { by: 'caliber_millimetres', isNullable: true },
  partitionId: {
    by: `(select lower(partitions.name) from views.partition_members member join views.partitions on partitions.key = member.partition_key
      where member.tenant = meters.tenant and member.number = meters.number order by member.side, partitions.level desc limit 1)`,
    isNullable: true,
    isComputed: true,
  },
  status: { by: newestDay, isNullable: true, isComputed: true },
}

const hasStatus: Record<MeterStatus, string> = {
  replaced: 'meters.replaced_by is not null',
  never: `meters.replaced_by is null and ${newestDay} is null`,
  silent: `meters.replaced_by is null and ${newestDay} < ${reportingSince}`,
  reporting: `meters.replaced_by is null and ${newestDay} >= ${reportingSince}`,
}

/** The filter, with the meters that the valve filter found. Words of the schema's enumerations go through the tables above. */
type Filter = Omit<Request, 'sort' | 'direction' | 'page' | 'from' | 'limit'> & { ids: readonly number[] | undefined }

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { search, partition, status, flag, caliberMillimetres, valve, closingReason, ids } = filter
  const conditions = conditionsOfLife(filter, parameter)
  if (search) conditions.push(`search_text like ${parameter(`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`)
  if (partition !== undefined)
    conditions.push(`exists (select from views.partition_members member join views.partitions on partitions.key = member.partition_key
      where partitions.id = ${parameter(partition)} and member.tenant = meters.tenant and member.number = meters.number)`)
  if (status !== undefined) conditions.push(hasStatus[status])
  if (flag !== undefined)
    conditions.push(`${parameter(flag)} = any (regexp_split_to_array(replace(${newestFlags}, 'day:', ''), '[\\s,]+'))`)
  if (caliberMillimetres !== undefined) conditions.push(`caliber_millimetres = ${parameter(caliberMillimetres)}`)
  if (closingReason !== undefined) conditions.push(`${closingReasonsOfMeter} ? ${parameter(closingReason)}`)
  if (valve === 'none') conditions.push('not has_valve')
  if (ids !== undefined) conditions.push(`meters.id = any (${parameter(ids)}::bigint[])`)
  return conditions
}

const conditionsOfLife = ({ state, outbound, meterType, meterGroup }: Filter, parameter: Parameter): string[] => {
  const conditions: string[] = []
  if (state !== undefined) conditions.push(`meters.state = ${parameter(state)}`)
  if (outbound !== undefined) conditions.push(`meters.state ${outbound === 'N' ? '=' : '<>'} 'stored'`)
  if (meterType !== undefined) conditions.push(`meters.meter_type_id = ${parameter(meterType)}`)
  if (meterGroup !== undefined) conditions.push(`meters.meter_group_id = ${parameter(meterGroup)}`)
  return conditions
}

/** Unpacking the latest days is work for the rows of a page alone. */
export const metersList: ListDeclaration<Filter> = {
  from: 'views.meters',
  key: ['number'],
  sorts,
  conditions: conditionsOf,
  beyond: ({ after }, parameter) => (after === '' ? undefined : `number > ${parameter(after)}`),
  columns: `${storedMeterColumns}, null as first_day`,
  joins: latestDay,
}

const filterOf = async (database: PoolClient, request: Omit<Filter, 'ids'>): Promise<Filter> => {
  const { valve } = request
  return { ...request, ids: valve === undefined || valve === 'none' ? undefined : await findIdsByValve(database, valve) }
}

/** Meters of a tenant, filtered and sorted, one page at a time. `search` matches parts of number, name and address. */
export const listMeters = async (database: PoolClient, request: Request): Promise<ResponseOf<typeof listMetersEndpoint>> => {
  const page = await listPageOf<StoredMeter, Filter>(database, metersList, await filterOf(database, request), request)
  return { ...page, rows: page.rows.map(toMeterRow) }
}

/** All of these meters in batches, in the same order; the connection must be in a transaction. */
export async function* scanMeters(database: PoolClient, request: Omit<Filter, 'ids' | 'after'> & ListOrder): AsyncGenerator<MeterRow[]> {
  const filter = await filterOf(database, { ...request, after: '' })
  for await (const rows of scanList<StoredMeter, Filter>(database, metersList, filter, request)) yield rows.map(toMeterRow)
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
      `select meters.id, latest.readings from (select * from views.meters where has_valve and id > $1 order by id limit ${metersPerScan}) meters ${latestDay} order by meters.id`,
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
