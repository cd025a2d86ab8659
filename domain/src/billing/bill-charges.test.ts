import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, stateAfter } from '../shared/decider-specification.ts'
import { type AccountBillsEvent, isVoid } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { type AccountChargesCommand, accountChargesDecider } from './account-charges-decider.ts'
import { statementOf } from './account-statement.ts'

const accountNo = '1001'
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const dayMilliseconds = 86_400_000
const start = Date.parse('2026-01-01T08:00:00Z')
const instantOf = (day: number) => new Date(start + day * dayMilliseconds).toISOString()
const dateOf = (day: number) => instantOf(day).slice(0, 10)

type BillsCommand = Parameters<typeof accountBillsDecider.streamOf>[0]
type Command = BillsCommand | AccountChargesCommand
type Of<Type extends Command['type']> = Extract<Command, { type: Type }>
type Events = readonly (AccountBillsEvent | AccountChargesEvent)[]

const contextOn = (day: number) => ({
  ...{ now: instantOf(day), actor: 'user:1', timeZone: 'Europe/Rome' },
  beside: { deductionOrder: { deductionOrder: defaultDeductionOrder } },
})
const isOfBills = (command: Command): command is BillsCommand => command.type in accountBillsDecider.decide
const stateOf = (events: Events) => stateAfter(accountBillsDecider, events)
/** The events with those of one command more; a refused one writes nothing. */
const after = (events: Events, command: Command, day = 1): Events => {
  const decided = isOfBills(command)
    ? decide(accountBillsDecider, stateOf(events), command, contextOn(day))
    : decide(accountChargesDecider, stateAfter(accountChargesDecider, events), command, contextOn(day))
  return isRejection(decided) ? events : [...events, ...decided]
}
const all = (...commands: Command[]): Events => commands.reduce((events: Events, command) => after(events, command), [])

const item = (itemName: string, of: Partial<ChargingItem>): ChargingItem => ({
  ...{ itemName, method: '0', enabledDate: '2025-01-31', ratioBasisPoints: null, amountMinor: null, frequency: null, vatBasisPoints: 600 },
  ...{ takenFrom: '1', ...of },
})
const surcharge = (itemName: string, of: Partial<ChargingItem>): Of<'AddPersonalSurcharge'> => ({
  ...{ type: 'AddPersonalSurcharge', accountNo, item: item(itemName, of), schemeItems: [] },
})
const sewage = surcharge('Sewage', { ratioBasisPoints: 1_000 })
const works = surcharge('Water works', { method: '2', frequency: '3', amountMinor: 50 })
const collection = surcharge('Collection', { method: '1', amountMinor: 150 })
const refuse = surcharge('Refuse', { method: '2', frequency: '1', amountMinor: 400, vatBasisPoints: 0 })
const debt = (nth: number, amountMinor: number, deductions: number): Of<'AddDebt'> => ({
  ...{ type: 'AddDebt', accountNo, debtId: idOf(500 + nth), debtType: '1', feeName: `Meter ${nth}`, remark: '', amountMinor },
  plan: { source: '0', deductions },
})

/** Water of one day, of which a tenth is standing charges, with 10 % VAT. */
const waterOf = (netMinor: number, litres: number) => {
  const vatMinor = Math.round(netMinor / 10)
  const line = { priceScheme: 'Town', version: 1, from: 0, to: 1, step: null, dividedBy: null, unitPriceMinor: null, vatBasisPoints: 1_000 }
  const lines: ComposedBill['lines'] = [{ ...line, kind: 'volume', litres, amountMinor: netMinor, vatMinor }]
  return { litres, amountMinor: netMinor, vatMinor, totalMinor: netMinor + vatMinor, volumes: [], lines, computedAtPosition: 7 }
}
const issue = (nth: number, netMinor = 10_000, litres = 12_400, day = nth): Of<'IssueBill'> => ({
  ...{ type: 'IssueBill', accountNo, billId: idOf(700 + nth), billType: '0', dueOn: dateOf(90), ...waterOf(netMinor, litres) },
  ...{ periodFrom: dateOf(day), periodTo: dateOf(day + 1) },
})
const credit = (nth: number, amountMinor: number, adjustmentId = idOf(900 + nth)): Of<'CreditBill'> => ({
  ...{ type: 'CreditBill', accountNo, billId: idOf(700 + nth), adjustmentId, amountMinor, reason: 'wrong' },
})
const rebill = (nth: number, netMinor: number, litres: number): Of<'RebillBill'> => ({
  ...{
    type: 'RebillBill',
    accountNo,
    billId: idOf(700 + nth),
    adjustmentId: idOf(800 + nth),
    reason: 'read again',
    ...waterOf(netMinor, litres),
  },
})
const pay = (nth: number, amountMinor: number, source: '0' | '1' = '0'): Of<'ReceivePayment'> => ({
  ...{ type: 'ReceivePayment', accountNo, paymentId: idOf(nth), payMethod: '0', reference: '', remark: '', amountMinor, source },
})

