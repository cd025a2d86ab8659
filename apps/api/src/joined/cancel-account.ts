import { accountClosingDecider } from '@nightflow/domain/billing/account-closing-decider'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { cancelAccount, litresOf } from '@nightflow/schemas/customers/account-lifecycle'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { refuseUnbilled } from '../billing/unbilled-use.ts'
import { decideAccount } from '../customers/change-account.ts'
import { decide, refusalOf } from '../http/decide.ts'
import { command, type Route } from '../http/serve.ts'
import { settledOf } from './settled-of.ts'

/**
 * Cancels an account, with the register of its meter. Water used before the day of the cancellation is billed first. The stream of its money closes
 * before the account is cancelled, so that no payment comes in between; `customers/finish-cancellations` finishes what this process could not.
 */
export const cancelAccountRoute: Route = command(cancelAccount, async ({ closingRegisterCubicMetres, ...request }, context) => {
  const { accountNo, effectiveOn, reason } = request
  const closingLitres = litresOf(closingRegisterCubicMetres)
  const cancellation = { type: 'CancelAccount' as const, ...request, ...(await settledOf(context, accountNo)), closingLitres }
  const refused = (await refuseUnbilled(context, accountNo, effectiveOn)) ?? (await refusalOf(context, accountDecider, cancellation))
  if (refused) return refused
  const closing = { type: 'CloseAccountMoney' as const, accountNo, effectiveOn, closingLitres, reason }
  const closed = await decide(context, accountClosingDecider, closing, ({ bills }) => bills.isClosed)
  if (isRejection(closed)) return closed
  const cancelled = await decideAccount(context, cancellation)
  // Where another request closed the money, that one opens it again.
  const isOwnClosing = closed.before === false
  if (isRejection(cancelled) && isOwnClosing && cancelled.rejected !== 'cancellation-not-allowed')
    await decide(context, accountClosingDecider, { type: 'ReopenAccountMoney', accountNo }, ({ bills }) => bills.isClosed)
  return cancelled
})
