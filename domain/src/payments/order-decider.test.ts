import type { OrderCommand } from '@nightflow/schemas/payments/order-calls'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { handlingFee } from './handling-fee.ts'
import { orderDecider } from './order-decider.ts'
import type { OrderEvent } from './payment-order.ts'

const given = specificationOf(orderDecider)
const orderId = '11111111-2222-4333-8444-555555555500'
const refundId = '99999999-2222-4333-8444-555555555500'
const at = '2026-03-02T08:00:00.000Z'
const asked: Omit<Extract<OrderCommand, { type: 'PlaceOrder' }>, 'type' | 'orderMinor'> = {
  ...{ orderId, accountNo: 'A-1', associationId: 7, platformName: 'Mobile money', platformType: '0', currency: 'KES' },
  ...{ feeBasisPoints: 150, maxFeeMinor: 0, takesPartial: false, description: '' },
}
const orderNumber = 'PO-20260302-1111111122224333'
const place: OrderCommand = { type: 'PlaceOrder', ...asked, orderMinor: 10_000 }
const placed: OrderEvent = {
  type: 'payments.OrderPlaced',
  data: { ...asked, orderNumber, orderMinor: 10_000, feeMinor: 150, purchaseMinor: 9_850, at },
}
const takingParts: OrderEvent = { ...placed, data: { ...placed.data, takesPartial: true } } as OrderEvent
const accepted: OrderEvent = { type: 'payments.OrderAccepted', data: { orderId, platformReference: 'P-1', payAddress: null, at } }
const take = (change: Partial<Extract<OrderCommand, { type: 'TakeMoney' }>> = {}): OrderCommand => ({
  ...{ type: 'TakeMoney', orderId, knownBy: '0', platformEventId: 'E-1', platformReference: 'P-1', reference: orderNumber },
  ...{ currency: 'KES', amountMinor: 10_000, ...change },
})
const money = (receivedMinor = 10_000, feeMinor = 150, platformReference = 'P-1', paymentId: string = orderId) => ({
  ...{ orderId, payerAccountNo: 'A-1', paymentId, orderNumber, knownBy: '0' as const, platformEventId: 'E-1', platformReference },
  ...{ receivedMinor, feeMinor, purchaseMinor: receivedMinor - feeMinor, at },
  postings: [
    { ledgerAccount: 'platformMoney' as const, amountMinor: receivedMinor - feeMinor },
    { ledgerAccount: 'clearing' as const, amountMinor: feeMinor - receivedMinor },
  ],
})
const paid: OrderEvent = { type: 'payments.OrderPaid', data: { ...money(), isPartial: false } }
const cancelled: OrderEvent = { type: 'payments.OrderCancelled', data: { orderId, by: 'person', reason: 'Wrong account', at } }
const stopped = (
  exception: Extract<OrderEvent, { type: 'payments.OrderInException' }>['data']['exception'],
  detail: string,
): OrderEvent => ({
  type: 'payments.OrderInException',
  data: { orderId, exception, detail, at },
})
const note = (attempt: number, isKnown: boolean): OrderCommand => ({ type: 'NoteAnswer', orderId, attempt, isKnown, detail: 'busy' })
const noted = (attempt: number, isKnown: boolean): OrderEvent => ({
  type: 'payments.OrderAsked',
  data: { orderId, attempt, isKnown, detail: 'busy', at },
})
const started: OrderEvent = { type: 'payments.OrderRefundStarted', data: { orderId, refundId, refundMinor: 9_850, reason: 'Twice', at } }
const context = { now: at }

describe('an order', () => {
  // requirement of Payments: the handling fee is a share of the order in basis points, and the maximum fee at most | /billing/payment/paymentOrder | POST /prod-api/business/paymentOrder
  test('keeps the fee of the platform apart from what the account gets', () => {
    given([]).when(place, context).then([placed])
    expect(handlingFee(10_000, { feeBasisPoints: 150, maxFeeMinor: 100 })).toBe(100)
    expect(handlingFee(333, { feeBasisPoints: 150, maxFeeMinor: 0 })).toBe(5)
    expect(handlingFee(1_000_000_000_000, { feeBasisPoints: 9_999, maxFeeMinor: 0 })).toBe(999_900_000_000)
  })
  test('placed twice is one, and its identifier serves no other', () => {
    given([placed]).when(place, context).then([])
    given([placed])
      .when({ ...place, orderMinor: 1 })
      .refused('order-id-reused')
  })
  test('is above zero and above its fee', () => {
    given([])
      .when({ ...place, orderMinor: 0 })
      .refused('order-not-positive')
    given([])
      .when({ ...place, orderMinor: 100, feeBasisPoints: 10_000 })
      .refused('order-below-fee')
  })
})

