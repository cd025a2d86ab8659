import { datedSchemes, localDay, schemeOn } from '@nightflow/domain/shared/assigned-schemes'
import type { AccountDetail, AccountRow, BillingSettings } from '@nightflow/schemas/customers/account'
import { amountOf } from '@nightflow/schemas/customers/account'
import type { findAccount as findAccountEndpoint, listAccounts as listAccountsEndpoint } from '@nightflow/schemas/customers/endpoints'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
import type { PoolClient } from 'pg'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter, scanList } from '../storage/list-query.ts'
import { withinMoments } from '../storage/within-moments.ts'

type Filter = Omit<RequestOf<typeof listAccountsEndpoint>, 'pageNum' | 'pageSize' | 'from'>

type StoredAccount = {
  account_no: string
  status: AccountRow['status']
  opened_at: Date
  meter_no: string | null
  settings: BillingSettings
  price_schemes: readonly AssignedScheme[]
  company_name: string | null
  name: string | null
  telephone: string | null
  address: string | null
  dept_id: number | null
  dept_name: string | null
  region_id: number | null
  region_name: string | null
}

/** A person as it may be shown: nothing of one whose key is gone, also where the projector has not come to the erasure yet. */
export const personOf = (alias: string, id: string): string =>
  `left join (views.persons ${alias} left join log.person_keys ${alias}_key using (tenant, person_id))
     on ${alias}.tenant = accounts.tenant and ${alias}.person_id = ${id} and ${alias}_key.erased_at is null`

/** The owner of an account, with the names of department and region. */
const owner = `left join lateral (select owners.dept_id::float8 as dept_id, owners.region_id::float8 as region_id,
    (select dept_name from platform.departments where departments.dept_id = owners.dept_id) as dept_name,
    (select region_name from platform.regions where regions.region_id = owners.region_id) as region_name
  from platform.owners where owners.tenant = accounts.tenant and kind = 'account' and key = accounts.account_no) owner on true`

const ownedBy = (column: string, id: string): string =>
  `account_no in (select key from platform.owners where tenant = current_setting('nightflow.tenant') and kind = 'account' and ${column} = ${id})`

const columns = `account_no, status, opened_at, meter_no, settings, price_schemes, parties->>'companyName' as company_name, holder.name, holder.telephone, holder.address,
  owner.dept_id, owner.dept_name, owner.region_id, owner.region_name`

/** A text that occurs in another one, whatever capitals it has. */
export const pattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

type Holders = (condition: string) => string

/** The persons are computed as a whole, once in a statement. */
const amongHolders: Holders = (condition) => `holder_id in (select person_id from views.persons where ${condition})`
/** The person of each row that is passed. */
const holderOfRow: Holders = (condition) => `(select ${condition} from views.persons where person_id = accounts.holder_id)`

const conditionsOf = (filter: Filter, parameter: Parameter, holders = amongHolders): string[] => {
  const { search, status, customerTypeId, natureOfUse, waterUse, accountNo, customerName, telephone, address, meterNo, deptId, regionId } =
    filter
  const like = (column: string, text: string) => `${column} like ${parameter(pattern(text))}`
  const holderLike = (column: string, text: string) => holders(like(column, text))
  const conditions: string[] = []
  if (search) conditions.push(`(${like('search_text', search)} or ${holderLike('search_text', search)})`)
  if (status !== undefined) conditions.push(`status = ${parameter(status)}`)
  if (customerTypeId !== undefined) conditions.push(`customer_type_id = ${parameter(customerTypeId)}`)
  if (natureOfUse !== undefined) conditions.push(`nature_of_use = ${parameter(natureOfUse)}`)
  if (waterUse !== undefined) conditions.push(`water_use = ${parameter(waterUse)}`)
  if (accountNo) conditions.push(like('lower(account_no)', accountNo))
  if (customerName) conditions.push(holderLike('lower(name)', customerName))
  if (telephone) conditions.push(holderLike('telephone', telephone))
  if (address) conditions.push(holderLike('lower(address)', address))
  if (meterNo) conditions.push(like('lower(meter_no)', meterNo))
  if (deptId !== undefined) conditions.push(ownedBy('dept_id', parameter(deptId)))
  if (regionId !== undefined) conditions.push(ownedBy('region_id', parameter(regionId)))
  conditions.push(...withinMoments('opened_at', filter, parameter))
  return conditions
}