const postingsIn = (events: Events): Posting[] => events.flatMap(({ data }) => ('postings' in data ? data.postings : []))
const posted = (events: Events, account: string): number =>
  postingsIn(events).reduce((sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0), 0)
const billIn = (events: Events, nth: number) => stateOf(events).bills.get(idOf(700 + nth))!
const debtIn = (events: Events, nth: number) => {
  const { residualMinor, plan } = stateOf(events).charges.debts.get(idOf(500 + nth))!
  return [residualMinor, residualMinor === 0 ? 0 : plan?.deductions]
}
const linesOf = (events: Events, nth: number) =>
  (billIn(events, nth).issued.charges ?? []).map(({ name, amountMinor }) => [name, amountMinor])

describe('surcharges and instalments from bills', () => {
  // requirement of Surcharges and debts: Surcharges and instalments planned from bills are lines of the bill with their VAT and revenue account | /billing/bills | POST /prod-api/business/bill
  test('are lines of the bill, each with its VAT, and are posted to surcharges, VAT and debts', () => {
    const before = all(sewage, works, collection, debt(1, 3_000, 3))
    const events = after(before, issue(1))
    // Water is 110.00 with VAT: 10 % of it, 12.4 m³ at 0.50, 1.50, and a third of 30.00.
    expect(linesOf(events, 1)).toEqual([
      ['Sewage', 1_100],
      ['Collection', 150],
      ['Water works', 620],
      ['Meter 1', 1_000],
    ])
    const { issued, totalMinor, openMinor } = billIn(events, 1)
    expect(issued.charges?.map(({ vatMinor }) => vatMinor)).toEqual([62, 8, 35, 0])
    expect({ totalMinor, openMinor, net: issued.amountMinor, vat: issued.vatMinor }).toEqual({
      ...{ totalMinor: 13_870, openMinor: 13_870, net: 12_765, vat: 1_105 },
    })
    expect(Object.fromEntries(issued.postings.map((each) => [each.ledgerAccount, each.amountMinor]))).toEqual({
      ...{ receivables: 13_870, waterRevenue: -10_000, surcharges: -1_765, vat: -1_105, customerDebts: -1_000 },
    })
    expect(debtIn(events, 1)).toEqual([2_000, 2])
  })

  test('are taken by no payment, and those from payments by no bill', () => {
    const fromPayments = surcharge('Lamps', { method: '1', amountMinor: 100, takenFrom: '0' })
    const billed = after(all(sewage, debt(1, 3_000, 3), fromPayments), issue(1))
    expect(linesOf(billed, 1).map(([name]) => name)).toEqual(['Sewage', 'Meter 1'])
    const paid = after(after(billed, pay(1, 5_000)), pay(2, 5_000, '1'))
    expect(paid.slice(billed.length).flatMap((event) => (event.type === 'billing.PaymentDeducted' ? event.data.lines : []))).toMatchObject([
      { name: 'Lamps', amountMinor: 100 },
      { name: 'Lamps', amountMinor: 100 },
    ])
    expect(debtIn(paid, 1)).toEqual([2_000, 2])
  })

  test('are taken once per bill, whatever is repeated, and a period by one bill', () => {
    const once = after(all(refuse, debt(1, 3_000, 3)), issue(1), 62)
    expect(linesOf(once, 1)).toEqual([
      ['Refuse', 800],
      ['Meter 1', 1_000],
    ])
    expect(after(once, issue(1), 70)).toHaveLength(once.length)
    expect(linesOf(after(once, issue(2), 70), 2)).toEqual([['Meter 1', 1_000]])
  })

  // requirement of Surcharges and debts: A bill that is voided gives its surcharges and instalments back | /billing/bills | PUT /prod-api/business/bill/credit/:billNo
  test('are given back by the bill that is voided, and the bill in its place takes them again', () => {
    const before = all(sewage, refuse, collection, debt(1, 3_000, 3))
    const billed = after(after(before, issue(1), 62), pay(1, 5_000), 63)
    const voided = after(billed, credit(1, billIn(billed, 1).totalMinor), 64)
    expect(isVoid(billIn(voided, 1))).toBe(true)
    expect(debtIn(voided, 1)).toEqual([3_000, 3])
    expect([posted(voided, 'surcharges'), posted(voided, 'vat'), posted(voided, 'customerDebts')]).toEqual([0, 0, 3_000])
    expect(posted(voided, 'customerMoney')).toBe(-5_000)
    const again = after(voided, issue(2, 10_000, 12_400, 1), 65)
    expect(linesOf(again, 2)).toEqual(linesOf(billed, 1))
    expect(debtIn(again, 1)).toEqual([2_000, 2])
  })

  test('a credit in part takes the water first, and reaches instalments only where nothing else is left', () => {
    const billed = after(all(debt(1, 3_000, 3)), issue(1))
    const water = after(billed, credit(1, 11_000))
    expect([debtIn(water, 1), posted(water, 'vat')]).toEqual([[2_000, 2], 0])
    const reached = after(billed, credit(1, 11_400))
    expect([debtIn(reached, 1), posted(reached, 'customerDebts'), posted(reached, 'vat')]).toEqual([[2_400, 2], 2_400, 0])
    const voided = after(reached, credit(1, 600, idOf(999)))
    expect([debtIn(voided, 1), posted(voided, 'customerDebts'), posted(voided, 'adjustments')]).toEqual([[3_000, 3], 3_000, 10_000])
  })

  // requirement of Surcharges and debts: A re-billing computes shares and volumes again and takes no instalment twice | /billing/bills | PUT /prod-api/business/bill/rebill/:billNo
  test('a re-billing computes what depends on the water again, and takes no fixed amount and no instalment twice', () => {
    const billed = after(all(sewage, works, collection, debt(1, 3_000, 3)), issue(1))
    const rebilled = after(billed, rebill(1, 5_000, 6_000))
    const { recomputed, totalMinor } = billIn(rebilled, 1)
    expect(recomputed?.charges?.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
      ['Sewage', 550],
      ['Collection', 150],
      ['Water works', 300],
      ['Meter 1', 1_000],
    ])
    expect(totalMinor).toBe(5_500 + 550 + 150 + 300 + 1_000)
    expect(debtIn(rebilled, 1)).toEqual([2_000, 2])
    const zero = after(after(all(sewage, works), issue(2, 0, 0)), rebill(2, 1_000, 2_000))
    expect(billIn(zero, 2).totalMinor).toBe(1_100 + 110 + 100)
  })

  test('are named by the line of the bill in the statement, whose amount is without the debt that was owed before', () => {
    const events = after(all(collection, debt(1, 3_000, 3)), issue(1)).map((event, nth) => ({ ...event, position: nth + 1 }))
    const statement = statementOf(events, { from: 0, to: Date.parse('2027-01-01') })
    expect(statement).toMatchObject({ closingMinor: 3_000 + 11_000 + 150 })
    expect('lines' in statement && statement.lines.at(-1)).toMatchObject({ kind: 'bill', note: 'Collection, Meter 1', amountMinor: 11_150 })
  })

  test('of the present holder are on no bill of an earlier one', () => {
    const began: AccountBillsEvent = {
      type: 'billing.ContractBegan',
      data: {
        ...{ accountNo, contractNo: 2, from: dateOf(40), since: instantOf(40), billIds: [], balanceMinor: 0 },
        at: instantOf(40),
        postings: [],
      },
    } as never
    const events = after(after([...all(sewage), began], issue(1), 41), issue(41), 45)
    expect([linesOf(events, 1), linesOf(events, 41)]).toEqual([[], [['Sewage', 1_100]]])
  })
})