describe('the truth table: accepted, asked, paid, unknown', () => {
  // requirement of Payments: an acknowledgement of a platform is never a payment | /billing/payment/paymentOrder | POST /api/v1/payment-callbacks/:callbackKey
  test('an acknowledgement is not money', () => {
    const command: OrderCommand = { type: 'AcceptOrder', orderId, platformReference: 'P-1', payAddress: null }
    given([placed]).when(command, context).then([accepted])
    given([placed, accepted]).when(command, context).then([])
    expect(stateAfter(orderDecider, [placed, accepted])).toMatchObject({ status: 'unpaid', paid: undefined })
  })
  test.each([1, 2, 3])('question %i without money changes nothing but the number of questions', (attempt) => {
    const before = Array.from({ length: attempt - 1 }, (_, nth) => noted(nth + 1, false))
    given([placed, accepted, ...before])
      .when(note(attempt, false), context)
      .then([noted(attempt, false)])
    expect(stateAfter(orderDecider, [placed, accepted, ...before, noted(attempt, false)]).status).toBe('unpaid')
  })
  test('after the fourth question an unknown order waits for a person', () => {
    given([placed, accepted, noted(3, false)])
      .when(note(4, false), context)
      .then([noted(4, false), stopped('unanswered', 'busy')])
  })
  test('after the fourth question an order that the platform knows as unpaid has ended', () => {
    given([placed, accepted, noted(3, true)])
      .when(note(4, true), context)
      .then([noted(4, true), { type: 'payments.OrderCancelled', data: { orderId, by: 'deadline', reason: 'busy', at } }])
  })
  test('a question that was answered before is not counted again, and none after the money', () => {
    given([placed, accepted, noted(2, false)])
      .when(note(2, false))
      .then([])
    given([placed, accepted, paid]).when(note(1, false)).then([])
  })
})

describe('money is checked four times', () => {
  // requirement of Payments: each callback is checked by reference, status, currency and amount | – | POST /api/v1/payment-callbacks/:callbackKey
  test('whole, it pays the order', () => {
    given([placed, accepted]).when(take(), context).then([paid])
    given([placed])
      .when(take({ currency: 'kes', reference: null }), context)
      .then([paid])
  })
  test('another reference or currency, and an amount beyond all bounds, wait for a person', () => {
    given([placed])
      .when(take({ reference: 'PO-0' }), context)
      .then([stopped('wrong-reference', 'PO-0')])
    given([placed])
      .when(take({ currency: 'USD' }), context)
      .then([stopped('wrong-currency', 'USD')])
    given([placed])
      .when(take({ amountMinor: 2e12 }), context)
      .then([stopped('amount-too-large', '2000000000000')])
  })
  test('less waits for a person, or is a part where the association takes parts', () => {
    given([placed])
      .when(take({ amountMinor: 9_999 }), context)
      .then([stopped('amount-below', '9999')])
    given([takingParts])
      .when(take({ amountMinor: 4_000 }), context)
      .then([{ type: 'payments.OrderPaid', data: { ...money(4_000, 60), isPartial: true } }])
    for (const amountMinor of [0, -5])
      given([takingParts])
        .when(take({ amountMinor }), context)
        .then([stopped('amount-below', String(amountMinor))])
  })
  test('more goes to the balance of the account', () => {
    given([placed])
      .when(take({ amountMinor: 12_000 }), context)
      .then([{ type: 'payments.OrderPaid', data: { ...money(12_000, 180), isPartial: false } }])
  })
})

describe('messages that come late, twice or in another order', () => {
  const second = money(10_000, 150, 'P-2', '11111111-2222-4333-8444-555555555501')
  // requirement of Payments: money for a cancelled order becomes credit of the account | /billing/payment/paymentOrder | PUT /prod-api/business/paymentOrder/cancel/:orderNo
  test('money for a cancelled order is credit, and the order stays cancelled', () => {
    given([placed, cancelled])
      .when(take(), context)
      .then([{ type: 'payments.OrderMoneyCredited', data: money() }])
    expect(stateAfter(orderDecider, [placed, cancelled, { type: 'payments.OrderMoneyCredited', data: money() }]).status).toBe('cancelled')
  })
  test('the same transaction again brings nothing, whatever says so', () => {
    for (const knownBy of ['0', '1', '2', '3'] as const)
      given([placed, paid])
        .when(take({ knownBy, platformEventId: knownBy }))
        .then([])
    given([placed, cancelled, { type: 'payments.OrderMoneyCredited', data: money() }])
      .when(take())
      .then([])
  })
  test('another transaction of a paid order is credit beside it', () => {
    given([placed, paid])
      .when(take({ platformReference: 'P-2' }), context)
      .then([{ type: 'payments.OrderMoneyCredited', data: second }])
  })
  test('a callback after the refund brings nothing', () => {
    const refunded: OrderEvent = {
      type: 'payments.OrderRefunded',
      data: {
        orderId,
        payerAccountNo: 'A-1',
        paymentId: orderId,
        refundId,
        refundReference: 'R',
        refundMinor: 9_850,
        reason: 'Twice',
        postings: [],
        at,
      },
    }
    given([placed, paid, started, refunded]).when(take()).then([])
  })
  test('a failure after the payment does not cancel it', () => {
    given([placed, paid]).when({ type: 'CancelOrder', orderId, by: 'platform', reason: 'expired' }).then([])
    given([placed, paid]).when({ type: 'CancelOrder', orderId, by: 'person', reason: 'x' }).refused('order-not-unpaid')
  })
})

