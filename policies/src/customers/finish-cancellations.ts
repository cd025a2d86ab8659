import { accountClosingDecider } from '@nightflow/domain/billing/account-closing-decider'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

/** By then the process that closed the money has cancelled the account, or it has stopped. */
const finishedAfterMilliseconds = 60_000

/**
 * The money of an account is closed in one stream, and the account is cancelled in another. Where the API stopped in between, this cancels the
 * account, or opens its money again where the account refuses the cancellation.
 */
export const finishCancellations: AnyPolicy = definePolicy({
  name: 'customers/finish-cancellations',
  actor: 'policy:cancellations',
  events: ['billing.AccountMoneyClosed', 'billing.AccountMoneyReopened', 'customers.AccountCancelled'],
  react: ({ type, data }, { setTimer, cancelTimer }) => {
    if (type === 'billing.AccountMoneyClosed') {
      const { accountNo: key, at, effectiveOn, closingLitres, reason } = data
      setTimer({ key, dueAt: new Date(Date.parse(at) + finishedAfterMilliseconds), data: { effectiveOn, closingLitres, reason } })
    } else cancelTimer(data.accountNo)
  },
  onTimer: async ({ key: accountNo, data }, { execute }) => {
    const asked = data as { effectiveOn?: string; closingLitres?: number; reason: string }
    const cancelled = await execute(accountDecider, { type: 'CancelAccount', accountNo, ...asked })
    if (cancelled === 'done-before' || !isRejection(cancelled) || cancelled.rejected === 'cancellation-not-allowed') return
    await execute(accountClosingDecider, { type: 'ReopenAccountMoney', accountNo })
  },
})
