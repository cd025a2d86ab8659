import { randomUUID } from 'node:crypto'
import { type Account, type AccountCommand, accountDecider } from '@nightflow/domain/customers/account-decider'
import type { KnownScheme } from '@nightflow/domain/customers/account-parties'
import { knownSchemes } from '@nightflow/projections/billing/price-schemes'
import { accountWithMeter } from '@nightflow/projections/customers/accounts'
import { AccountAgent, Enterprise, Holder } from '@nightflow/schemas/customers/account'
import { changeAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { AccountNoGenMode } from '@nightflow/schemas/platform/tenant'
import { maskPersonal } from '@nightflow/schemas/shared/personal'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandsOf } from '../http/commands-of.ts'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'
import { holdMeters, type RecentLinks } from './hold-meters.ts'

/** Decides on one account. The operation log keeps its state without personal values. */
export const decideAccount = (
  context: RequestContext,
  command: AccountCommand,
  options: { isNew?: true; eventId?: string | undefined } = {},
): Promise<Decided | Rejection> => decide(context, accountDecider, command, describeAccount, options)

export const describeAccount = (account: Account): unknown => {
  if (account.status === 'none') return null
  const { holder, enterprise, agent } = account.parties
  return {
    status: account.status,
    contractNo: account.contractNo,
    meterNo: account.meterNo,
    holder: maskPersonal(Holder, holder),
    enterprise: enterprise && maskPersonal(Enterprise, enterprise),
    agent: agent && maskPersonal(AccountAgent, agent),
    settings: account.settings,
  }
}

/** Settings of the tenant that accounts need. */
export type AccountTenant = {
  country: string
  /** Numbers are counted up instead of typed. */
  isNumbering: boolean
  /** The valve stays closed when an account is opened. */
  valveStaysClosed: boolean
}
/** The same with the price schemes that accounts are to be given. */
export type OpeningTenant = AccountTenant & { schemes: ReadonlyMap<string, NonNullable<KnownScheme>> }

export const accountTenantOf = async (context: RequestContext): Promise<AccountTenant> => {
  const tenant = await tenantOfCaller(context)
  const { country, accountNoGenMode, openAccountCloseValve } = tenant.settings
  return { country, isNumbering: accountNoGenMode === AccountNoGenMode.enum.automatic, valveStaysClosed: openAccountCloseValve }
}

/** Identifiers for persons whom an account does not have yet. */
export const newPersonIds = () => ({ holder: randomUUID(), legalRepresentative: randomUUID(), agent: randomUUID() })

export const withPersons = async (context: RequestContext) => ({
  country: (await accountTenantOf(context)).country,
  newPersonIds: newPersonIds(),
})

/** A meter serves one account at a time, and must be registered. */
export const refuseMeter = async (
  database: PoolClient,
  { accountNo, meterNo }: { accountNo?: string; meterNo: string },
  recent: RecentLinks,
): Promise<Rejection | undefined> => {
  const known = await database.query('select from views.meters where number = $1', [meterNo])
  if (known.rowCount === 0) return rejected('meter-not-registered', { number: meterNo })
  const holder = recent.has(meterNo) ? recent.get(meterNo) : await accountWithMeter(database, meterNo)
  return holder === undefined || holder === null || holder === accountNo
    ? undefined
    : rejected('meter-has-account', { number: meterNo, accountNo: holder })
}

/** Facts of the price scheme that a request names. */
export const withScheme = async (context: RequestContext, { priceScheme }: { priceScheme?: string | undefined }) => ({
  knownScheme: priceScheme ? ((await schemesOf(context, [priceScheme])).get(priceScheme) ?? null) : null,
})

const schemesOf = (context: RequestContext, names: readonly string[]) => context.write((database) => knownSchemes(database, names))

const namesOf = (openings: readonly { priceScheme?: string | undefined }[]): string[] => [
  ...new Set(openings.flatMap(({ priceScheme }) => priceScheme ?? [])),
]

/** The price schemes that these openings name, as far as they exist. */
export const schemesOfOpenings = (database: PoolClient, openings: readonly { priceScheme?: string | undefined }[]) =>
  knownSchemes(database, namesOf(openings))

/** The meter that an account is given must be free. It is held for the rest of the request. */
export const refuseLink = async (request: { accountNo: string; meterNo: string }, context: RequestContext) => {
  const recent = await holdMeters(context, request.meterNo)
  return context.write((database) => refuseMeter(database, request, recent))
}

export const account = commandsOf(accountDecider, describeAccount)

export const accountChangeRoutes: readonly Route[] = [
  account(changeAccount, {
    refuse: ({ customerTypeId }, context) => refuseUnlisted(context, 'customerTypes', [customerTypeId]),
    prepare: async (request, context) => ({ ...(await withPersons(context)), ...(await withScheme(context, request)) }),
    command: (request, known) => ({ type: 'ChangeAccount', ...request, ...known }),
  }),
]
