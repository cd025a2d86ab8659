import { cancelAccount, litresOf } from '@nightflow/schemas/customers/account-lifecycle'
import { moneyOf } from './billing/account-facts.ts'
import { refuseUnbilled } from './billing/unbilled-use.ts'
import { decideAccount } from './customers/change-account.ts'
import { command, type Route } from './http/serve.ts'

/**
 * Cancels an account, with what its meter shows. Money that comes in the instant between the look at it and the decision is not lost: the
 * balance of a cancelled account can be refunded. What the account used up to yesterday is billed first.
 */
export const cancelAccountRoute: Route = command(cancelAccount, async ({ closingRegisterCubicMetres, ...request }, context) => {
  const unbilled = await refuseUnbilled(context, request.accountNo)
  if (unbilled) return unbilled
  return decideAccount(context, {
    type: 'CancelAccount',
    ...request,
    closingLitres: litresOf(closingRegisterCubicMetres),
    money: await moneyOf(context, request.accountNo),
  })
})
