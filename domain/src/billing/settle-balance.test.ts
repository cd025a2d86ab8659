import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import type { CollectionCommand } from '@nightflow/schemas/billing/collection-calls'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import { accountChargesDecider } from './account-charges-decider.ts'
import { accountCollectionDecider } from './account-collection-decider.ts'
import { settledBills } from './settle-balance.ts'

const accountNo = '1001'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const [a, b, c] = [idOf(1), idOf(2), idOf(3)]
const issue = (billId: string, month: number, totalMinor: number, dueOn: string) => {
  const [periodFrom, periodTo] = [month, month + 1].map((each) => `2026-0${each}-01`) as [string, string]
  const amounts = { amountMinor: totalMinor, vatMinor: 0, totalMinor, litres: 0, volumes: [], lines: [], computedAtPosition: 1 }
  const composed: ComposedBill = { billType: '0', periodFrom, periodTo, dueOn, ...amounts }
  return { type: 'IssueBill', accountNo, billId, ...composed } as const
}
const pay = (nth: number, amountMinor: number) =>
  ({ type: 'ReceivePayment', accountNo, paymentId: idOf(nth), amountMinor, payMethod: '0', reference: '', remark: '' }) as const
const credit = (billId: string, amountMinor: number) =>
  ({ type: 'CreditBill', accountNo, billId, adjustmentId: idOf(amountMinor), amountMinor, reason: 'a spike' }) as const
const rule = { kind: 'fixed', basisPoints: 0, amountMinor: 500, graceDays: 0, maximumMinor: null, since: '2026-01-01' } as const

const context = { now: '2026-05-02T08:00:00.000Z', actor: 'user:1', timeZone: 'Europe/Rome' }
type Command = BillCommand | CollectionCommand
const decide = (events: readonly AccountBillsEvent[], command: Command): readonly AccountBillsEvent[] => {
  const decider = command.type in accountBillsDecider.decide ? accountBillsDecider : accountCollectionDecider
  const decideOne = decider.decide[command.type as never] as (...given: unknown[]) => readonly AccountBillsEvent[]
  const decided = decideOne(command, events.reduce(accountBillsDecider.evolve, accountBillsDecider.initialState), context)
  if (isRejection(decided)) throw new Error(decided.rejected)
  return decided
}
const after = (...commands: Command[]): readonly AccountBillsEvent[] => {
  const events: AccountBillsEvent[] = []
  for (const command of commands) events.push(...decide(events, command))
  return events
}
const stateOf = (events: readonly AccountBillsEvent[]) => events.reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
const standing = (events: readonly AccountBillsEvent[]) => {
  const { bills, balanceMinor } = stateOf(events)
  return { open: [...bills.values()].map(({ openMinor }) => openMinor), balanceMinor }
}

/** As logs have it that were written before a balance paid open bills: 100.00 beside an open bill of 100.00 that was due on 2 April. */
const left: readonly AccountBillsEvent[] = [
  ...after(issue(a, 1, 10_000, '2026-03-01'), pay(9, 10_000), issue(b, 2, 10_000, '2026-04-02')),
  ...decide(after(issue(a, 1, 10_000, '2026-03-01'), pay(9, 10_000)), credit(a, 10_000)),
]

