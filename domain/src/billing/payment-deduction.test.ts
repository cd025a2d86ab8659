import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import { type DeductionOrder, defaultDeductionOrder, type PaymentSource } from '@nightflow/schemas/billing/deduction'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Context } from '../shared/decider.ts'
import { decide, expectMessages, stateAfter } from '../shared/decider-specification.ts'
import { type AccountBillsEvent, openOf } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { type AccountChargesCommand, accountChargesDecider } from './account-charges-decider.ts'
import { balanceOf } from './account-contracts.ts'
import type { ChargedBills } from './payment-deduction.ts'

const accountNo = '1001'
const schemeId = '00000000-0000-4000-8000-0000000000aa'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const dayMilliseconds = 86_400_000
const start = Date.parse('2026-01-01T08:00:00Z')
const instantOf = (day: number) => new Date(start + day * dayMilliseconds).toISOString()

const item = (itemName: string, of: Partial<ChargingItem>): ChargingItem => ({
  ...{ itemName, method: '0', enabledDate: '2025-01-31', ratioBasisPoints: null, amountMinor: null, frequency: null, vatBasisPoints: 600 },
  ...of,
})
/** One item by each method and frequency. */
const schemeItems = [
  item('Sewage', { ratioBasisPoints: 1_250 }),
  item('Collection', { method: '1', amountMinor: 150 }),
  item('Lamps', { method: '2', amountMinor: 3, frequency: '0' }),
  item('Refuse', { method: '2', amountMinor: 400, frequency: '1' }),
  item('Fire', { method: '2', amountMinor: 900, frequency: '2' }),
  item('Resource', { method: '2', amountMinor: 35, frequency: '3' }),
]
const contextOn = (day: number, deductionOrder: DeductionOrder = defaultDeductionOrder): Context => ({
  ...{ now: instantOf(day), actor: 'user:1', timeZone: 'Europe/Rome' },
  beside: { deductionOrder: { deductionOrder }, surchargeSchemes: new Map([[schemeId, { items: schemeItems }]]) },
})

type BillsCommand = Parameters<typeof accountBillsDecider.streamOf>[0]
type Written = { readonly state: ChargedBills; readonly events: readonly (AccountBillsEvent | AccountChargesEvent)[] }

type Of<Type extends (BillsCommand | AccountChargesCommand)['type']> = Extract<BillsCommand | AccountChargesCommand, { type: Type }>

const isOfBills = (command: BillsCommand | AccountChargesCommand): command is BillsCommand => command.type in accountBillsDecider.decide

/** Decides a command of either decider of the stream; a refused one writes nothing. */
const decideOn = ({ state, events }: Written, command: BillsCommand | AccountChargesCommand, context: Context): Written => {
  const decided = isOfBills(command)
    ? decide(accountBillsDecider, state, command, context)
    : decide(accountChargesDecider, stateAfter(accountChargesDecider, events), command, context)
  if (isRejection(decided)) return { state, events }
  return { state: decided.reduce(accountBillsDecider.evolve, state), events: [...events, ...decided] }
}
const nothing: Written = { state: accountBillsDecider.initialState, events: [] }

const composed = (nth: number, totalMinor: number): ComposedBill => {
  const [periodFrom, periodTo] = [instantOf(nth).slice(0, 10), instantOf(nth + 1).slice(0, 10)]
  const amounts = { amountMinor: totalMinor, vatMinor: 0, totalMinor, litres: 1000 }
  return { billType: '0', periodFrom, periodTo, dueOn: periodTo, ...amounts, volumes: [], lines: [], computedAtPosition: 7 }
}
const pay = (nth: number, amountMinor: number, source: PaymentSource = '1', purchasedLitres = 0): Of<'ReceivePayment'> => ({
  ...{ type: 'ReceivePayment', accountNo, paymentId: idOf(nth), payMethod: '0', reference: '', remark: '' },
  ...{ amountMinor, source, purchasedLitres },
})
const reverse = (nth: number) => ({ type: 'ReversePayment', accountNo, paymentId: idOf(nth), reason: 'bounced' }) as const
const debt = (nth: number, amountMinor: number, deductions: number, source: PaymentSource = '1'): Of<'AddDebt'> => ({
  ...{ type: 'AddDebt', accountNo, debtId: idOf(500 + nth), debtType: '1', feeName: `Debt ${nth}`, remark: '' },
  ...{ amountMinor, plan: { source, deductions } },
})
const charged = (...commands: (BillsCommand | AccountChargesCommand)[]): Written =>
  commands.reduce((written, command) => decideOn(written, command, contextOn(0)), nothing)
