import type { OrderCommand } from '@nightflow/schemas/payments/order-calls'
import { askAfterSeconds, KnownBy, ResolveAs } from '@nightflow/schemas/payments/payment-order'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { handlingFee } from './handling-fee.ts'
import { evolveOrder, noOrder, type Order, type OrderEvent } from './payment-order.ts'

type Of<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>
type Decision = readonly OrderEvent[] | Rejection

/**
 * An order is a saga: what people and platforms say about it comes in any order, late and more than once, and the answer to each is decided from
 * what is known so far. Only money that the platform confirms by our reference, currency and amount makes it paid; an acknowledgement never does.
 */
export const orderDecider: Decider<OrderCommand, Order, OrderEvent> = {
  streamOf: ({ orderId }) => `payments-order-${orderId}`,
  initialState: noOrder,
  evolve: evolveOrder,
  decide: {
    PlaceOrder: place,
    AcceptOrder: accept,
    NoteAnswer: note,
    TakeMoney: take,
    CancelOrder: cancel,
    StopOrder: stop,
    StartRefund: startRefund,
    ConfirmRefund: confirmRefund,
    RefuseRefund: refuseRefund,
    ResolveException: resolve,
  },
}

/** `PO-20261127-1A2B3C4D5E`: the day, and enough of the identifier that no two orders have one number. */
const numberOf = (orderId: string, now: string): string =>
  `PO-${now.slice(0, 10).replaceAll('-', '')}-${orderId.replaceAll('-', '').slice(0, 16).toUpperCase()}`

function place({ type: _, orderMinor, ...asked }: Of<'PlaceOrder'>, { placed }: Order, { now }: Context): Decision {
  if (placed) {
    const isSame =
      placed.accountNo === asked.accountNo &&
      placed.orderMinor === orderMinor &&
      placed.associationId === asked.associationId &&
      placed.meterNo === asked.meterNo
    return isSame ? [] : rejected('order-id-reused')
  }
  if (orderMinor <= 0) return rejected('order-not-positive')
  const feeMinor = handlingFee(orderMinor, asked)
  if (feeMinor >= orderMinor) return rejected('order-below-fee')
  const data = { ...asked, orderNumber: numberOf(asked.orderId, now), orderMinor, feeMinor, purchaseMinor: orderMinor - feeMinor, at: now }
  return [{ type: 'payments.OrderPlaced', data }]
}

/** The platform has taken the order. That is no money. */
function accept({ type: _, ...said }: Of<'AcceptOrder'>, order: Order, { now }: Context): Decision {
  if (!order.placed) return rejected('not-found')
  if (order.platformReference !== undefined) return []
  return [{ type: 'payments.OrderAccepted', data: { ...said, at: now } }]
}

/** A question that brought no money. After the last one an order that the platform knows as unpaid has ended; of any other, a person decides. */
function note({ type: _, ...said }: Of<'NoteAnswer'>, order: Order, { now }: Context): Decision {
  const { orderId, attempt, isKnown, detail } = said
  if (!order.placed) return rejected('not-found')
  if (order.status !== 'unpaid' || attempt <= order.attempts) return []
  const asked: OrderEvent = { type: 'payments.OrderAsked', data: { ...said, at: now } }
  if (attempt < askAfterSeconds.length) return [asked]
  return isKnown
    ? [
        asked,
        { type: 'payments.OrderCancelled', data: { orderId, by: 'deadline', reason: detail.trim().slice(0, 200) || 'deadline', at: now } },
      ]
    : [asked, exceptionOf(orderId, 'unanswered', detail, now)]
}

const exceptionOf = (orderId: string, exception: Of<'StopOrder'>['exception'], detail: string, now: string): OrderEvent => ({
  type: 'payments.OrderInException',
  data: { orderId, exception, detail, at: now },
})

/** The four checks: that the reference is ours, that it is paid (`TakeMoney` says so), the currency, and the amount. */
function take(said: Of<'TakeMoney'>, order: Order, context: Context): Decision {
  const { placed } = order
  if (!placed) return rejected('not-found')
  const { orderId, platformReference, reference, currency, amountMinor } = said
  // A transaction is received once, whatever says so and whatever became of the order.
  if (order.transactions.has(platformReference)) return []
  const stopped = (exception: Of<'StopOrder'>['exception'], detail: string): Decision =>
    order.status === 'exception' ? [] : [exceptionOf(orderId, exception, detail, context.now)]
  if (reference !== null && reference !== placed.orderNumber) return stopped('wrong-reference', reference)
  if (currency.toUpperCase() !== placed.currency) return stopped('wrong-currency', currency)
  if (amountMinor > moneyMax) return stopped('amount-too-large', String(amountMinor))
  const feeMinor = amountMinor === placed.orderMinor ? placed.feeMinor : amountMinor > 0 ? handlingFee(amountMinor, placed) : 0
  const isPartial = amountMinor < placed.orderMinor
  if (amountMinor <= feeMinor || (isPartial && !placed.takesPartial && said.knownBy !== KnownBy.enum.person))
    return stopped('amount-below', String(amountMinor))
  const money = moneyOf(order, said, { feeMinor, purchaseMinor: amountMinor - feeMinor }, context)
  const isFirst = order.paid === undefined && (order.status === 'unpaid' || order.status === 'exception')
  const { meterNo, isRecharge } = placed
  const buys = { ...(meterNo !== undefined && { meterNo }), ...(isRecharge && { isRecharge }) }
  return isFirst
    ? [{ type: 'payments.OrderPaid', data: { ...money, isPartial, ...buys } }]
    : [{ type: 'payments.OrderMoneyCredited', data: money }]
}