describe('a credit balance beside an open bill', () => {
  test('stayed there when a paid bill was credited whole, and the next bill took it; it pays the bill that is open', () => {
    const events = after(issue(a, 1, 10_038, '2026-03-01'), issue(b, 2, 9_735, '2026-04-01'), pay(9, 10_038), credit(a, 10_038))
    expect(events.at(-1)).toEqual({
      type: 'billing.BalanceApplied',
      data: {
        ...{ accountNo, amountMinor: 9_735, allocations: [{ billId: b, amountMinor: 9_735 }], at: context.now },
        postings: [
          { ledgerAccount: 'customerMoney', amountMinor: 9_735 },
          { ledgerAccount: 'receivables', amountMinor: -9_735 },
        ],
      },
    })
    expect(standing(events)).toEqual({ open: [0, 0], balanceMinor: 303 })
    expect(standing([...events, ...decide(events, issue(c, 3, 1_000, '2026-05-01'))])).toEqual({ open: [0, 0, 697], balanceMinor: 0 })
  })

  test('pays what is due first', () => {
    const bills = [issue(a, 1, 1_000, '2026-03-01'), pay(9, 1_000), issue(b, 2, 900, '2026-06-01'), issue(c, 3, 900, '2026-04-01')] as const
    expect(standing(after(...bills, credit(a, 1_000)))).toEqual({ open: [0, 800, 0], balanceMinor: 0 })
  })

  test('pays what a debit adds to a bill', () => {
    const debit = { type: 'DebitBill', accountNo, billId: a, adjustmentId: idOf(77), amountMinor: 300, reason: 'too little' } as const
    expect(standing(after(issue(a, 1, 1_000, '2026-03-01'), pay(9, 1_200), debit))).toEqual({ open: [100], balanceMinor: 0 })
  })

  test('pays a bill that the reversal of another payment opened again', () => {
    const reverse = { type: 'ReversePayment', accountNo, paymentId: idOf(8), reason: 'bounced' } as const
    const events = after(issue(a, 1, 1_000, '2026-03-01'), pay(8, 1_000), pay(9, 400), reverse)
    expect(standing(events)).toEqual({ open: [600], balanceMinor: 0 })
  })
})

describe('a balance that an earlier log left beside an open bill', () => {
  test('is in the log of this test', () => expect(standing(left)).toEqual({ open: [0, 10_000], balanceMinor: 10_000 }))

  test.each<Command>([
    { type: 'MarkOverdue', accountNo, billId: b, today: '2026-05-02' },
    { type: 'ChargeLateFees', accountNo, billId: b, today: '2026-05-02', rule },
    { type: 'RemindOfBill', accountNo, billId: b, personId: idOf(5), stage: 1, dueOn: '2026-04-02', channel: 'sms', language: 'en' },
    { type: 'JudgeArrears', accountNo, thresholdMinor: 0 },
    { type: 'SettleBalance', accountNo },
  ])('was overdue, got a fee and a reminder, and closed the valve; it pays the bill first: $type', (command) => {
    const decided = decide(left, command)
    expect(decided.map(({ type }) => type)).toEqual(['billing.BalanceApplied'])
    expect(standing([...left, ...decided])).toEqual({ open: [0, 0], balanceMinor: 0 })
  })

  test('opened the valve of an account whose arrears it covers', () => {
    const exceeded = [
      { type: 'billing.BillOverdue', data: { accountNo, billId: b, dueOn: '2026-04-02', overdueMinor: 10_000, at: context.now } },
      { type: 'billing.ArrearsExceeded', data: { accountNo, overdueMinor: 10_000, thresholdMinor: 50, at: context.now } },
    ] as const
    const decided = decide([...left, ...exceeded], { type: 'JudgeArrears', accountNo, thresholdMinor: 50 })
    expect(decided.map(({ type }) => type)).toEqual(['billing.BalanceApplied', 'billing.ArrearsSettled'])
  })

  test('pays the bill before a debt or a deduction is decided', () => {
    const debt = {
      type: 'AddDebt',
      accountNo,
      debtId: idOf(6),
      debtType: '1',
      feeName: 'Meter',
      amountMinor: 5,
      plan: null,
      remark: '',
    } as const
    const state = (left as never[]).reduce(accountChargesDecider.evolve, accountChargesDecider.initialState)
    const decided = accountChargesDecider.decide.AddDebt(debt, state, context)
    if (isRejection(decided)) throw new Error(decided.rejected)
    expect(decided.map(({ type }) => type)).toEqual(['billing.BalanceApplied', 'billing.DebtAdded'])
  })

  test('is shown as paid before that', () => {
    const { bills, balanceMinor } = settledBills(stateOf(left))
    expect([bills.get(b)?.openMinor, balanceMinor]).toEqual([0, 0])
  })
})