const withScheme = { type: 'AssignSurchargeScheme', accountNo, schemeId, schemeItems } as const

const postingsIn = (events: Written['events']): Posting[] => events.flatMap(({ data }) => ('postings' in data ? data.postings : []))
const debtsOf = ({ state }: Written) =>
  [...state.charges.debts.values()].map(({ residualMinor, plan }) => [residualMinor, residualMinor === 0 ? 0 : plan?.deductions])

describe('a payment', () => {
  // requirement of Surcharges and debts: A payment starts its deductions by itself, before bills and balance | /billing/payments | POST /prod-api/business/payment
  test('of 100.00 repays 10.00 of a debt, pays 5.00 of a surcharge, and leaves 85.00 for water', () => {
    const surcharge: Of<'AddPersonalSurcharge'> = {
      type: 'AddPersonalSurcharge',
      accountNo,
      item: item('Waste water', { ratioBasisPoints: 500, vatBasisPoints: 0 }),
      schemeItems: [],
    }
    const before = charged(debt(1, 3_000, 3), surcharge)
    const after = decideOn(before, pay(1, 10_000), contextOn(1, ['debt', 'percentage', 'fixed', 'frequency']))
    expect(after.events.slice(before.events.length)).toMatchObject([
      { type: 'billing.PaymentReceived', data: { amountMinor: 10_000, allocations: [], restMinor: 10_000 } },
      {
        type: 'billing.PaymentDeducted',
        data: {
          ...{ paymentId: idOf(1), deductedMinor: 1_500, restMinor: 8_500 },
          lines: [
            { kind: 'debt', amountMinor: 1_000, residualMinor: 2_000, remainingDeductions: 2 },
            { kind: 'percentage', amountMinor: 500 },
          ],
        },
      },
    ])
    expect(balanceOf(after.state, 1)).toBe(8_500)
  })

  test('pays bills with what its deductions leave', () => {
    const after = decideOn(
      charged(debt(1, 3_000, 3)),
      { type: 'IssueBill', accountNo, billId: idOf(70), ...composed(1, 9_500) },
      contextOn(2),
    )
    const paid = decideOn(after, pay(1, 10_000), contextOn(3))
    expect([openOf(paid.state, 1), balanceOf(paid.state, 1)]).toEqual([500, 0])
  })

  test('of a former holder, and of a closed account, is not deducted from', () => {
    const before = charged(debt(1, 3_000, 3), withScheme)
    const began: AccountBillsEvent = {
      type: 'billing.ContractBegan',
      data: {
        ...{ accountNo, contractNo: 2, from: '2026-01-05', since: instantOf(5), at: instantOf(5) },
        billIds: [],
        balanceMinor: 0,
      },
    }
    const former = { state: accountBillsDecider.evolve(before.state, began), events: [...before.events, began] }
    const paid = decideOn(former, { ...pay(1, 5_000), contractNo: 1 }, contextOn(6))
    expect(balanceOf(paid.state, 1)).toBe(5_000)
    const closed = accountBillsDecider.evolve(before.state, {
      type: 'billing.AccountMoneyClosed',
      data: { accountNo, reason: 'sold', at: instantOf(5) },
    })
    expect(accountBillsDecider.decide.ReceivePayment(pay(1, 5_000), closed, contextOn(6))).toMatchObject({ rejected: 'payment-over-open' })
  })
})

describe('a recharge', () => {
  // requirement of Surcharges and debts: Recharge amount greater than zero, and at most the purchase limit of the account | /billing/recharges | POST /prod-api/business/payment
  test('is greater than zero, and at most the limit of the account', () => {
    const refusal = (amountMinor: number, purchaseLimitMinor: number | null = null) =>
      accountBillsDecider.decide.ReceivePayment({ ...pay(1, amountMinor), purchaseLimitMinor }, nothing.state, contextOn(0))
    for (const refused of [refusal(0), refusal(20_001, 20_000)]) if (isRejection(refused)) expectMessages(refused)
    expect([refusal(0), refusal(-1), refusal(20_001, 20_000)]).toMatchObject([
      { rejected: 'recharge-not-positive' },
      { rejected: 'recharge-not-positive' },
      { rejected: 'recharge-over-limit', details: { limit: '200.00' } },
    ])
    expect(refusal(20_000, 20_000)).toMatchObject([{ type: 'billing.PaymentReceived', data: { source: '1' } }])
    const bill = { ...pay(1, 20_001, '0'), purchaseLimitMinor: 20_000 }
    expect(accountBillsDecider.decide.ReceivePayment(bill, nothing.state, contextOn(0))).toMatchObject([
      { type: 'billing.PaymentReceived' },
    ])
  })
})

