import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { leftoverDecider } from '@nightflow/domain/payments/leftover-decider'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import type { EventOf } from '@nightflow/schemas/events'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'

type Money = EventOf<'payments.OrderMoneyCredited'>['data'] & Pick<EventOf<'payments.OrderPaid'>['data'], 'meterNo' | 'isRecharge'>

/**
 * Money that came through a platform is in clearing, as that of a bank entry; the payment of its account takes it from there, and the refund of an
 * order gives it back. Payments have identifiers of their own, so that each is made once whatever stops in between.
 */
export const settleOrders: AnyPolicy = definePolicy({
  name: 'payments/settle-orders',
  actor: 'policy:payments',
  events: [
    ...(['payments.OrderPaid', 'payments.OrderMoneyCredited', 'payments.OrderRefunded'] as const),
    ...(['payments.LeftoverCredited', 'billing.PaymentReversed'] as const),
  ],
  react: async (event, reaction) => {
    const { type, data } = event
    if (type === 'payments.OrderPaid' || type === 'payments.OrderMoneyCredited') await pay(data, reaction)
    if (type === 'payments.OrderRefunded') await giveBack(data, reaction)
    if (type === 'payments.LeftoverCredited') await payLeftover(data, reaction)
    if (type === 'billing.PaymentReversed' && data.releasedEntryId !== undefined)
      // Of an entry of a bank statement there is no order, and the command is refused.
      await reaction.execute(orderDecider, {
        ...{ type: 'StopOrder', orderId: data.releasedEntryId, exception: 'payment-reversed', detail: data.reason },
      })
  },
})

const payment = { type: 'ReceivePayment', payMethod: PayMethod.enum.bank, remark: '' } as const

const pay = async (
  { orderId, payerAccountNo: accountNo, paymentId, purchaseMinor: amountMinor, orderNumber, meterNo, isRecharge = false }: Money,
  { execute }: Reaction,
) => {
  const paid = await execute(accountBillsDecider, {
    ...payment,
    accountNo,
    paymentId,
    amountMinor,
    bankEntryId: orderId,
    reference: orderNumber,
    ...(isRecharge && { source: PaymentSource.enum.recharge }),
  })
  if (paid !== 'done-before' && isRejection(paid)) {
    await execute(orderDecider, { type: 'StopOrder', orderId, exception: 'payment-refused', detail: paid.rejected })
    return
  }
  // A sale that the meter would refuse by now is none: the money is the balance of the account.
  if (meterNo !== undefined)
    await execute(meterTokensDecider, {
      ...{ type: 'StartTokenSale', meterNo, requestId: paymentId, accountNo, amountMinor },
      ...{ payMethod: SalePayMethod.enum.bank, isOrdered: true },
    })
}

const giveBack = async (
  { payerAccountNo: accountNo, paymentId, refundId: bankEntryId, reason }: EventOf<'payments.OrderRefunded'>['data'],
  { execute }: Reaction,
) => {
  await execute(accountBillsDecider, { type: 'ReversePayment', accountNo, paymentId, bankEntryId, reason })
}

const payLeftover = async (
  { leftoverId, payerAccountNo: accountNo, paymentId, amountMinor, reference }: EventOf<'payments.LeftoverCredited'>['data'],
  { execute }: Reaction,
) => {
  const paid = await execute(accountBillsDecider, {
    ...{ ...payment, accountNo, paymentId, amountMinor, bankEntryId: leftoverId, reference: reference.slice(0, 64) },
  })
  if (paid !== 'done-before' && isRejection(paid))
    await execute(leftoverDecider, { type: 'ReopenLeftover', leftoverId, detail: paid.rejected })
}
