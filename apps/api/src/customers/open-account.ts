import { accountDecider } from '@nightflow/domain/customers/account-decider'
import type { OfTenant, WithScheme } from '@nightflow/domain/customers/account-parties'
import { lastGeneratedNumber } from '@nightflow/projections/customers/accounts'
import type { OpenAccount, openAccount as openAccountEndpoint } from '@nightflow/schemas/customers/account-lifecycle'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { giveNew, ownerOfNew } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'
import { accountTenantOf, decideAccount, newPersonIds, type OpeningTenant, refuseMeter, schemesOfOpenings } from './change-account.ts'
import { holdMeters } from './hold-meters.ts'

/** Fields of the form that opens an account. */
export type Opening = RequestOf<typeof openAccountEndpoint>
type Response = ResponseOf<typeof openAccountEndpoint>
export type Opened = Outcome<Response> & { position: number }

/** Digits of a number that is counted up; later ones may have more. */
const generatedDigits = 8
const generatedNo = (number: number): string => String(number).padStart(generatedDigits, '0')

/** Numbers that are tried: taken ones were typed earlier, or opened by another person in the same moment. */
const attemptsMax = 1_000

const commandOf = (
  { deptId: _, regionId: __, ...request }: Opening,
  { country, valveStaysClosed, schemes }: OpeningTenant,
): Omit<WithScheme<OfTenant<OpenAccount>>, 'accountNo' | 'isGenerated'> => ({
  type: 'OpenAccount',
  ...request,
  country,
  newPersonIds: newPersonIds(),
  knownScheme: schemes.get(request.priceScheme ?? '') ?? null,
  ...(valveStaysClosed && { valveStaysClosed }),
})

/** Checks of an opening that need no event: the rules of an account, and how the tenant numbers accounts. */
export const refuseOpening = (request: Opening, tenant: OpeningTenant): Rejection | undefined => {
  const { accountNo } = request
  if (!tenant.isNumbering && accountNo === undefined) return rejected('account-no-missing')
  if (tenant.isNumbering && accountNo !== undefined) return rejected('account-no-generated')
  const command = { ...commandOf(request, tenant), accountNo: accountNo ?? generatedNo(1), isGenerated: tenant.isNumbering }
  const now = new Date().toISOString()
  const decided = accountDecider.decide.OpenAccount(command, accountDecider.initialState, { now, actor: '', timeZone: 'UTC' })
  return isRejection(decided) ? decided : undefined
}

/** Opens an account under the typed number, or under the next one that is free: the log refuses a number that another account has. */
export const openAs = async (
  request: Opening,
  tenant: OpeningTenant,
  context: RequestContext,
  next: () => number,
  eventId?: string,
): Promise<Opened | Rejection> => {
  const owner = await ownerOfNew(request, context)
  if (isRejection(owner)) return owner
  const command = commandOf(request, tenant)
  const open = async (accountNo: string, isGenerated: boolean): Promise<Opened | Rejection> => {
    const decided = await decideAccount(context, { ...command, accountNo, isGenerated }, { isNew: true, eventId })
    if (isRejection(decided)) return decided
    await giveNew('account', [accountNo], owner, context)
    return { ...decided, response: { accountNo, position: decided.position } }
  }
  if (request.accountNo !== undefined) return open(request.accountNo, false)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const opened = await open(generatedNo(next()), true)
    if (!isRejection(opened) || opened.rejected !== 'account-already-exists') return opened
  }
  return rejected('account-numbers-exhausted')
}

/** Counts up from the last number that was generated. */
export const numbersOf = async (context: RequestContext): Promise<() => number> => {
  let last = await context.write(lastGeneratedNumber)
  return () => {
    last += 1
    return last
  }
}

/** A typed number is not counted up. */
const noNumbers = (): number => {
  throw new Error('a typed number requested the next one')
}

export const openAccount = async (request: Opening, context: RequestContext): Promise<Outcome<Response> | Rejection> => {
  const schemes = await context.write((database) => schemesOfOpenings(database, [request]))
  const tenant = { ...(await accountTenantOf(context)), schemes }
  const { meterNo } = request
  const refusal = refuseOpening(request, tenant) ?? (await refuseUnlisted(context, 'customerTypes', [request.customerTypeId]))
  if (refusal) return refusal
  if (meterNo !== undefined) {
    const recent = await holdMeters(context, meterNo)
    const refused = await context.write((database) => refuseMeter(database, { meterNo }, recent))
    if (refused) return refused
  }
  return openAs(request, tenant, context, request.accountNo === undefined ? await numbersOf(context) : noNumbers)
}
