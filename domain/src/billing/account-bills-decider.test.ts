import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'

const given = specificationOf(accountBillsDecider)
const now = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const idOf = (kind: number, nth: number) => `00000000-0000-4000-8000-${String(kind).padStart(6, '0')}${String(nth).padStart(6, '0')}`

/** A bill of one month: `net` for a volume, ten hundredths of standing charges, and 10 % VAT of both. */
const bill = (month: number, net: number, dueOn = `2026-${String(month + 1).padStart(2, '0')}-20`): ComposedBill => {
  const [from, to] = [month, month + 1].map((each) => `2026-${String(each).padStart(2, '0')}-01`) as [string, string]
  const stretch = { priceScheme: 'Households', version: 1, from: Date.parse(from), to: Date.parse(to), dividedBy: null }
  const vatMinor = Math.floor(net / 10) + 1
  return {
    ...{ billType: '0', periodFrom: from, periodTo: to, dueOn, litres: 1000, volumes: [], computedAtPosition: 7 },
    ...{ amountMinor: net + 10, vatMinor, totalMinor: net + 10 + vatMinor },
    lines: [
      { ...stretch, kind: 'volume', step: 1, litres: 1000, unitPriceMinor: net, amountMinor: net, vatMinor: vatMinor - 1 },
      { ...stretch, kind: 'fixed', step: null, litres: 0, unitPriceMinor: null, amountMinor: 10, vatMinor: 1 },
    ],
  }
}
const issue = (month: number, net: number, dueOn?: string) =>
  ({ type: 'IssueBill', accountNo, billId: idOf(1, month), ...bill(month, net, dueOn) }) as const
const pay = (nth: number, amountMinor: number, payMethod: '0' | '1' = '0') =>
  ({ type: 'ReceivePayment', accountNo, paymentId: idOf(2, nth), amountMinor, payMethod, reference: '', remark: '' }) as const
const reverse = (nth: number) => ({ type: 'ReversePayment', accountNo, paymentId: idOf(2, nth), reason: 'wrong account' }) as const
const refund = (nth: number, amountMinor: number) =>
  ({ type: 'RefundBalance', accountNo, paymentId: idOf(4, nth), amountMinor, payMethod: '0', reason: 'moves away' }) as const
const adjust = (type: 'CreditBill' | 'DebitBill', nth: number, month: number, amountMinor: number) =>
  ({ type, accountNo, billId: idOf(1, month), adjustmentId: idOf(3, nth), amountMinor, reason: 'a spike was not his' }) as const

/** Decides one command after another. */
const after = (...commands: BillCommand[]): AccountBillsEvent[] =>
  commands.reduce<AccountBillsEvent[]>((events, command) => {
    const decide = accountBillsDecider.decide[command.type] as (...given: unknown[]) => readonly AccountBillsEvent[]
    const decided = decide(command, stateAfter(accountBillsDecider, events), { now, actor: 'user:1', timeZone: 'Europe/Rome' })
    if (isRejection(decided)) throw new Error(`${command.type} was refused: ${decided.rejected}`)
    return events.concat(decided)
  }, [])
const stateOf = (...commands: BillCommand[]) => stateAfter(accountBillsDecider, after(...commands))
const openOf = (...commands: BillCommand[]) => [...stateOf(...commands).bills.values()].map(({ openMinor }) => openMinor)

