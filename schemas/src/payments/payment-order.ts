import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, recorded, text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { AmountMinor, Postings, RestMinor, SignedMinor, TypedAmount } from './amounts.ts'
import { Currency, PlatformType } from './payment-platform.ts'

export const OrderStatus = z.enum({ unpaid: '0', paid: '1', refunding: '2', refunded: '3', cancelled: '4', exception: '5' })
export type OrderStatus = z.infer<typeof OrderStatus>

/** The knowledge of the money. Accepted: the platform took the order. Only `paid` is money. */
export const OrderKnowledge = z.enum({ placed: '0', accepted: '1', asked: '2', paid: '3', unknown: '4' })
export type OrderKnowledge = z.infer<typeof OrderKnowledge>

/** Why a person has to look at an order. */
export const ExceptionReason = z.enum([
  ...['unanswered', 'not-submitted', 'wrong-reference', 'wrong-currency', 'amount-below', 'amount-too-large'],
  ...['payment-refused', 'payment-reversed', 'refund-unanswered', 'not-in-statement'],
] as const)
export type ExceptionReason = z.infer<typeof ExceptionReason>

/** How it became known that an order is paid. */
export const KnownBy = z.enum({ callback: '0', status: '1', statement: '2', person: '3' })
export type KnownBy = z.infer<typeof KnownBy>

/** Seconds after which an order that nothing is known of is asked for again. After the last it waits for a person. */
export const askAfterSeconds = [30, 120, 600, 3_600] as const

const reason = lines(200).min(1)
const PlatformReference = recorded(255)
const ofOrder = { orderId: z.uuid() }
const associationId = z.int().positive().max(Number.MAX_SAFE_INTEGER)
export const OrderNumber = z.string().regex(/^[0-9A-Z-]{1,32}$/)

const placed = {
  ...ofOrder,
  accountNo: AccountNo,
  associationId,
  platformName: text(50),
  platformType: PlatformType,
  currency: Currency,
  feeBasisPoints: z.int().min(0).max(10_000),
  maxFeeMinor: RestMinor,
  takesPartial: z.boolean(),
  description: text(100),
  /** The meter that gets a token for the money. */
  meterNo: MeterNumber.optional(),
  /** The money buys water of a prepaid account. */
  isRecharge: z.boolean().optional(),
  /** The payer follows the order on the public page, and comes back to it after paying. */
  isOnPage: z.boolean().optional(),
}
export const PlaceOrder = z.object({ type: z.literal('PlaceOrder'), ...placed, orderMinor: SignedMinor })

/** A message of a platform about the money of an order, wherever it came from. */
const told = {
  ...ofOrder,
  knownBy: KnownBy,
  /** The platform's own identifier of what it said, or of the transaction. */
  platformEventId: PlatformReference,
  platformReference: PlatformReference,
  /** Our reference, as the platform repeats it; null where its protocol does not. */
  reference: text(64).nullable(),
  currency: recorded(16),
  amountMinor: SignedMinor,
}
export const TakeMoney = z.object({ type: z.literal('TakeMoney'), ...told })
export const AcceptOrder = z.object({
  type: z.literal('AcceptOrder'),
  ...ofOrder,
  platformReference: PlatformReference,
  payAddress: recorded(1_000).nullable(),
})
/** A question that was answered without money; `isKnown` where the platform says that nothing was paid yet. */
export const NoteAnswer = z.object({
  type: z.literal('NoteAnswer'),
  ...ofOrder,
  attempt: z.int().min(1).max(10),
  isKnown: z.boolean(),
  detail: recorded(200),
})
export const CancelBy = z.enum(['person', 'platform', 'deadline'])
export const StopOrder = z.object({ type: z.literal('StopOrder'), ...ofOrder, exception: ExceptionReason, detail: recorded(200) })
export const ConfirmRefund = z.object({
  type: z.literal('ConfirmRefund'),
  ...ofOrder,
  refundId: z.uuid(),
  refundReference: PlatformReference,
})
export const RefuseRefund = z.object({ type: z.literal('RefuseRefund'), ...ofOrder, refundId: z.uuid(), detail: recorded(200) })
/** The decision of a person about an exception. */
export const ResolveAs = z.enum({ asPaid: '0', asCancelled: '1', asIs: '2' })

export type OrderMessage = z.infer<
  | typeof PlaceOrder
  | typeof TakeMoney
  | typeof AcceptOrder
  | typeof NoteAnswer
  | typeof StopOrder
  | typeof ConfirmRefund
  | typeof RefuseRefund
>

/** Money of an order: of what was received, the platform keeps the fee, and the account gets the rest. */
const money = {
  ...ofOrder,
  /** The account that gets it, and the identifier of its payment. */
  payerAccountNo: AccountNo,
  paymentId: z.uuid(),
  orderNumber: OrderNumber,
  knownBy: KnownBy,
  platformEventId: PlatformReference,
  platformReference: PlatformReference,
  receivedMinor: AmountMinor,
  feeMinor: RestMinor,
  purchaseMinor: AmountMinor,
  postings: Postings,
  at: Instant,
}

