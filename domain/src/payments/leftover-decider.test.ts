import type { LeftoverCommand } from '@nightflow/schemas/payments/leftover-calls'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type LeftoverEvent, leftoverDecider } from './leftover-decider.ts'
import { readReport } from './read-report.ts'
import { reconcileDay } from './reconcile-day.ts'

const given = specificationOf(leftoverDecider)
const leftoverId = '11111111-2222-5333-8444-555555555500'
const at = '2026-03-02T08:00:00.000Z'
const context = { now: at }
const about: Omit<Extract<LeftoverCommand, { type: 'FindLeftover' }>, 'type'> = {
  ...{ leftoverId, associationId: 7, platformName: 'Mobile money', side: '1', source: '2', day: '2026-03-01' },
  ...{ reference: 'P-9', payerReference: '', currency: 'KES', amountMinor: 500, orderId: null },
}
const find: LeftoverCommand = { type: 'FindLeftover', ...about }
const found: LeftoverEvent = { type: 'payments.LeftoverFound', data: { ...about, at } }
const ours: LeftoverEvent = { type: 'payments.LeftoverFound', data: { ...about, side: '0', at } }
const credit: LeftoverCommand = { type: 'CreditLeftover', leftoverId, accountNo: 'A-1', reason: 'Named on the slip' }
const credited = (paymentId: string = leftoverId): LeftoverEvent => ({
  type: 'payments.LeftoverCredited',
  data: {
    ...{ leftoverId, payerAccountNo: 'A-1', paymentId, reference: 'P-9', amountMinor: 500, reason: 'Named on the slip', at },
    postings: [
      { ledgerAccount: 'platformMoney', amountMinor: 500 },
      { ledgerAccount: 'clearing', amountMinor: -500 },
    ],
  },
})
const explain: LeftoverCommand = { type: 'ExplainLeftover', leftoverId, reason: 'Fee of the month' }
const explained: LeftoverEvent = { type: 'payments.LeftoverExplained', data: { leftoverId, reason: 'Fee of the month', at } }

describe('a leftover', () => {
  // requirement of Payments: leftovers of both sides are listed with age and owner until they are resolved | /billing/payment/paymentReconciliation | PUT /prod-api/business/paymentReconciliation/take/:leftoverNo
  test('is found once, and taken over by its owner', () => {
    given([]).when(find, context).then([found])
    given([found]).when(find).then([])
    given([found])
      .when({ type: 'TakeLeftover', leftoverId, owner: 'anna' }, context)
      .then([{ type: 'payments.LeftoverTaken', data: { leftoverId, owner: 'anna', at } }])
  })
  test('of theirs becomes a payment of the account that a person names, once', () => {
    given([found]).when(credit, context).then([credited()])
    given([found, credited()]).when(credit).refused('leftover-not-open')
    given([ours]).when(credit).refused('leftover-not-theirs')
    given([]).when(credit).refused('not-found')
  })
  test('whose account refuses the money is open again, and its next payment is another one', () => {
    const reopened: LeftoverEvent = {
      type: 'payments.LeftoverReopened',
      data: {
        ...{ leftoverId, detail: 'payment-over-open', at },
        postings: [
          { ledgerAccount: 'platformMoney', amountMinor: -500 },
          { ledgerAccount: 'clearing', amountMinor: 500 },
        ],
      },
    }
    given([found, credited()]).when({ type: 'ReopenLeftover', leftoverId, detail: 'payment-over-open' }, context).then([reopened])
    given([found, credited(), reopened])
      .when(credit, context)
      .then([credited('11111111-2222-5333-8444-555555555501')])
  })
  test('is closed by its reason, or by the other side', () => {
    given([found]).when(explain, context).then([explained])
    given([found, explained]).when(explain).refused('leftover-not-open')
    given([found])
      .when({ type: 'MatchLeftover', leftoverId }, context)
      .then([{ type: 'payments.LeftoverMatched', data: { leftoverId, at } }])
    given([found, explained]).when({ type: 'MatchLeftover', leftoverId }).then([])
  })
})

describe('a report', () => {
  const order = (nth: number, receivedMinor: number) => ({
    orderId: `o${nth}`,
    orderNumber: `PO-${nth}`,
    platformReference: `P-${nth}`,
    receivedMinor,
  })
  const text =
    'status,amount,currency,platformReference,reference\npaid,10.5,kes,P-1,PO-1\r\nfailed,3,KES,P-2,PO-2\n\n"success","7","KES","P,3",\n'
  test('is read by its heads, and lines that are not paid are left out', () => {
    expect(readReport(text)).toEqual([
      { platformReference: 'P-1', reference: 'PO-1', currency: 'KES', amountMinor: 1_050 },
      { platformReference: 'P,3', reference: null, currency: 'KES', amountMinor: 700 },
    ])
    expect(readReport('reference,amount\n')).toMatchObject({ rejected: 'report-unreadable', details: { line: 1 } })
    expect(readReport(text.replace('10.5', '1e3'))).toMatchObject({ details: { line: 2 } })
  })
  test('leaves both sides’ rest, settles what we did not know, and matches an order once', () => {
    const line = (nth: number) => ({ platformReference: `P-${nth}`, reference: null, currency: 'KES', amountMinor: 100 })
    const known = [order(1, 100), order(2, 0), order(3, 100)]
    const compared = reconcileDay([line(1), line(1), line(2), line(9)], known, {
      paidOfDay: [order(1, 100), order(3, 100)],
      currency: 'KES',
    })
    expect(compared.matched).toBe(1)
    expect(compared.settle.map(({ order: { orderId } }) => orderId)).toEqual(['o2'])
    expect(compared.theirs.map(({ platformReference }) => platformReference)).toEqual(['P-1', 'P-9'])
    expect(compared.ours).toEqual([{ order: order(3, 100), amountMinor: 100 }])
  })
  const ofFirst = (amountMinor: number, currency = 'KES') => ({ platformReference: 'P-1', reference: 'PO-1', currency, amountMinor })
  const reconciled = (...lines: ReturnType<typeof ofFirst>[]) => {
    const { matched, theirs, ours } = reconcileDay(lines, [order(1, 100)], { paidOfDay: [order(1, 100)], currency: 'KES' })
    return { matched, theirs: theirs.map(({ amountMinor }) => amountMinor), ours: ours.map(({ amountMinor }) => amountMinor) }
  }
  test('says what of a line is more than its order received', () => {
    expect(reconciled(ofFirst(150))).toEqual({ matched: 0, theirs: [50], ours: [] })
  })
  test('says what an order received beyond its line', () => {
    expect(reconciled(ofFirst(60))).toEqual({ matched: 1, theirs: [], ours: [40] })
  })
  test('adds up the lines of an order that was paid in parts', () => {
    expect(reconciled(ofFirst(60), ofFirst(40))).toEqual({ matched: 2, theirs: [], ours: [] })
    expect(reconciled(ofFirst(60), ofFirst(50))).toEqual({ matched: 1, theirs: [10], ours: [] })
  })
  test('matches nothing in another currency', () => {
    expect(reconciled(ofFirst(100, 'USD'))).toEqual({ matched: 0, theirs: [100], ours: [100] })
  })
})