describe('a bill', () => {
  test('claims its total from the customer, and earns volumes, standing charges and VAT', () => {
    const [issued] = after(issue(1, 990))
    expect(issued?.data).toMatchObject({
      totalMinor: 1100,
      fromBalanceMinor: 0,
      postings: [
        { ledgerAccount: 'receivables', amountMinor: 1100 },
        { ledgerAccount: 'waterRevenue', amountMinor: -990 },
        { ledgerAccount: 'standingRevenue', amountMinor: -10 },
        { ledgerAccount: 'vat', amountMinor: -100 },
      ],
    })
  })
  test('requested twice is issued once; for another period the request is refused', () => {
    given(after(issue(1, 990)))
      .when(issue(1, 990))
      .then([])
    given(after(issue(1, 990)))
      .when({ ...issue(2, 990), billId: idOf(1, 1) })
      .refused('transaction-id-reused')
  })
  test('is refused where it is larger than what is kept, and does not grow beyond it', () => {
    const most = 1_000_000_000_000
    given([])
      .when({ ...issue(1, 990), totalMinor: most + 1 })
      .refused('bill-too-large')
    given(after(issue(1, 990)))
      .when(adjust('DebitBill', 1, 1, most))
      .refused('bill-too-large')
  })
  test('that was credited whole is not debited again', () =>
    given(after(issue(1, 990), adjust('CreditBill', 1, 1, 1100)))
      .when(adjust('DebitBill', 2, 1, 5))
      .refused('bill-void'))
  test('is refused for a period that is billed already', () =>
    given(after(issue(1, 990)))
      .when({ ...issue(1, 990), billId: idOf(1, 99) })
      .refused('bill-period-billed', { from: '2026-01-01', to: '2026-02-01' }))
  // requirement of Bills and payments: No day of an account is billed twice, whatever the types of its bills | /billing/bills | POST /prod-api/business/bill
  test('of one day is refused, whatever types the bills have', () => {
    const transfer = { ...issue(1, 990), billType: '4', periodTo: '2026-01-11' } as const
    const rest = { ...issue(1, 990), billId: idOf(1, 2), periodFrom: '2026-01-11' }
    given(after(transfer))
      .when({ ...issue(1, 990), billId: idOf(1, 2), billType: '3', periodFrom: '2026-01-10' })
      .refused('bill-period-billed', { from: '2026-01-01', to: '2026-01-11' })
    expect(openOf(transfer, rest)).toEqual([1100, 1100])
  })
  // requirement of Bills and payments: A period is billed once; after a full credit it is billed again | /billing/bills | POST /prod-api/business/bill
  test('is issued again for its period once it is credited whole', () => {
    const events = after(issue(1, 990), adjust('CreditBill', 1, 1, 1100))
    expect(
      isRejection(
        accountBillsDecider.decide.IssueBill({ ...issue(1, 500), billId: idOf(1, 99) }, stateAfter(accountBillsDecider, events), {
          now,
          actor: 'user:1',
          timeZone: 'Europe/Rome',
        }),
      ),
    ).toBe(false)
  })
  test('is paid from the balance of the account at once', () => {
    expect(after(pay(1, 700), issue(1, 990)).at(-1)?.data).toMatchObject({ fromBalanceMinor: 700 })
    expect(openOf(pay(1, 700), issue(1, 990))).toEqual([400])
    expect(stateOf(pay(1, 700), issue(1, 990)).balanceMinor).toBe(0)
  })
})

describe('a refund', () => {
  test('gives the balance back, whole or in part, once', () => {
    const [, refunded] = after(pay(1, 600), refund(1, 200))
    expect(refunded?.data).toMatchObject({
      amountMinor: 200,
      postings: [
        { ledgerAccount: 'customerMoney', amountMinor: 200 },
        { ledgerAccount: 'cash', amountMinor: -200 },
      ],
    })
    expect(stateOf(pay(1, 600), refund(1, 200), refund(1, 200), refund(2, 400)).balanceMinor).toBe(0)
    given(after(pay(1, 600), refund(1, 200)))
      .when(refund(1, 300))
      .refused('transaction-id-reused')
  })
  // requirement of Bills and payments: A balance is refunded, never more than it is | /billing/payments | POST /prod-api/business/payment/refund
  test('is never more than the balance, and never nothing', () => {
    given(after(issue(1, 990), pay(1, 1600)))
      .when(refund(1, 501))
      .refused('refund-over-balance', { balance: '5.00' })
    given([]).when(refund(1, 1)).refused('refund-over-balance', { balance: '0.00' })
    given([]).when(refund(1, 0)).refused('refund-not-positive')
  })
})

