import { ResolveAs } from '@nightflow/schemas/payments/payment-order'
import type { EventIn } from '../shared/decider.ts'

export type OrderEvent = EventIn<
  | 'payments.OrderPlaced'
  | 'payments.OrderAccepted'
  | 'payments.OrderAsked'
  | 'payments.OrderPaid'
  | 'payments.OrderMoneyCredited'
  | 'payments.OrderRefundStarted'
  | 'payments.OrderRefunded'
  | 'payments.OrderRefundRefused'
  | 'payments.OrderCancelled'
  | 'payments.OrderInException'
  | 'payments.OrderExceptionResolved'
>
type Placed = Extract<OrderEvent, { type: 'payments.OrderPlaced' }>['data']
type Money = Extract<OrderEvent, { type: 'payments.OrderMoneyCredited' }>['data']
type Refund = Extract<OrderEvent, { type: 'payments.OrderRefundStarted' }>['data']

type Status = 'none' | 'unpaid' | 'paid' | 'refunding' | 'refunded' | 'cancelled' | 'exception'

/** One order of a customer at a platform. */
export type Order = {
  readonly status: Status
  /** To which it goes back when an exception is resolved as it is. */
  readonly before: Status
  readonly placed: Placed | undefined
  readonly platformReference: string | undefined
  readonly attempts: number
  /** The money that paid it; further money is credited beside it. */
  readonly paid: Money | undefined
  /** Identifiers of the platform that brought money: each brings it once. */
  readonly transactions: ReadonlySet<string>
  readonly refund: Refund | undefined
  readonly refundIds: ReadonlySet<string>
}

export const noOrder: Order = {
  ...{ status: 'none', before: 'none', placed: undefined, platformReference: undefined, attempts: 0, paid: undefined },
  ...{ transactions: new Set(), refund: undefined, refundIds: new Set() },
}

export function evolveOrder(order: Order, event: OrderEvent): Order {
  switch (event.type) {
    case 'payments.OrderPlaced':
      return { ...order, status: 'unpaid', placed: event.data }
    case 'payments.OrderAccepted':
      return { ...order, platformReference: event.data.platformReference }
    case 'payments.OrderAsked':
      return { ...order, attempts: event.data.attempt }
    case 'payments.OrderPaid':
      return { ...withMoney(order, event.data), status: 'paid', paid: event.data }
    case 'payments.OrderMoneyCredited':
      return withMoney(order, event.data)
    case 'payments.OrderRefundStarted':
      return { ...order, status: 'refunding', refund: event.data, refundIds: new Set(order.refundIds).add(event.data.refundId) }
    case 'payments.OrderRefunded':
      return { ...order, status: 'refunded' }
    case 'payments.OrderRefundRefused':
      return { ...order, status: 'paid', refund: undefined }
    case 'payments.OrderCancelled':
      return { ...order, status: 'cancelled' }
    case 'payments.OrderInException':
      return { ...order, status: 'exception', before: order.status === 'exception' ? order.before : order.status }
    case 'payments.OrderExceptionResolved':
      return { ...order, status: event.data.resolveAs === ResolveAs.enum.asCancelled ? 'cancelled' : order.before }
  }
}

const withMoney = (order: Order, { platformReference }: Money): Order => ({
  ...order,
  transactions: new Set(order.transactions).add(platformReference),
})
