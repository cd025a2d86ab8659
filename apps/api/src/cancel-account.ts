import { cancelAccount, litresOf } from '@nightflow/schemas/customers/account-lifecycle'
import { moneyOf } from './billing/account-facts.ts'
import { refuseUnbilled } from './billing/unbilled-use.ts'
import { decideAccount } from './customers/change-account.ts'
import { command, type Route } from './http/serve.ts'
import { settledOf } from './settled-of.ts'

/**
 * Cancels an account, with what its meter shows. Money that comes in the instant between the look at it and the decision is not lost: the
 * balance of a cancelled account can be refunded. What the account used before the day of the cancellation is billed first.
 */
export const cancelAccountRoute: Route = command(cancelAccount, async ({ closingRegisterCubicMetres, ...request }, context) => {
  const unbilled = await refuseUnbilled(context, request.accountNo, request.effectiveOn)
  if (unbilled) return unbilled
  return decideAccount(context, {
    type: 'CancelAccount',
    ...request,
    ...(await settledOf(context, request.accountNo)),
    closingLitres: litresOf(closingRegisterCubicMetres),
    money: await moneyOf(context, request.accountNo),
  })
})
