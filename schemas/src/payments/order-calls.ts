import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AmountMinor } from './amounts.ts'
import { CancelBy, type OrderMessage, OrderStatus, paymentOrders, ResolveAs } from './payment-order.ts'

export const listOrderHistory = historyCallOf(paymentOrders, '/api/v1/payment-orders')

const statuses = OrderStatus.enum
const reason = lines(200).min(1)

/** Commands of people on orders. */
export const orderCommands = commandsOn<RowOf<typeof paymentOrders>>()(
  {
    entity: 'PaymentOrder',
    id: 'orderNo',
    path: paymentOrders.path,
    permission: 'payments:order:cancel',
    key: { orderId: z.uuid() },
  },
  {
    cancel: {
      summary: 'Cancel an order that is not paid. Money that still comes becomes credit of the account',
      command: 'CancelOrder',
      typed: { reason },
      given: { by: CancelBy, reason },
      event: 'payments.OrderCancelled',
      recorded: { by: CancelBy, reason },
      icon: 'cancel',
      isOffered: ({ status }) => status === statuses.unpaid,
    },
    refund: {
      summary: 'Give the money of a paid order back through its platform; the payment is taken back once the platform has confirmed it',
      command: 'StartRefund',
      permission: 'payments:order:refund',
      requestId: 'refundId',
      typed: { refundId: z.uuid(), ...confirmedAmount, reason },
      given: { refundId: z.uuid(), refundMinor: AmountMinor, reason },
      event: 'payments.OrderRefundStarted',
      recorded: { refundId: z.uuid(), refundMinor: AmountMinor, reason },
      icon: 'undo',
      isOffered: ({ status }) => status === statuses.paid,
      isDanger: true,
    },
    resolve: {
      summary: 'Say what became of an order that waits for a person',
      command: 'ResolveException',
      permission: 'payments:order:resolve',
      typed: { resolveAs: ResolveAs, reason },
      event: 'payments.OrderExceptionResolved',
      recorded: { resolveAs: ResolveAs, reason },
      icon: 'finish',
      isOffered: ({ status }) => status === statuses.exception,
    },
  },
)
export const { cancelPaymentOrder, refundPaymentOrder, resolvePaymentOrder } = orderCommands.calls
export type OrderCommand = OrderMessage | GivenTo<typeof orderCommands>