const step = fc.record({
  kind: fc.constantFrom('issue', 'again', 'void', 'credit', 'rebill', 'pay'),
  nth: fc.nat({ max: 5 }),
  minor: fc.integer({ min: 0, max: 30_000 }),
  litres: fc.integer({ min: 0, max: 40_000 }),
})
const owed = fc.array(fc.record({ minor: fc.integer({ min: 1, max: 9_000 }), count: fc.integer({ min: 1, max: 7 }) }), { maxLength: 3 })

describe('random runs, voids and re-billings', () => {
  // requirement of Surcharges and debts: Nothing is taken twice and the ledger sums to zero over random bills, voids and re-billings | /billing/bills | POST /prod-api/business/bill
  test('the ledger sums to zero, every debt is its residual and what bills have of it, and nothing is taken twice', () => {
    fc.assert(
      fc.property(owed, fc.array(step, { minLength: 1, maxLength: 14 }), (debts, steps) => {
        let events = all(sewage, works, collection, refuse, ...debts.map(({ minor, count }, nth) => debt(nth, minor, count)))
        let issued = 0
        for (const [day, { kind, nth, minor, litres }] of steps.entries()) {
          const bill = stateOf(events).bills.get(idOf(700 + nth))
          if (kind === 'issue') events = after(events, issue(issued++, minor, litres), day * 20)
          else if (!bill) continue
          else if (kind === 'again') expect(after(events, issue(nth, minor, litres), day * 20)).toHaveLength(events.length)
          else if (kind === 'void') events = after(events, credit(nth, bill.totalMinor, idOf(2_000 + day)), day * 20)
          else if (kind === 'credit') events = after(events, credit(nth, Math.min(minor + 1, bill.totalMinor), idOf(2_000 + day)), day * 20)
          else if (kind === 'rebill') events = after(events, { ...rebill(nth, minor, litres), adjustmentId: idOf(2_000 + day) }, day * 20)
          else events = after(events, pay(3_000 + day, minor + 1), day * 20)
        }
        const { charges, bills } = stateOf(events)
        expect(postingsIn(events).reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
        const residual = [...charges.debts.values()].reduce((sum, { residualMinor }) => sum + residualMinor, 0)
        expect(posted(events, 'customerDebts')).toBe(residual)
        expect(posted(events, 'receivables')).toBe([...bills.values()].reduce((sum, { openMinor }) => sum + openMinor, 0))
        expect(posted(events, 'vat')).toBe(0 - [...bills.values()].reduce((sum, { vatMinor }) => sum + vatMinor, 0))
        for (const { added, residualMinor } of charges.debts.values()) {
          const onBills = [...charges.deductions.values()]
            .filter(({ isReversed }) => !isReversed)
            .flatMap(({ lines }) => lines)
            .reduce((sum, line) => sum + (line.debtId === added.debtId ? line.amountMinor : 0), 0)
          expect([onBills + residualMinor, residualMinor >= 0]).toEqual([added.amountMinor, true])
        }
        // Whole months since the account got the item, each on one bill that is not void.
        const months = [...charges.deductions.values()].filter(({ isReversed }) => !isReversed)
        const counted = months
          .flatMap(({ lines }) => lines)
          .reduce((sum, { name, units }) => sum + (name === 'Refuse' ? (units ?? 0) : 0), 0)
        expect(counted).toBeLessThanOrEqual(Math.ceil((steps.length * 20) / 28))
        for (const { vatParts, vatMinor } of bills.values()) expect(vatParts.reduce((sum, part) => sum + part.vatMinor, 0)).toBe(vatMinor)
      }),
      { numRuns: 150, seed: 28 },
    )
  })
})