export const orderEventTypes = {
  'payments.OrderPlaced': {
    version: 1,
    data: z.object({
      ...{ ...placed, orderNumber: OrderNumber, orderMinor: AmountMinor, feeMinor: RestMinor, purchaseMinor: AmountMinor },
      at: Instant,
    }),
  },
  'payments.OrderAccepted': {
    version: 1,
    data: z.object({ ...ofOrder, platformReference: PlatformReference, payAddress: recorded(1_000).nullable(), at: Instant }),
  },
  'payments.OrderAsked': {
    version: 1,
    data: z.object({ ...ofOrder, attempt: z.int().min(1).max(10), isKnown: z.boolean(), detail: recorded(200), at: Instant }),
  },
  'payments.OrderPaid': {
    version: 1,
    data: z.object({ ...money, isPartial: z.boolean(), meterNo: MeterNumber.optional(), isRecharge: z.boolean().optional() }),
  },
  /** Money that came for an order that was cancelled or paid already: credit of the account, with a notice. */
  'payments.OrderMoneyCredited': { version: 1, data: z.object(money) },
  'payments.OrderRefunded': {
    version: 1,
    data: z.object({
      ...{ ...ofOrder, payerAccountNo: AccountNo, paymentId: z.uuid(), refundId: z.uuid(), refundReference: PlatformReference },
      ...{ refundMinor: AmountMinor, reason, postings: Postings, at: Instant },
    }),
  },
  'payments.OrderRefundRefused': { version: 1, data: z.object({ ...ofOrder, refundId: z.uuid(), detail: recorded(200), at: Instant }) },
  'payments.OrderInException': {
    version: 1,
    data: z.object({ ...ofOrder, exception: ExceptionReason, detail: recorded(200), at: Instant }),
  },
} as const

export const paymentOrders = defineResource({
  name: 'paymentOrder',
  texts: 'payments',
  noun: 'payment order',
  path: '/prod-api/business/paymentOrder',
  permission: 'payments:order',
  verbs: ['list', 'query', 'add', 'cancel', 'refund', 'resolve', 'export'],
  id: 'orderNo',
  table: 'views.payment_orders',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request places one order. */
    orderId: { schema: z.uuid(), isSetOnce: true },
    orderNumber: { schema: text(32), isReadOnly: true, filter: 'contains' },
    accountNo: { schema: AccountNo, filter: 'contains', isSetOnce: true },
    customerName: { schema: z.string().nullable(), isReadOnly: true, isComputed: true, isUnsortable: true },
    associationId: { schema: associationId, isLarge: true, isSetOnce: true },
    platformName: { schema: z.string(), isReadOnly: true, filter: 'contains', filterMax: 50 },
    status: { schema: OrderStatus, isReadOnly: true, filter: 'equals', dictionary: 'payment_order_status' },
    knowledge: { schema: OrderKnowledge, isReadOnly: true, filter: 'equals', dictionary: 'payment_order_knowledge' },
    exception: { schema: ExceptionReason.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'payment_order_exception' },
    amount: { schema: TypedAmount, isWriteOnly: true, isHalf: true },
    confirmedAmount: { schema: confirmedAmount.confirmedAmount, isWriteOnly: true },
    currency: { schema: z.string(), isReadOnly: true },
    orderMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    feeMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    purchaseMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    receivedMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    description: { schema: text(100).default('') },
    meterNo: { schema: MeterNumber.nullable(), isReadOnly: true, filter: 'contains' },
    isOnPage: { schema: z.boolean().optional(), isWriteOnly: true },
    payAddress: { schema: z.string().nullable().optional(), isReadOnly: true, isLong: true },
    platformReference: { schema: z.string().nullable(), isReadOnly: true, filter: 'contains', filterMax: 100 },
    payTime: { schema: Instant.nullable(), isReadOnly: true },
    refundMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    refundNumber: { schema: z.string().nullable(), isReadOnly: true },
    refundTime: { schema: Instant.nullable(), isReadOnly: true },
  },
  totals: { fields: ['orderMinor', 'receivedMinor', 'refundMinor'] },
  menu: {
    directory: 'payment',
    place: 10,
    path: 'paymentOrder',
    component: 'payments/payment-order',
    icon: 'receipt',
    titles: { en: 'Payment orders', 'zh-CN': '支付订单', fr: 'Ordres de paiement', id: 'Pesanan pembayaran' },
    audience: 'tenant',
    shows: ['/api/v1/payment-orders'],
  },
  screen: {
    columns: [
      ...(['orderNumber', 'accountNo', 'customerName', 'status', 'knowledge', 'orderMinor', 'feeMinor', 'purchaseMinor'] as const),
      ...(['platformName', 'payTime', 'refundMinor', 'refundTime', 'createTime'] as const),
    ],
    moreColumns: ['exception', 'receivedMinor', 'currency', 'description', 'platformReference', 'refundNumber', 'meterNo', 'createBy'],
    onPhone: ['orderNumber', 'orderMinor', 'customerName', 'status'],
    filters: ['orderNumber', 'accountNo', 'platformName', 'knowledge', 'exception', 'platformReference', 'createdWithin'],
    form: ['accountNo', 'associationId', 'amount', 'description'],
  },
})
