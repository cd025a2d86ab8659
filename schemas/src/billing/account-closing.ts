import { z } from 'zod'
import { RegisterLitres } from '../shared/quantity.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'

const ofAccount = { accountNo: AccountNo }
/** Data for the cancellation of the account, so that it can be finished from the event alone. */
const closing = {
  ...ofAccount,
  /** The local day from which it counts, where that is an earlier one. */
  effectiveOn: LocalDate.optional(),
  closingLitres: RegisterLitres.optional(),
  reason: lines(200).min(1),
}

/** Closes the money of an account that is about to be cancelled: it owes nothing and has nothing. */
export const CloseAccountMoney = z.object({ type: z.literal('CloseAccountMoney'), ...closing })
/** Its cancellation was refused. */
export const ReopenAccountMoney = z.object({ type: z.literal('ReopenAccountMoney'), ...ofAccount })
export type AccountClosingCommand = z.infer<typeof CloseAccountMoney | typeof ReopenAccountMoney>

export const accountClosingEventTypes = {
  'billing.AccountMoneyClosed': { version: 1, data: z.object({ ...closing, at: Instant }) },
  'billing.AccountMoneyReopened': { version: 1, data: z.object({ ...ofAccount, at: Instant }) },
} as const