describe('a refund', () => {
  const start: OrderCommand = { type: 'StartRefund', orderId, refundId, refundMinor: 9_850, reason: 'Twice' }
  test('is of a paid order, and started once', () => {
    given([placed, paid]).when(start, context).then([started])
    given([placed, paid, started]).when(start, context).then([])
    given([placed, paid, started])
      .when({ ...start, refundId: orderId })
      .refused('order-not-paid')
    given([placed]).when(start).refused('order-not-paid')
  })
  // requirement of Payments: a payment is taken back once the platform has confirmed the refund | /billing/payment/paymentOrder | PUT /prod-api/business/paymentOrder/refund/:orderNo
  test('takes the money back when the platform has confirmed it', () => {
    const confirm: OrderCommand = { type: 'ConfirmRefund', orderId, refundId, refundReference: 'R-1' }
    const postings = [
      { ledgerAccount: 'platformMoney' as const, amountMinor: -9_850 },
      { ledgerAccount: 'clearing' as const, amountMinor: 9_850 },
    ]
    const refunded: OrderEvent = {
      type: 'payments.OrderRefunded',
      data: {
        orderId,
        payerAccountNo: 'A-1',
        paymentId: orderId,
        refundId,
        refundReference: 'R-1',
        refundMinor: 9_850,
        reason: 'Twice',
        postings,
        at,
      },
    }
    given([placed, paid, started]).when(confirm, context).then([refunded])
    given([placed, paid, started, refunded]).when(confirm).then([])
    given([placed, paid, started, stopped('refund-unanswered', '')])
      .when(confirm, context)
      .then([refunded])
    given([placed, paid]).when(confirm).then([])
  })
  test('that the platform refuses leaves the order paid', () => {
    const refuse: OrderCommand = { type: 'RefuseRefund', orderId, refundId, detail: 'too old' }
    const refused: OrderEvent = { type: 'payments.OrderRefundRefused', data: { orderId, refundId, detail: 'too old', at } }
    given([placed, paid, started]).when(refuse, context).then([refused])
    expect(stateAfter(orderDecider, [placed, paid, started, refused]).status).toBe('paid')
  })
})

describe('an exception', () => {
  const resolve = (resolveAs: '0' | '1' | '2'): OrderCommand => ({
    type: 'ResolveException',
    orderId,
    resolveAs,
    reason: 'Seen in the portal',
  })
  const resolved = (resolveAs: '0' | '1' | '2'): OrderEvent => ({
    type: 'payments.OrderExceptionResolved',
    data: { orderId, resolveAs, reason: 'Seen in the portal', at },
  })
  test('is resolved by a person: paid, cancelled, or as it was', () => {
    const state = [placed, accepted, stopped('unanswered', '')]
    const byPerson = { ...money(), knownBy: '3' as const, platformEventId: `person/${orderId}`, isPartial: false }
    given(state)
      .when(resolve('0'), context)
      .then([resolved('0'), { type: 'payments.OrderPaid', data: byPerson }])
    given(state)
      .when(resolve('1'), context)
      .then([resolved('1')])
    given(state)
      .when(resolve('2'), context)
      .then([resolved('2')])
    expect(stateAfter(orderDecider, [...state, resolved('2')]).status).toBe('unpaid')
    given([placed]).when(resolve('0')).refused('order-not-in-exception')
  })
  test('with money is not cancelled', () => {
    given([placed, paid, stopped('payment-refused', '')])
      .when(resolve('1'))
      .refused('order-has-money')
    given([placed, paid, stopped('payment-refused', '')])
      .when(resolve('2'), context)
      .then([resolved('2')])
  })
  test('of an unknown order is refused', () => {
    for (const command of [take(), note(1, false), resolve('0')]) given([]).when(command).refused('not-found')
  })
})