const moneyMax = 1_000_000_000_000

const moneyOf = (
  { placed, transactions }: Order,
  { orderId, knownBy, platformEventId, platformReference, amountMinor }: Of<'TakeMoney'>,
  { feeMinor, purchaseMinor }: { feeMinor: number; purchaseMinor: number },
  { now }: Context,
) => {
  const { accountNo, orderNumber } = placed!
  return {
    ...{ orderId, payerAccountNo: accountNo, paymentId: paymentIdOf(orderId, transactions.size), orderNumber },
    ...{ knownBy, platformEventId, platformReference, receivedMinor: amountMinor, feeMinor, purchaseMinor },
    ...{ postings: heldAtPlatform(purchaseMinor), at: now },
  }
}

/** The first payment of an order has its identifier; money that comes beside it has the same with its number. */
const paymentIdOf = (orderId: string, nth: number): string =>
  `${orderId.slice(0, 24)}${(BigInt(`0x${orderId.slice(24)}`) ^ BigInt(nth)).toString(16).padStart(12, '0')}`

/** Money is at the platform, and waits for the account that it pays. */
export const heldAtPlatform = (amountMinor: number) => [
  { ledgerAccount: 'platformMoney' as const, amountMinor },
  { ledgerAccount: 'clearing' as const, amountMinor: 0 - amountMinor },
]

/** A platform may say that an order failed long after it was paid; it is then not cancelled. */
function cancel({ type: _, ...asked }: Of<'CancelOrder'>, { placed, status }: Order, { now }: Context): Decision {
  if (!placed) return rejected('not-found')
  if (status === 'cancelled') return []
  if (status !== 'unpaid') return asked.by === 'person' ? rejected('order-not-unpaid') : []
  return [{ type: 'payments.OrderCancelled', data: { ...asked, at: now } }]
}

function stop({ orderId, exception, detail }: Of<'StopOrder'>, { placed, status }: Order, { now }: Context): Decision {
  if (!placed) return rejected('not-found')
  return status === 'exception' || status === 'cancelled' ? [] : [exceptionOf(orderId, exception, detail, now)]
}

function startRefund({ type: _, ...asked }: Of<'StartRefund'>, order: Order, { now }: Context): Decision {
  if (!order.placed) return rejected('not-found')
  if (order.refundIds.has(asked.refundId)) return []
  if (order.status !== 'paid' || !order.paid) return rejected('order-not-paid')
  return [{ type: 'payments.OrderRefundStarted', data: { ...asked, refundMinor: order.paid.purchaseMinor, at: now } }]
}

function confirmRefund({ orderId, refundId, refundReference }: Of<'ConfirmRefund'>, order: Order, { now }: Context): Decision {
  const { paid, refund, status, before } = order
  if (!order.placed) return rejected('not-found')
  const isAwaited = status === 'refunding' || (status === 'exception' && before === 'refunding')
  if (!isAwaited || !paid || refund?.refundId !== refundId) return []
  const { payerAccountNo, paymentId } = paid
  const { refundMinor, reason } = refund
  const postings = heldAtPlatform(0 - refundMinor)
  const data = { orderId, payerAccountNo, paymentId, refundId, refundReference, refundMinor, reason, postings, at: now }
  return [{ type: 'payments.OrderRefunded', data }]
}

function refuseRefund({ type: _, ...said }: Of<'RefuseRefund'>, { placed, status, refund }: Order, { now }: Context): Decision {
  if (!placed) return rejected('not-found')
  return status === 'refunding' && refund?.refundId === said.refundId
    ? [{ type: 'payments.OrderRefundRefused', data: { ...said, at: now } }]
    : []
}

/** A person says that it is paid, that it is cancelled, or that the state before the exception holds. */
function resolve({ type: _, ...asked }: Of<'ResolveException'>, order: Order, context: Context): Decision {
  const { placed, status, paid } = order
  if (!placed) return rejected('not-found')
  if (status !== 'exception') return rejected('order-not-in-exception')
  if (asked.resolveAs === ResolveAs.enum.asCancelled && paid) return rejected('order-has-money')
  const resolved: OrderEvent = { type: 'payments.OrderExceptionResolved', data: { ...asked, at: context.now } }
  if (asked.resolveAs !== ResolveAs.enum.asPaid || paid) return [resolved]
  const { orderId } = asked
  const platformReference = order.platformReference ?? placed.orderNumber
  const said = {
    type: 'TakeMoney' as const,
    orderId,
    knownBy: KnownBy.enum.person,
    platformEventId: `person/${orderId}`,
    platformReference,
  }
  const { orderMinor: amountMinor, currency } = placed
  const money = take({ ...said, reference: null, currency, amountMinor }, evolveOrder(order, resolved), context)
  return Array.isArray(money) ? [resolved, ...money] : (money as Rejection)
}
