import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'

const accountNo = '1001'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const issue = (month: number, totalMinor: number): BillCommand => {
  const [periodFrom, periodTo] = [month, month + 1].map((each) => `2026-0${each}-01`) as [string, string]
  const amounts = { amountMinor: totalMinor, vatMinor: 0, totalMinor, litres: 0, volumes: [], lines: [], computedAtPosition: 1 }
  const composed: ComposedBill = { billType: '0', periodFrom, periodTo, dueOn: periodTo, ...amounts }
  return { type: 'IssueBill', accountNo, billId: idOf(month), ...composed }
}
const pay = (nth: number, amountMinor: number): BillCommand => ({
  ...{ type: 'ReceivePayment', accountNo, paymentId: idOf(10 + nth), amountMinor, payMethod: '1', reference: '', remark: '' },
})
const bounce = (nth: number, more: object = {}): BillCommand => ({
  ...{ type: 'ReversePayment', accountNo, paymentId: idOf(10 + nth), reason: 'bounced', ...more },
})
const credit = (month: number, amountMinor: number): BillCommand => ({
  ...{ type: 'CreditBill', accountNo, billId: idOf(month), adjustmentId: idOf(20 + month), amountMinor, reason: 'a spike' },
})
const refund = (amountMinor: number): BillCommand => ({
  ...{ type: 'RefundBalance', accountNo, paymentId: idOf(30), amountMinor, payMethod: '0', reason: 'moves' },
})

const decided = (...commands: BillCommand[]) => {
  let state = accountBillsDecider.initialState
  const events: AccountBillsEvent[] = []
  for (const command of commands) {
    const decide = accountBillsDecider.decide[command.type] as (...given: unknown[]) => readonly AccountBillsEvent[]
    const next = decide(command, state, { now: '2026-05-02T08:00:00.000Z', actor: 'user:1', timeZone: 'Europe/Rome' })
    if (isRejection(next)) throw new Error(next.rejected)
    events.push(...next)
    state = next.reduce(accountBillsDecider.evolve, state)
  }
  return { events, balanceMinor: state.balanceMinor, open: [...state.bills.values()].map(({ openMinor }) => openMinor) }
}

describe('a payment that bounced', () => {
  test('was not reversed once its surplus had paid a later bill; that bill is open again', () => {
    const { events, ...left } = decided(issue(1, 1_000), pay(1, 1_700), issue(2, 600), bounce(1))
    expect(left).toEqual({ open: [1_000, 600], balanceMinor: 0 })
    expect(events.at(-1)?.data).toMatchObject({
      allocations: [
        { billId: idOf(1), amountMinor: 1_000 },
        { billId: idOf(2), amountMinor: 600 },
      ],
      ...{ fromBalance: [{ billId: idOf(2), amountMinor: 600 }], amountMinor: 1_700, restMinor: 100 },
      postings: [
        { ledgerAccount: 'bank', amountMinor: -1_700 },
        { ledgerAccount: 'receivables', amountMinor: 1_600 },
        { ledgerAccount: 'customerMoney', amountMinor: 100 },
      ],
    })
  })

  test('was not reversed once a credit had made a balance of what it paid; what that balance paid is open again', () => {
    expect(decided(issue(1, 1_000), issue(2, 900), pay(1, 1_000), credit(1, 1_000), bounce(1))).toMatchObject({
      ...{ open: [0, 900], balanceMinor: 0 },
    })
  })

  test('opens the newest bills first, and none of what other money paid', () => {
    const bills = [pay(1, 500), pay(2, 500), issue(1, 400), issue(2, 400), issue(3, 200)]
    expect(decided(...bills, bounce(1))).toMatchObject({ open: [0, 300, 200], balanceMinor: 0 })
    expect(decided(...bills, bounce(1), bounce(2))).toMatchObject({ open: [400, 400, 200], balanceMinor: 0 })
  })

  test('whose money was refunded is owed: the balance is below zero, and the next money fills it', () => {
    expect(decided(pay(1, 500), refund(500), bounce(1))).toMatchObject({ open: [], balanceMinor: -500 })
    expect(decided(pay(1, 500), refund(500), bounce(1), pay(2, 500))).toMatchObject({ balanceMinor: 0 })
    const last = { ...pay(2, 500), isAccountCancelled: true } as BillCommand
    expect(decided(pay(1, 500), refund(500), bounce(1), last)).toMatchObject({ balanceMinor: 0 })
  })

  test('that a reversal opened again is not opened twice', () => {
    const events = [pay(1, 300), issue(1, 300), bounce(1), pay(2, 300), bounce(2)]
    expect(decided(...events)).toMatchObject({ open: [300], balanceMinor: 0 })
    expect(decided(...events, pay(3, 100), pay(4, 250), bounce(3))).toMatchObject({ open: [50], balanceMinor: 0 })
  })
})

describe('the fee of a returned payment', () => {
  test('is part of the bill that is open again, without VAT', () => {
    const { events, open } = decided(issue(1, 1_000), issue(2, 500), pay(1, 1_500), bounce(1, { returnFeeMinor: 350 }))
    expect(open).toEqual([1_350, 500])
    expect(events.at(-1)).toMatchObject({
      type: 'billing.ReturnFeeCharged',
      data: {
        ...{ billId: idOf(1), paymentId: idOf(11), amountMinor: 350, totalMinor: 1_350, openMinor: 1_350 },
        postings: [
          { ledgerAccount: 'receivables', amountMinor: 350 },
          { ledgerAccount: 'returnFees', amountMinor: -350 },
        ],
      },
    })
  })

  test('is none without a rule, for a payment that opened no bill, and for a request that is repeated', () => {
    expect(decided(issue(1, 1_000), pay(1, 1_000), bounce(1)).open).toEqual([1_000])
    expect(decided(pay(1, 1_000), bounce(1, { returnFeeMinor: 350 }))).toMatchObject({ open: [], balanceMinor: 0 })
    const returned = bounce(1, { returnFeeMinor: 350 })
    expect(decided(issue(1, 1_000), pay(1, 1_000), returned, returned).open).toEqual([1_350])
  })
})
