import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { OwnedKind } from '@nightflow/schemas/shared/owner'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Where the calls begin that are about the whole utility: its log, its money, its settings and jobs that take all accounts. People whose roles
 * show a part of the utility are refused, because half an answer would look like all of it.
 */
const ofWholeUtility: readonly string[] = [
  '/api/v1/audit',
  '/prod-api/audit',
  '/prod-api/system/operlog',
  '/prod-api/business/ledger/close',
  '/prod-api/business/ledger/trialBalance',
  '/prod-api/business/ledger/vat',
  '/prod-api/business/ledger/revenue',
  '/prod-api/business/agentStatement',
  '/prod-api/business/billRun',
  '/prod-api/business/bankStatement',
  '/prod-api/business/bankEntry',
  '/api/v1/bank-entries',
  '/api/v1/bill-runs',
  '/prod-api/business/cascadeScreen',
  '/prod-api/business/useReport/group',
  '/prod-api/business/meterMove',
  '/api/v1/imports',
  '/api/v1/quarantine',
  '/api/v1/unclaimed-meters',
  '/api/v1/correction-effects',
]
const isOfWholeUtility = ({ path }: Endpoint): boolean =>
  ofWholeUtility.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  /^\/api\/v1\/price-schemes\/:\w+\/simulations$/.test(path)

/** Throws `beyond-data-scope` where a call is about more than the caller sees. */
export const refuseWholeUtility = (endpoint: Endpoint, { scope }: RequestContext['caller']): void => {
  if (scope && isOfWholeUtility(endpoint)) throw new ProblemError(rejected('beyond-data-scope'))
}

/** Calls that serve customers beyond what their caller sees, by a rule of their own: the sales desk of agents. */
const withRuleOfTheirOwn = '/prod-api/business/agentDesk/'

/** Fields of requests that name what has an owner. `id`, `parentId` and `partitionId` do so below the path of partitions alone. */
const kindOf = (field: string, path: string): OwnedKind | undefined => {
  if (field === 'accountNo' || field === 'accountNos') return 'account'
  if (['meterNo', 'number', 'numbers', 'replacedBy', 'meters'].includes(field)) return 'meter'
  if (['id', 'parentId'].includes(field)) return path.startsWith('/api/v1/partitions') ? 'partition' : undefined
  return field === 'partitionId' || field === 'partition' ? 'partition' : undefined
}

/** Lists, their sums and their exports are filtered by parts of a number, and row-level security narrows them. */
const isList = ({ method, path, request: { shape }, envelope }: Endpoint): boolean =>
  !path.includes('/:') && (path.endsWith('/totals') || 'pageNum' in shape || 'limit' in shape || (envelope === 'file' && method === 'POST'))

type Named = Record<OwnedKind, Set<string>>

const keysIn = (path: string, value: unknown, named: Named, kind?: OwnedKind): Named => {
  if (typeof value === 'string' && kind) named[kind].add(value)
  else if (Array.isArray(value)) for (const item of value) keysIn(path, item, named, kind)
  else if (typeof value === 'object' && value !== null)
    for (const [field, part] of Object.entries(value)) keysIn(path, part, named, kindOf(field, path))
  return named
}

/** Where the keys of each kind are. */
export const homes: Record<OwnedKind, { table: string; column: string }> = {
  account: { table: 'views.accounts', column: 'account_no' },
  meter: { table: 'views.meters', column: 'number' },
  partition: { table: 'views.partitions', column: 'id' },
}

/**
 * Throws `not-found` where the request names an account, a meter or a partition that is there and that the caller does not see: most commands
 * look things up on the service's rights, and answers about the past come from the log. A name that does not exist yet may be created.
 */
export const refuseOthers = async (endpoint: Endpoint, value: object, context: RequestContext): Promise<void> => {
  const { tenant, scope } = context.caller
  if (!scope || isList(endpoint) || endpoint.path.startsWith(withRuleOfTheirOwn)) return
  const named = keysIn(endpoint.path, value, { account: new Set(), meter: new Set(), partition: new Set() })
  for (const [kind, { table, column }] of Object.entries(homes)) {
    const keys = [...named[kind as OwnedKind]]
    if (keys.length === 0) continue
    const seen = await context.read((database) =>
      database.query<{ key: string }>(`select ${column} as key from ${table} where ${column} = any($1::text[])`, [keys]),
    )
    const shown = new Set(seen.rows.map(({ key }) => key))
    const others = keys.filter((key) => !shown.has(key))
    if (others.length === 0) continue
    const { rows } = await context.servicePool.query(`select from ${table} where tenant = $1 and ${column} = any($2::text[]) limit 1`, [
      tenant,
      others,
    ])
    if (rows.length > 0) throw new ProblemError(rejected('not-found'))
  }
}