describe('a payment', () => {
  test('is greater than 0', () => {
    given([]).when(pay(1, 0)).refused('payment-not-positive')
    given([]).when(pay(1, -1)).refused('payment-not-positive')
  })
  // requirement of Bills and payments: Payments pay the oldest bill first by a stated rule | /billing/payments | POST /prod-api/business/payment
  test('pays the bill that is due first, then the next; what is left is the balance', () => {
    const commands = [issue(1, 990, '2026-04-01'), issue(2, 990, '2026-03-01'), pay(1, 1500)] as const
    expect(after(...commands).at(-1)?.data).toMatchObject({
      allocations: [
        { billId: idOf(1, 2), amountMinor: 1100 },
        { billId: idOf(1, 1), amountMinor: 400 },
      ],
      restMinor: 0,
    })
    expect(openOf(...commands)).toEqual([700, 0])
    expect(stateOf(...commands, pay(2, 1000)).balanceMinor).toBe(300)
  })
  test('pays the bills that the payer chose before one that is due earlier, and others with what is left', () => {
    const chosen = { ...pay(1, 1200), billIds: [idOf(1, 1)] }
    const bills = [issue(1, 990, '2026-04-01'), issue(2, 990, '2026-03-01')] as const
    expect(openOf(...bills, chosen)).toEqual([0, 1000])
    given(after(...bills, pay(2, 1100)))
      .when({ ...pay(3, 100), billIds: [idOf(1, 2)] })
      .refused('payment-bill-not-open')
    given(after(...bills, chosen))
      .when(chosen)
      .then([])
  })
  test('requested twice is taken once; with another amount the request is refused', () => {
    given(after(pay(1, 100)))
      .when(pay(1, 100))
      .then([])
    given(after(pay(1, 100)))
      .when(pay(1, 200))
      .refused('transaction-id-reused')
  })
  test('of a cancelled account pays what is open, and leaves no balance', () => {
    const last = { ...pay(1, 400), isAccountCancelled: true }
    expect(openOf(issue(1, 990), last)).toEqual([700])
    given(after(issue(1, 990)))
      .when({ ...last, amountMinor: 1101 })
      .refused('payment-over-open', { open: '11.00' })
    given([]).when(last).refused('payment-over-open', { open: '0.00' })
  })
  // requirement of Bills and payments: A payment is reversed | /billing/payments | PUT /prod-api/business/payment/reverse/:paymentNo
  test('that is reversed opens its bills again', () => {
    expect(openOf(issue(1, 990), pay(1, 600), reverse(1))).toEqual([1100])
    expect(stateOf(pay(1, 600), reverse(1)).balanceMinor).toBe(0)
    given(after(pay(1, 600), reverse(1)))
      .when(reverse(1))
      .then([])
    given([]).when(reverse(1)).refused('not-found')
  })
  test('that gave the balance nothing is reversed whatever the balance is', () => {
    const postings = [
      { ledgerAccount: 'customerMoney' as const, amountMinor: 300 },
      { ledgerAccount: 'surcharges' as const, amountMinor: -300 },
    ]
    const deducted = { type: 'billing.PaymentDeducted', data: { postings, lines: [], settlements: [] } } as unknown as AccountBillsEvent
    const state = stateAfter(accountBillsDecider, [...after(issue(1, 990), pay(1, 1100)), deducted])
    expect(state.balanceMinor).toBe(-300)
    expect(
      isRejection(accountBillsDecider.decide.ReversePayment(reverse(1), state, { now, actor: 'user:1', timeZone: 'Europe/Rome' })),
    ).toBe(false)
  })
})

describe('a credit', () => {
  test('is above 0 and at most the bill', () => {
    given(after(issue(1, 990)))
      .when(adjust('CreditBill', 1, 1, 0))
      .refused('adjustment-not-positive')
    given(after(issue(1, 990)))
      .when(adjust('CreditBill', 1, 1, 1101))
      .refused('credit-over-bill')
    given([])
      .when(adjust('CreditBill', 1, 1, 1))
      .refused('not-found')
  })
  // requirement of Bills and payments: A bill is corrected by credits and debits, never edited | /billing/bills | PUT /prod-api/business/bill/credit/:billNo
  test('takes its share of the VAT, and a credit of the whole bill all of it', () => {
    expect(after(issue(1, 990), adjust('CreditBill', 1, 1, 550)).at(-1)?.data).toMatchObject({
      vatMinor: 50,
      totalMinor: 550,
      openMinor: 550,
    })
    expect(after(issue(1, 990), adjust('CreditBill', 1, 1, 1)).at(-1)?.data).toMatchObject({ vatMinor: 0 })
    expect(stateOf(issue(1, 990), adjust('CreditBill', 1, 1, 1), adjust('CreditBill', 2, 1, 1099)).bills.get(idOf(1, 1))).toMatchObject({
      vatMinor: 0,
      totalMinor: 0,
    })
  })
  test('of what was paid becomes the balance of the account', () => {
    const state = stateOf(issue(1, 990), pay(1, 1000), adjust('CreditBill', 1, 1, 300))
    expect(state.balanceMinor).toBe(200)
    expect(state.bills.get(idOf(1, 1))).toMatchObject({ totalMinor: 800, openMinor: 0 })
  })
  test('requested twice counts once; with another amount the request is refused', () => {
    given(after(issue(1, 990), adjust('CreditBill', 1, 1, 5)))
      .when(adjust('CreditBill', 1, 1, 5))
      .then([])
    given(after(issue(1, 990), adjust('CreditBill', 1, 1, 5)))
      .when(adjust('CreditBill', 1, 1, 6))
      .refused('transaction-id-reused')
  })
})

