import { NatureOfUse, WaterUse } from '@nightflow/schemas/customers/account'
import type { openAccounts as openAccountsEndpoint } from '@nightflow/schemas/customers/import-accounts'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { type AccountTenant, accountTenantOf, schemesOfOpenings } from './change-account.ts'
import { holdMeters, type RecentLinks } from './hold-meters.ts'
import { numbersOf, type Opened, type Opening, openAs, refuseOpening } from './open-account.ts'

/** Enough to let the log write many accounts in one go, few enough to leave room for gateways. */
const atOnce = 128

/** For each opening of a batch the rule that it breaks: of the batch, of an account, or of a number or meter that is taken. */
export const refuseBatch = async (
  database: PoolClient,
  openings: readonly Opening[],
  tenant: AccountTenant,
  recent: RecentLinks,
): Promise<(Rejection | undefined)[]> => {
  const refuseInBatch = rulesOfBatch(await meterTypesOf(database, openings))
  const refuseType = await unknownTypesOf(database, openings)
  const refuseTaken = await takenOf(database, openings, recent)
  const known = { ...tenant, schemes: await schemesOfOpenings(database, openings) }
  return openings.map((opening) => refuseInBatch(opening) ?? refuseType(opening) ?? refuseOpening(opening, known) ?? refuseTaken(opening))
}

/** The type of each meter that the batch links; null where none is stated. Meters that are not registered are refused elsewhere. */
const meterTypesOf = async (database: PoolClient, openings: readonly Opening[]): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await database.query<{ number: string; type: string | null }>(
    'select number, meter_type_id::text as type from views.meters where number = any($1::text[])',
    [openings.flatMap(({ meterNo }) => meterNo ?? [])],
  )
  return new Map(rows.map(({ number, type }) => [number, type]))
}

/** The row stays until the command is stored. */
const unknownTypesOf = async (database: PoolClient, openings: readonly Opening[]) => {
  const { rows } = await database.query<{ id: number }>(
    `select customer_type_id::float8 as id from platform.customer_types where customer_type_id = any($1::bigint[])
     order by customer_type_id for share`,
    [openings.flatMap(({ customerTypeId }) => customerTypeId ?? [])],
  )
  const known = new Set(rows.map(({ id }) => id))
  return ({ customerTypeId }: Opening): Rejection | undefined =>
    customerTypeId === undefined || known.has(customerTypeId) ? undefined : rejected('customer-type-missing')
}

/** The values that a batch may not have twice, and those that all its rows share: the type of its meters, and the one that its rows state. */
const rulesOfBatch = (typeOfMeter: ReadonlyMap<string, string | null>) => {
  const accounts = new Set<string>()
  const meters = new Set<string>()
  let shared: string | undefined
  let sharedByMeters: string | null | undefined
  return ({ accountNo, meterNo, natureOfUse, waterUse, meterType = '' }: Opening): Rejection | undefined => {
    if (natureOfUse !== NatureOfUse.enum.individual || waterUse !== WaterUse.enum.domestic) return rejected('batch-domestic-only')
    shared ??= meterType
    if (meterType !== shared) return rejected('batch-one-meter-type')
    const ofMeter = meterNo === undefined ? undefined : typeOfMeter.get(meterNo)
    if (ofMeter !== undefined) {
      if (sharedByMeters === undefined) sharedByMeters = ofMeter
      if (ofMeter !== sharedByMeters) return rejected('batch-one-meter-type')
    }
    if (accountNo !== undefined && accounts.has(accountNo)) return rejected('account-already-exists', { accountNo })
    if (meterNo !== undefined && meters.has(meterNo)) return rejected('meter-twice-in-sheet', { number: meterNo })
    if (accountNo !== undefined) accounts.add(accountNo)
    if (meterNo !== undefined) meters.add(meterNo)
    return undefined
  }
}

const takenOf = async (database: PoolClient, openings: readonly Opening[], recent: RecentLinks) => {
  const accounts = await database.query<{ account_no: string }>(
    'select account_no from views.accounts where account_no = any($1::text[])',
    [openings.flatMap(({ accountNo }) => accountNo ?? [])],
  )
  const registered = await database.query<{ number: string; account_no: string | null }>(
    `select number, account_no from views.meters left join views.accounts on accounts.tenant = meters.tenant and meter_no = number
     where number = any($1::text[])`,
    [openings.flatMap(({ meterNo }) => meterNo ?? [])],
  )
  const isTaken = new Set(accounts.rows.map(({ account_no }) => account_no))
  const holderOf = new Map(
    registered.rows.map(({ number, account_no }) => [number, recent.has(number) ? (recent.get(number) ?? null) : account_no]),
  )
  return ({ accountNo, meterNo }: Opening): Rejection | undefined => {
    if (accountNo !== undefined && isTaken.has(accountNo)) return rejected('account-already-exists', { accountNo })
    if (meterNo === undefined) return undefined
    const holder = holderOf.get(meterNo)
    if (holder === undefined) return rejected('meter-not-registered', { number: meterNo })
    return holder === null ? undefined : rejected('meter-has-account', { number: meterNo, accountNo: holder })
  }
}

/** Opens each of them. Numbers that are counted up follow the order of the batch as far as they are free. */
export const openEach = async (
  openings: readonly Opening[],
  tenant: AccountTenant,
  context: RequestContext,
  { ids, onRow }: { ids?: readonly string[] | undefined; onRow?: () => void } = {},
): Promise<(Opened | Rejection)[]> => {
  const answers: (Opened | Rejection)[] = []
  const waiting = openings.entries()
  const next = await numbersOf(context)
  const schemes = await context.write((database) => schemesOfOpenings(database, openings))
  const openNext = async (): Promise<void> => {
    for (const [nth, opening] of waiting) {
      onRow?.()
      answers[nth] = await openAs(opening, { ...tenant, schemes }, context, next, ids?.[nth])
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, openings.length) }, openNext))
  return answers
}

/** The last position of the log that they reached. */
export const positionOf = (answers: readonly (Opened | Rejection)[]): number =>
  Math.max(0, ...answers.map((answer) => (isRejection(answer) ? 0 : answer.position)))

/** All accounts of a form are opened, or none of them. */
export const openAccounts = async (
  { accounts }: RequestOf<typeof openAccountsEndpoint>,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof openAccountsEndpoint>>> => {
  const tenant = await accountTenantOf(context)
  const recent = await holdMeters(context, 'all')
  const refused = named(await context.write((database) => refuseBatch(database, accounts, tenant, recent)))
  if (refused.length > 0) return { response: { opened: 0, refused, position: 0 }, after: { opened: 0, refused } }
  const answers = await openEach(accounts, tenant, context)
  const late = named(answers.map((answer) => (isRejection(answer) ? answer : undefined)))
  const response = { opened: answers.length - late.length, refused: late, position: positionOf(answers) }
  return { response, position: response.position, after: { opened: response.opened, refused: late } }
}

const named = (refusals: readonly (Rejection | undefined)[]): ResponseOf<typeof openAccountsEndpoint>['refused'] =>
  refusals.flatMap((refusal, nth) => (refusal ? [{ row: nth + 1, code: refusal.rejected, details: refusal.details ?? {} }] : []))
