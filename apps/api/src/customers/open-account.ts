import { findTenant } from '@nightflow/platform/tenants/tenants'
import { lastGeneratedNumber } from '@nightflow/projections/customers/accounts'
import type { OpenAccount, openAccount as openAccountEndpoint } from '@nightflow/schemas/customers/account-lifecycle'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import type { Outcome } from '../http/run-command.ts'
import { decideAccount, ofTenant, refuseMeter } from './change-account.ts'

type Request = RequestOf<typeof openAccountEndpoint>
type Response = ResponseOf<typeof openAccountEndpoint>

/** `typed`: a person types each number. `generated`: they are counted up. */
export const numberingOf = async ({ pool, caller }: Asked): Promise<'typed' | 'generated'> =>
  (await findTenant(pool, caller.tenant))?.settings.accountNoGenMode === '1' ? 'generated' : 'typed'

/** Digits of a number that is counted up; later ones may have more. */
const generatedDigits = 8
export const generatedNo = (number: number): string => String(number).padStart(generatedDigits, '0')

/** Numbers that are tried: taken ones were typed earlier, or opened by another person in the same moment. */
const attemptsMax = 1_000

/** An account is opened under the typed number, or under the next one that is free: the log refuses a number that another one took meanwhile. */
export const openAccount = async (request: Request, asked: Asked): Promise<Outcome<Response> | Rejection> => {
  const { accountNo, meterNo } = request
  const numbering = await numberingOf(asked)
  if (numbering === 'typed' && accountNo === undefined) return rejected('account-no-missing')
  if (numbering === 'generated' && accountNo !== undefined) return rejected('account-no-generated')
  const { tenant } = asked.caller
  const refusal = meterNo !== undefined && (await asked.read((database) => refuseMeter(database, { tenant, meterNo })))
  if (refusal) return refusal
  const command = { type: 'OpenAccount' as const, ...request, ...(await ofTenant(asked)) }
  if (accountNo !== undefined) return openAs(asked, { ...command, accountNo, isGenerated: false })
  const last = await asked.read(lastGeneratedNumber)
  for (let next = last + 1; next <= last + attemptsMax; next += 1) {
    const opened = await openAs(asked, { ...command, accountNo: generatedNo(next), isGenerated: true })
    if (!isRejection(opened) || opened.rejected !== 'account-already-exists') return opened
  }
  return rejected('account-numbers-exhausted')
}

const openAs = async (
  asked: Asked,
  command: OpenAccount & Awaited<ReturnType<typeof ofTenant>>,
): Promise<Outcome<Response> | Rejection> => {
  const decided = await decideAccount(asked, command)
  return isRejection(decided) ? decided : { ...decided, response: { accountNo: command.accountNo, position: decided.position } }
}