test('a debit adds to the bill and to what is open of it', () =>
  expect(stateOf(issue(1, 990), pay(1, 1100), adjust('DebitBill', 1, 1, 220)).bills.get(idOf(1, 1))).toMatchObject({
    totalMinor: 1320,
    openMinor: 220,
    vatMinor: 120,
  }))

describe('any history of an account', () => {
  const command = fc.oneof(
    fc
      .record({ month: fc.integer({ min: 1, max: 8 }), net: fc.integer({ min: 0, max: 5000 }) })
      .map(({ month, net }): BillCommand => issue(month, net)),
    fc
      .record({
        nth: fc.integer({ min: 1, max: 6 }),
        amount: fc.integer({ min: 1, max: 9000 }),
        method: fc.constantFrom('0' as const, '1' as const),
      })
      .map(({ nth, amount, method }): BillCommand => pay(nth, amount, method)),
    fc.integer({ min: 1, max: 6 }).map((nth): BillCommand => reverse(nth)),
    fc
      .record({ nth: fc.integer({ min: 1, max: 6 }), amount: fc.integer({ min: 1, max: 4000 }) })
      .map(({ nth, amount }): BillCommand => refund(nth, amount)),
    fc
      .record({
        type: fc.constantFrom('CreditBill' as const, 'DebitBill' as const),
        nth: fc.integer({ min: 1, max: 9 }),
        month: fc.integer({ min: 1, max: 8 }),
        amount: fc.integer({ min: 1, max: 6000 }),
      })
      .map(({ type, nth, month, amount }): BillCommand => adjust(type, nth, month, amount)),
  )
  // requirement of Bills and payments: Postings of each event balance | /billing/bills | POST /prod-api/business/bill
  test('the postings of each event are zero together, receivables are what is open, and the customer’s money is the balance', () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const sums = new Map<Posting['ledgerAccount'], number>()
        let state = accountBillsDecider.initialState
        for (const each of commands) {
          const decide = accountBillsDecider.decide[each.type] as (...given: unknown[]) => readonly AccountBillsEvent[]
          const decided = decide(each, state, { now, actor: 'user:1', timeZone: 'Europe/Rome' })
          if (isRejection(decided)) continue
          for (const event of decided) {
            if (!('postings' in event.data)) continue
            expect(event.data.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
            for (const { ledgerAccount, amountMinor } of event.data.postings)
              sums.set(ledgerAccount, (sums.get(ledgerAccount) ?? 0) + amountMinor)
            state = accountBillsDecider.evolve(state, event)
          }
        }
        const all = [...state.bills.values()]
        expect(all.every(({ openMinor, totalMinor, vatMinor }) => openMinor >= 0 && openMinor <= totalMinor && vatMinor >= 0)).toBe(true)
        expect(sums.get('receivables') ?? 0).toBe(all.reduce((sum, { openMinor }) => sum + openMinor, 0))
        expect(sums.get('customerMoney') ?? 0).toBe(0 - state.balanceMinor)
        const isOpen = all.some(({ openMinor }) => openMinor > 0)
        expect(isOpen && state.balanceMinor > 0, 'a bill is open beside a balance').toBe(false)
        expect(sums.get('vat') ?? 0).toBe(all.reduce((sum, { vatMinor }) => sum - vatMinor, 0))
      }),
    ))
})
