import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { contractOfDay } from '@nightflow/domain/billing/account-contracts'
import { statementOf } from '@nightflow/domain/billing/account-statement'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { type AccountStatement, type accountStatement, statementDaysMax } from '@nightflow/schemas/billing/account-statement'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type AccountEvent, eventsOfAccount } from './account-events.ts'

/** Undefined where the caller's tenant has an account of this number. */
export const refuseUnknown = async ({ read }: RequestContext, accountNo: string): Promise<Rejection | undefined> => {
  const status = await read((database) => statusOfAccount(database, accountNo))
  return status === undefined ? rejected('account-not-found', { accountNo }) : undefined
}

/** Whose statement it is: the contract that is asked for, or the one that had the last day. */
const contractOfStatement = (
  events: readonly AccountEvent[],
  { to, contractNo }: { to: string; contractNo?: number | undefined },
): number => {
  const state = events.reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
  return contractNo ?? contractOfDay(state, to)
}

/** The money of an account between two local days, for the screen and for its files. */
export const showStatement = async (
  { accountNo, from, to, contractNo: wanted }: RequestOf<typeof accountStatement>,
  context: RequestContext,
): Promise<AccountStatement | Rejection> => {
  const refused = rejectRange(from, to, statementDaysMax) ?? (await refuseUnknown(context, accountNo))
  if (refused) return refused
  const { startOf } = calendarOf(await timeZoneOf(context))
  const span = { from: startOf(dayOfDate(from)), to: startOf(dayOfDate(to) + 1) }
  const events = await eventsOfAccount(context, accountNo)
  const contractNo = contractOfStatement(events, { to, contractNo: wanted })
  const statement = statementOf(events, span, contractNo)
  return isRejection(statement) ? statement : { accountNo, contractNo, from, to, ...statement }
}
