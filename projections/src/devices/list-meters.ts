import type { listMeters as listMetersEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { MeterRow, MeterSort, MeterStatus, ValveFilter } from '@nightflow/schemas/devices/meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { YesNo } from '@nightflow/schemas/shared/lists'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOrder, listPageOf, type Parameter, type Sort, scanList } from '../storage/list-query.ts'
import { latestDay, reportingSince, type StoredMeter, storedMeterColumns, toMeterRow, valveCodes } from './meters.ts'

type Request = RequestOf<typeof listMetersEndpoint>

const sorts: Record<MeterSort, Sort> = {
  number: { by: 'number' },
  name: { by: 'name_key', isNullable: true },
  address: { by: 'address_key', isNullable: true },
  caliberMillimetres: { by: 'caliber_millimetres', isNullable: true },
  partitionId: {
    by: `(select lower(partitions.name) from views.partition_members member join views.partitions on partitions.key = member.partition_key
      where member.tenant = meters.tenant and member.number = meters.number
      order by (active_until > now() and active_from <= now()) desc, member.side, partitions.level desc limit 1)`,
    isNullable: true,
    isComputed: true,
  },
  // The one sort without an index: its column changes with every new day of a meter (see `meter_states`).
  status: { by: 'newest_day', isNullable: true },
}

/** A local date is at most a day apart from it, so that the time zone decides about few meters. Every registered meter has a state. */
const today = "(now() at time zone 'UTC')::date"

const hasStatus: Record<MeterStatus, string> = {
  replaced: 'replaced_by is not null',
  never: 'replaced_by is null and meter_states.tenant is not null and newest_day is null',
  silent: `replaced_by is null and newest_day < ${today} - 1 and (newest_day < ${today} - 3 or newest_day < ${reportingSince})`,
  reporting: `replaced_by is null and newest_day >= ${today} - 3 and (newest_day >= ${today} - 1 or newest_day >= ${reportingSince})`,
}

/** Words of the schema's enumerations go through the tables above and below. */
type Filter = Omit<Request, 'sort' | 'direction' | 'page' | 'from' | 'limit'>

const hasValve: Record<ValveFilter, string> = {
  none: 'not has_valve',
  open: `has_valve and meter_states.valve = ${valveCodes.open}`,
  closed: `has_valve and meter_states.valve = ${valveCodes.closed}`,
  unknown: 'has_valve and meter_states.valve = 0',
}

const hasOtherConditions = (filter: Filter): boolean => conditionsOf({ ...filter, search: '' }, () => '').length > 0

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { search, partition, status, flag, caliberMillimetres, valve, closingReason } = filter
  const conditions = conditionsOfLife(filter, parameter)
  if (search) {
    const found = `search_text like ${parameter(`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`
    // The planner takes any pattern for rare, and loops over all that match. For a condition that it cannot estimate it assumes half of the rows.
    conditions.push(hasOtherConditions(filter) ? `case when ${found} then true else false end` : found)
  }
  if (partition !== undefined)
    conditions.push(`exists (select from views.partition_members member join views.partitions on partitions.key = member.partition_key
      where partitions.id = ${parameter(partition)} and member.tenant = meters.tenant and member.number = meters.number
        and member.until_day > (now() at time zone meters.time_zone)::date)`)
  if (status !== undefined) conditions.push(hasStatus[status])
  if (flag !== undefined) conditions.push(`meter_states.flags <> '' and strpos(meter_states.flags, ${parameter(` ${flag} `)}) > 0`)
  if (caliberMillimetres !== undefined) conditions.push(`caliber_millimetres = ${parameter(caliberMillimetres)}`)
  if (closingReason !== undefined)
    conditions.push(`number in (select number from views.valves where closing_reasons ? ${parameter(closingReason)})`)
  if (valve !== undefined) conditions.push(hasValve[valve])
  return conditions
}

const ownedBy = (column: string, id: string): string =>
  `number in (select key from platform.owners where tenant = current_setting('nightflow.tenant') and kind = 'meter' and ${column} = ${id})`

const conditionsOfLife = ({ state, outbound, meterType, meterGroup, deptId, regionId }: Filter, parameter: Parameter): string[] => {
  const conditions: string[] = []
  if (state !== undefined) conditions.push(`meters.state = ${parameter(state)}`)
  if (outbound !== undefined) conditions.push(`meters.state ${outbound === YesNo.enum.no ? '=' : '<>'} 'stored'`)
  if (meterType !== undefined) conditions.push(`meters.meter_type_id = ${parameter(meterType)}`)
  if (meterGroup !== undefined) conditions.push(`meters.meter_group_id = ${parameter(meterGroup)}`)
  if (deptId !== undefined) conditions.push(ownedBy('dept_id', parameter(deptId)))
  if (regionId !== undefined) conditions.push(ownedBy('region_id', parameter(regionId)))
  return conditions
}

/** Fields of filters and sorts are in narrow indexes or, the newest day, in a narrow table; unpacking the latest days is work for the rows of a page alone. */
export const metersList: ListDeclaration<Filter> = {
  from: 'views.meters left join views.meter_states using (tenant, number)',
  key: ['number'],
  sorts,
  conditions: conditionsOf,
  isSearched: (filter) => filter.search !== '' && hasOtherConditions(filter),
  beyond: ({ after }, parameter) => (after === '' ? undefined : `number > ${parameter(after)}`),
  columns: `${storedMeterColumns}, null as first_day`,
  joins: latestDay,
}

/** Meters of a tenant, filtered and sorted, one page at a time. `search` matches parts of number, name and address. */
export const listMeters = async (database: PoolClient, request: Request): Promise<ResponseOf<typeof listMetersEndpoint>> => {
  const page = await listPageOf<StoredMeter, Filter>(database, metersList, request, request)
  return { ...page, rows: page.rows.map(toMeterRow) }
}

/** All of these meters in batches, in the same order; the connection must be in a transaction. */
export async function* scanMeters(database: PoolClient, request: Omit<Filter, 'after'> & ListOrder): AsyncGenerator<MeterRow[]> {
  for await (const rows of scanList<StoredMeter, Filter>(database, metersList, { ...request, after: '' }, request))
    yield rows.map(toMeterRow)
}