/** Names and addresses are joined for the rows of a page alone. */
export const accountsList: ListDeclaration<Filter> = {
  from: 'views.accounts',
  key: ['id'],
  sorts: {
    id: { by: 'id' },
    accountNo: { by: 'account_no' },
    openedAt: { by: 'opened_at' },
    status: { by: 'status' },
    meterNo: { by: 'meter_no', isNullable: true },
  },
  conditions: (filter, parameter) => conditionsOf(filter, parameter),
  conditionsOfMany: (filter, parameter) => conditionsOf(filter, parameter, holderOfRow),
  columns,
  isSearched: ({ search, accountNo, customerName, telephone, address, meterNo }) =>
    [search, accountNo, customerName, telephone, address, meterNo].some(Boolean),
  joins: `${personOf('holder', 'accounts.holder_id')} ${owner}`,
  // Clients that know the total alone need it for their pages.
  countMax: (filter) => (conditionsOf(filter, () => '').length === 0 ? 100_000 : boundedTotalMax),
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(accountsList.sorts, orderByColumn) ? orderByColumn : 'id'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'id'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

/** Whose clock says which price scheme counts today. */
type Clock = { now: number; timeZone: string }

const toRow = ({ settings, ...account }: StoredAccount, { now, timeZone }: Clock): AccountRow => ({
  accountNo: account.account_no,
  customerName: account.name,
  status: account.status,
  telephone: account.telephone,
  address: account.address,
  customerTypeId: settings.customerTypeId,
  natureOfUse: settings.natureOfUse,
  waterUse: settings.waterUse,
  businessMode: settings.businessMode,
  meterNo: account.meter_no,
  meterType: settings.meterType,
  companyName: account.company_name,
  payChannel: settings.payChannel,
  priceScheme: schemeOn(account.price_schemes, localDay(now, timeZone), timeZone),
  isBilled: settings.isBilled,
  countsVolume: settings.countsVolume,
  openedAt: account.opened_at.toISOString(),
  remarks: settings.remarks,
  deptId: account.dept_id,
  deptName: account.dept_name,
  regionId: account.region_id,
  regionName: account.region_name,
})

/** A page of accounts, newest first unless sorted. */
export const listAccounts = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listAccountsEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
  clock: Clock,
): Promise<ResponseOf<typeof listAccountsEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<StoredAccount, Filter>(database, accountsList, filter, place)
  return { ...page, rows: page.rows.map((row) => toRow(row, clock)) }
}

/** All of these accounts in batches, in the same order; the connection must be in a transaction. */
export async function* scanAccounts(database: PoolClient, filter: Filter, clock: Clock): AsyncGenerator<AccountRow[]> {
  for await (const rows of scanList<StoredAccount, Filter>(database, accountsList, filter, orderOf(filter)))
    yield rows.map((row) => toRow(row, clock))
}

type StoredDetail = StoredAccount & {
  parties: { idType: AccountDetail['idType']; creditCode: string | null }
  meters: AccountDetail['meters']
  email: string | null
  identity_number: string | null
  legal_representative: string | null
  agent_name: string | null
  agent_telephone: string | null
  agent_identity_number: string | null
}

export const findAccount = async (
  database: PoolClient,
  { accountNo }: RequestOf<typeof findAccountEndpoint>,
  clock: Clock,
): Promise<ResponseOf<typeof findAccountEndpoint> | undefined> => {
  const { rows } = await database.query<StoredDetail>(
    `select ${columns}, parties, meters, holder.email, holder.identity_number, legal.name as legal_representative,
       agent.name as agent_name, agent.telephone as agent_telephone, agent.identity_number as agent_identity_number
     from views.accounts ${personOf('holder', 'accounts.holder_id')} ${owner}
     ${personOf('legal', "(parties->>'legalRepresentativeId')::uuid")} ${personOf('agent', "(parties->>'agentId')::uuid")}
     where account_no = $1`,
    [accountNo],
  )
  const [stored] = rows
  if (!stored) return undefined
  const { parties, settings } = stored
  const amount = (minor: number | null): number | null => (minor === null ? null : amountOf(minor))
  return {
    ...toRow(stored, clock),
    idType: parties.idType,
    idNumber: stored.identity_number,
    email: stored.email,
    creditCode: parties.creditCode,
    legalRepresentative: stored.legal_representative,
    agentName: stored.agent_name,
    agentTelephone: stored.agent_telephone,
    agentIdNumber: stored.agent_identity_number,
    purchaseLimit: amount(settings.purchaseLimitMinor),
    arrearsClosingThreshold: amount(settings.arrearsClosingThresholdMinor),
    balanceThreshold: amount(settings.balanceThresholdMinor),
    priceSchemes: datedSchemes(stored.price_schemes, clock.timeZone),
    meters: stored.meters,
  }
}