const step = fc.record({
  amountMinor: fc.integer({ min: 1, max: 30_000 }),
  days: fc.integer({ min: 0, max: 70 }),
  litres: fc.integer({ min: 0, max: 9_000 }),
  source: fc.constantFrom<PaymentSource>('0', '1'),
  bill: fc.integer({ min: 0, max: 20_000 }),
})
const orders = fc.shuffledSubarray([...defaultDeductionOrder], { minLength: 4 }) as fc.Arbitrary<never> as fc.Arbitrary<DeductionOrder>
const debts = fc.array(
  fc.record({
    minor: fc.integer({ min: 1, max: 9_000 }),
    count: fc.integer({ min: 1, max: 7 }),
    source: fc.constantFrom<PaymentSource>('0', '1'),
  }),
  { minLength: 1, maxLength: 4 },
)

describe('payments with deductions', () => {
  // requirement of Surcharges and debts: Lines, bills and rest of every payment add up to it, and the ledger to zero | /billing/payments | POST /prod-api/business/payment
  test('lines, bills and rest are the payment, nothing is below zero, and the ledger sums to zero', () => {
    fc.assert(
      fc.property(orders, debts, fc.array(step, { minLength: 1, maxLength: 8 }), (order, owed, steps) => {
        let written = charged(withScheme, ...owed.map(({ minor, count, source }, nth) => debt(nth, minor, count, source)))
        let day = 0
        for (const [nth, { amountMinor, days, litres, source, bill }] of steps.entries()) {
          day += days
          const context = contextOn(day, order)
          if (bill > 0)
            written = decideOn(written, { type: 'IssueBill', accountNo, billId: idOf(700 + nth), ...composed(nth, bill) }, context)
          const balanceMinor = balanceOf(written.state, 1)
          const paid = decideOn(written, pay(nth, amountMinor, source, litres), context)
          const events = paid.events.slice(written.events.length)
          const allocations = events.flatMap((event) => (event.type === 'billing.PaymentReceived' ? event.data.allocations : []))
          const deducted = events.flatMap((event) => (event.type === 'billing.PaymentDeducted' ? [event.data] : []))
          const lines = deducted.flatMap((each) => each.lines)
          const taken = lines.reduce((sum, line) => sum + line.amountMinor, 0)
          const billed = allocations.reduce((sum, each) => sum + each.amountMinor, 0)
          const rest = balanceOf(paid.state, 1) - balanceMinor
          expect(taken + billed + rest).toBe(amountMinor)
          for (const minor of [
            taken,
            billed,
            rest,
            ...lines.flatMap((line) => [line.amountMinor, line.vatMinor, line.dueMinor - line.amountMinor, line.residualMinor ?? 0]),
          ])
            expect(minor).toBeGreaterThanOrEqual(0)
          for (const { deductionOrder } of deducted) expect(deductionOrder).toEqual(order)
          expect(openOf(paid.state, 1) > 0 && balanceOf(paid.state, 1) > 0).toBe(false)
          written = paid
        }
        const postings = postingsIn(written.events)
        expect(postings.reduce((sum, posting) => sum + posting.amountMinor, 0)).toBe(0)
        const posted = (account: string) => postings.reduce((sum, each) => sum + (each.ledgerAccount === account ? each.amountMinor : 0), 0)
        expect(posted('customerDebts')).toBe(
          [...written.state.charges.debts.values()].reduce((sum, { residualMinor }) => sum + residualMinor, 0),
        )
        expect(posted('customerMoney')).toBe(0 - balanceOf(written.state, 1))
      }),
      { numRuns: 150, seed: 28 },
    )
  })

  // requirement of Surcharges and debts: A reversed payment reverses its deductions, and debts are open again by exactly what it took | /billing/payments | PUT /prod-api/business/payment/reverse/:paymentNo
  test('reversed the newest first leave debts, instalments and settlements as they were before each', () => {
    fc.assert(
      fc.property(orders, debts, fc.array(step, { minLength: 1, maxLength: 8 }), (order, owed, steps) => {
        let written = charged(withScheme, ...owed.map(({ minor, count, source }, nth) => debt(nth, minor, count, source)))
        let day = 0
        const before: { debts: unknown; litres: number; due: unknown }[] = []
        const dueOn = (of: Written, on: number) => {
          const tried = decideOn(of, pay(99, 1_000_000), contextOn(on, order)).events.slice(of.events.length)
          const lines = tried.flatMap((event) => (event.type === 'billing.PaymentDeducted' ? event.data.lines : []))
          return lines.map(({ name, dueMinor }) => [name, dueMinor])
        }
        for (const [nth, { amountMinor, days, litres, source }] of steps.entries()) {
          day += days
          before.push({ debts: debtsOf(written), litres: written.state.charges.cumulativeLitres, due: dueOn(written, day) })
          written = decideOn(written, pay(nth, amountMinor, source, litres), contextOn(day, order))
        }
        day = 0
        const days = steps.map((each) => (day += each.days))
        for (const [nth, seen] of [...before.entries()].toReversed()) {
          written = decideOn(written, reverse(nth), contextOn(day + 1, order))
          const { charges } = written.state
          expect({ debts: debtsOf(written), litres: charges.cumulativeLitres, due: dueOn(written, days[nth]!) }).toEqual(seen)
        }
        expect(
          postingsIn(written.events)
            .filter(({ ledgerAccount }) => ledgerAccount === 'surcharges')
            .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        ).toBe(0)
        expect(balanceOf(written.state, 1)).toBe(0)
      }),
      { numRuns: 150, seed: 29 },
    )
  })

  test('reversed in any order leave every debt with all of its instalments', () => {
    fc.assert(
      fc.property(debts, fc.array(step, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (owed, steps, random) => {
        let written = charged(withScheme, ...owed.map(({ minor, count }, nth) => debt(nth, minor, count)))
        const before = debtsOf(written)
        for (const [nth, { amountMinor, litres }] of steps.entries())
          written = decideOn(written, pay(nth, amountMinor, '1', litres), contextOn(nth))
        const ranks = steps.map((_, nth) => ({ nth, rank: random.next().value as number })).toSorted((one, other) => one.rank - other.rank)
        for (const { nth } of ranks) {
          written = decideOn(written, reverse(nth), contextOn(90))
          // The same request again changes nothing.
          expect(decideOn(written, reverse(nth), contextOn(91)).events).toHaveLength(written.events.length)
        }
        expect(debtsOf(written)).toEqual(before)
        expect([balanceOf(written.state, 1), written.state.charges.cumulativeLitres]).toEqual([0, 0])
      }),
      { numRuns: 150, seed: 30 },
    )
  })

  test('whose reversal comes after later payments are owed for their months alone', () => {
    const refuse: Of<'AddPersonalSurcharge'> = { type: 'AddPersonalSurcharge', accountNo, item: schemeItems[3]!, schemeItems: [] }
    let written = charged(refuse)
    for (const [nth, day] of [31, 62, 90].entries()) written = decideOn(written, pay(nth, 5_000), contextOn(day))
    written = decideOn(written, reverse(0), contextOn(91))
    const next = decideOn(written, pay(9, 5_000), contextOn(92)).events.at(-1)
    expect(next).toMatchObject({ type: 'billing.PaymentDeducted', data: { lines: [{ name: 'Refuse', units: 1 }] } })
  })

  test('reversed after the money was refunded are owed', () => {
    const refund = {
      type: 'RefundBalance',
      accountNo,
      paymentId: idOf(50),
      payMethod: '0',
      reason: 'moves away',
      amountMinor: 9_000,
    } as const
    let written = decideOn(charged(debt(1, 3_000, 3)), pay(1, 10_000), contextOn(1))
    written = decideOn(decideOn(written, refund, contextOn(2)), reverse(1), contextOn(3))
    expect([balanceOf(written.state, 1), debtsOf(written)]).toEqual([-9_000, [[3_000, 3]]])
  })
})
