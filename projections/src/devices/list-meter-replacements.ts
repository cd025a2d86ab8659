import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type {
  exportMeterReplacements as exportEndpoint,
  listMeterReplacements as listEndpoint,
  MeterReplacementRow,
} from '@nightflow/schemas/devices/meter-replacements'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter, scanList } from '../storage/list-query.ts'
import { withinMoments } from '../storage/within-moments.ts'

type Filter = Omit<RequestOf<typeof exportEndpoint>, 'heads' | 'words'>

const pattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { search, reason } = filter
  const conditions: string[] = []
  if (search) {
    const like = parameter(pattern(search))
    conditions.push(`(lower(number) like ${like} or lower(replaced_by) like ${like} or exists (select from views.meters
      where meters.tenant = meter_replacements.tenant and meters.number = meter_replacements.number and search_text like ${like}))`)
  }
  if (reason) conditions.push(`lower(reason) like ${parameter(pattern(reason))}`)
  conditions.push(...withinMoments('replaced_at', filter, parameter))
  return conditions
}

/** Replacements after this one until the meter that an account has now; a place with more has none. */
const laterMax = 20

/** The account at the place has the newest meter of the chain. */
const accountOfPlace = `left join lateral (
    with recursive line as (
      select meters.number, meters.replaced_by, 1 as depth from views.meters
        where meters.tenant = meter_replacements.tenant and meters.number = meter_replacements.replaced_by
      union all select next.number, next.replaced_by, depth + 1 from views.meters next
        join line on next.tenant = meter_replacements.tenant and next.number = line.replaced_by where depth < ${laterMax})
    select accounts.account_no, accounts.holder_id from views.accounts join line on accounts.meter_no = line.number
      where accounts.tenant = meter_replacements.tenant and status <> '${AccountStatus.enum.cancelled}' limit 1) account on true
  left join (views.persons holder left join log.person_keys holder_key using (tenant, person_id))
    on holder.tenant = meter_replacements.tenant and holder.person_id = account.holder_id and holder_key.erased_at is null`

const typeOf = (meter: string): string =>
  `(select meter_type_name from platform.meter_types types where types.tenant = ${meter}.tenant and types.meter_type_id = ${meter}.meter_type_id)`

const replacements: ListDeclaration<Filter> = {
  from: 'views.meter_replacements',
  key: ['number'],
  sorts: {
    replacedAt: { by: 'replaced_at' },
    number: { by: 'number' },
    replacedBy: { by: 'replaced_by', isComputed: true },
    recordedAt: { by: 'recorded_at', isComputed: true },
  },
  conditions: conditionsOf,
  columns: `meter_replacements.number, meter_replacements.replaced_by as "replacedBy", meter_replacements.replaced_at as "replacedAt", meter_replacements.final_litres as "finalLitres",
    meter_replacements.initial_litres as "initialLitres", meter_replacements.reason, meter_replacements.recorded_by as "recordedBy", meter_replacements.recorded_at as "recordedAt",
    old.details->>'address' as address, ${typeOf('old')} as "meterTypeName", ${typeOf('successor')} as "newMeterTypeName",
    account.account_no as "accountNo", holder.name as "customerName", latest.readings`,
  joins: `left join views.meters old on old.tenant = meter_replacements.tenant and old.number = meter_replacements.number
    left join views.meters successor on successor.tenant = meter_replacements.tenant and successor.number = meter_replacements.replaced_by
    ${accountOfPlace}
    left join lateral (select array_agg(readings order by day desc) as readings from (
      select readings, day from views.meter_days where meter_id = old.id and day <= (meter_replacements.replaced_at at time zone old.time_zone)::date
      order by day desc limit 4) days) latest on true`,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(replacements.sorts, orderByColumn) ? orderByColumn : 'replacedAt'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'replacedAt'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

type Stored = Omit<MeterReplacementRow, 'replacedAt' | 'recordedAt' | 'lastReadAt' | 'lastRegisterLitres'> & {
  replacedAt: Date
  recordedAt: Date
  readings: Buffer[] | null
}

const toRow = ({ readings, replacedAt, recordedAt, ...row }: Stored, maySeeCustomers: boolean): MeterReplacementRow => ({
  ...row,
  customerName: maySeeCustomers ? row.customerName : null,
  accountNo: maySeeCustomers ? row.accountNo : null,
  replacedAt: replacedAt.toISOString(),
  recordedAt: recordedAt.toISOString(),
  ...lastBefore(readings ?? [], replacedAt.getTime()),
})

/** The last register of these days, newest first, that was read up to an instant. */
const lastBefore = (days: readonly Buffer[], until: number): Pick<MeterReplacementRow, 'lastReadAt' | 'lastRegisterLitres'> => {
  for (const bytes of days) {
    const { at, registerMillilitres: registers } = resolveReadings(unpackFrame(bytes))
    if (!registers) continue
    const index = registers.findLastIndex((value, place) => at[place]! <= until && !Number.isNaN(value))
    if (index >= 0) return { lastReadAt: new Date(at[index]!).toISOString(), lastRegisterLitres: registers[index]! / 1000 }
  }
  return { lastReadAt: null, lastRegisterLitres: null }
}

/** A page of the tenant's replacements, newest first unless sorted. */
export const listMeterReplacements = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
  maySeeCustomers: boolean,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<Stored, Filter>(database, replacements, filter, place)
  return { ...page, rows: page.rows.map((row) => toRow(row, maySeeCustomers)) }
}

/** All of them in batches, in the same order; the connection must be in a transaction. */
export async function* scanMeterReplacements(
  database: PoolClient,
  filter: Filter,
  maySeeCustomers: boolean,
): AsyncGenerator<MeterReplacementRow[]> {
  for await (const rows of scanList<Stored, Filter>(database, replacements, filter, orderOf(filter)))
    yield rows.map((row) => toRow(row, maySeeCustomers))
}
