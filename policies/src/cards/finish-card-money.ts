import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { CardOperation } from '@nightflow/schemas/cards/card'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

/**
 * A card and the money of its account are two streams. The API writes both; where its process stops in between, this gives the money of a refund back that
 * is off the card, and takes the payment of a recharge back that was cancelled. Each is done once, by the identifier of the operation.
 */
export const finishCardMoney: AnyPolicy = definePolicy({
  name: 'cards/finish-card-money',
  actor: 'policy:card-money',
  events: ['cards.CardWritten', 'cards.CardWriteCancelled'],
  react: async (event, { execute }) => {
    const { type, data } = event
    if (type === 'cards.CardWritten' && data.operation === CardOperation.enum.refund) {
      const { accountNo, operationId: paymentId, amountMinor, payMethod } = data
      await execute(accountBillsDecider, { type: 'RefundBalance', accountNo, paymentId, amountMinor, payMethod, reason: '-' })
    }
    if (type === 'cards.CardWriteCancelled' && data.operation === CardOperation.enum.recharge) {
      const { accountNo, operationId: paymentId, reason } = data
      await execute(accountBillsDecider, { type: 'ReversePayment', accountNo, paymentId, reason: reason || '-' })
    }
  },
})
