import { StatementKind, statementLinesMax } from '@nightflow/schemas/billing/account-statement'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import type { EventType } from '@nightflow/schemas/events'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Decider } from '../shared/decider.ts'
import { type AccountBillsEvent, openOf } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import { accountChargesDecider } from './account-charges-decider.ts'
import { accountCollectionDecider } from './account-collection-decider.ts'
import { balanceOf } from './account-contracts.ts'
import { type EventOfAccount, type Statement, statementOf } from './account-statement.ts'
import { consumptionDecider } from './consumption-decider.ts'
import { waterSalesDecider } from './water-sales-decider.ts'

const posted = (amounts: Record<string, number>) =>
  Object.entries(amounts).map(([ledgerAccount, amountMinor]) => ({ ledgerAccount, amountMinor }))
const event = (position: number, type: string, at: string, more: object, amounts: Record<string, number>): EventOfAccount => ({
  position,
  type: `billing.${type}`,
  data: { ...more, at, postings: posted(amounts) },
})
const events = [
  event(1, 'BillIssued', '2026-01-31T10:00:00Z', { periodFrom: '2026-01-01', periodTo: '2026-02-01' }, { receivables: 3000 }),
  event(2, 'PaymentReceived', '2026-02-03T10:00:00Z', { reference: 'slip 7', remark: '' }, { receivables: -3000, customerMoney: -2000 }),
  event(3, 'BillOverdue', '2026-02-04T10:00:00Z', {}, {}),
  event(4, 'PaymentDeducted', '2026-02-05T10:00:00Z', { lines: [{ name: 'Sewage' }, { name: 'Refuse' }] }, { customerMoney: 500 }),
  event(5, 'InstalmentsPlanned', '2026-02-06T10:00:00Z', { instalments: [{}, {}, {}], reason: 'asked for' }, {}),
  event(6, 'BillCredited', '2026-03-01T00:00:00Z', { reason: 'a spike' }, { receivables: 0, customerMoney: -100 }),
]
const span = (from: string, to: string) => ({ from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) })

describe('the statement of an account', () => {
  it('has what was owed at the start, each event of money with what was owed after it, and the end', () => {
    const line = { period: null, count: null, note: '' }
    expect(statementOf(events, span('2026-02-01', '2026-03-01'))).toEqual({
      openingMinor: 3000,
      lines: [
        { ...line, position: 2, at: '2026-02-03T10:00:00.000Z', kind: 'payment', note: 'slip 7', amountMinor: -5000, balanceMinor: -2000 },
        {
          ...line,
          position: 4,
          at: '2026-02-05T10:00:00.000Z',
          kind: 'deduction',
          note: 'Sewage, Refuse',
          amountMinor: 500,
          balanceMinor: -1500,
        },
        {
          ...line,
          position: 5,
          at: '2026-02-06T10:00:00.000Z',
          kind: 'instalments',
          count: 3,
          note: 'asked for',
          amountMinor: 0,
          balanceMinor: -1500,
        },
      ],
      chargedMinor: 500,
      settledMinor: 5000,
      closingMinor: -1500,
    })
  })

  it('opens with what the period before closed with', () => {
    expect(statementOf(events, span('2026-03-01', '2026-04-01'))).toMatchObject({ openingMinor: -1500, closingMinor: -1600 })
  })

  it('is refused where the period has more events than a statement lists', () => {
    const many = Array.from({ length: statementLinesMax + 1 }, () => events[1]!)
    expect(statementOf(many, span('2026-01-01', '2027-01-01'))).toMatchObject({ rejected: 'statement-too-long' })
  })
})

const accountNo = '1001'
const dayMilliseconds = 86_400_000
const start = Date.parse('2026-01-01T08:00:00Z')
const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const composed = (nth: number, net: number): ComposedBill => {
  const [periodFrom, periodTo] = [nth, nth + 1].map((day) => new Date(start + day * dayMilliseconds).toISOString().slice(0, 10)) as [
    string,
    string,
  ]
  const amounts = { amountMinor: net, vatMinor: Math.floor(net / 10), totalMinor: net + Math.floor(net / 10), litres: 1000 }
  return { billType: '0', periodFrom, periodTo, dueOn: periodTo, ...amounts, volumes: [], lines: [], computedAtPosition: 7 }
}
/** The use of a day, whose price may be another one the next time. */
const usedOf = (nth: number, net: number) => {
  const { periodFrom, periodTo, litres, vatMinor, totalMinor } = composed(nth, net)
  const charge = {
    ...{ priceScheme: 'Village', version: 1, kind: 'volume' as const, from: 0, to: 1, step: 1, dividedBy: null, unitPriceMinor: 100 },
    ...{ litres, amountMinor: net, vatMinor, vatBasisPoints: 1_000 },
  }
  const use = { periodFrom, periodTo, litres, estimatedLitres: 0, estimatedDays: 0, volumes: [], dueMinor: totalMinor }
  return { ...use, computedAtPosition: 7, charges: [charge] }
}
const reason = 'asked for'
const counter = { payMethod: '0', remark: '' } as const
const lateFee = { kind: 'fixed', basisPoints: 0, amountMinor: 100, graceDays: 0, maximumMinor: null, since: '2026-01-01' } as const

/** The answer of a decider to a command after these events. */
type Move = (written: readonly EventOfAccount[], now: string) => readonly { type: string; data: object }[] | Rejection
const move =
  <Command extends { type: string }, State, Event extends { type: EventType; data: object }>(
    { initialState, evolve, decide }: Decider<Command, State, Event>,
    command: Command,
    actor = 'user:1',
  ): Move =>
  (written, now) => {
    const state = (written as unknown as Event[]).reduce(evolve, initialState)
    const decideOne = decide[command.type as Command['type']] as (...given: unknown[]) => readonly Event[] | Rejection
    return decideOne(command, state, { now, actor, timeZone: 'UTC' })
  }

/** One command of each kind; identifiers are few, so that commands meet bills, payments and debts that there are. */
const movesOf = (nth: number, amountMinor: number, today: string): Move[] => {
  const [bill, debt] = [
    { accountNo, billId: idOf(nth) },
    { accountNo, debtId: idOf(nth) },
  ]
  const sale = { accountNo, saleId: idOf(nth), meterNo: 'm1' }
  const adjustment = { ...bill, adjustmentId: idOf(amountMinor), reason }
  const payment = { accountNo, amountMinor, reference: '', ...counter }
  const plan = amountMinor % 2 === 0 ? ({ source: '1', deductions: 3 } as const) : null
  const deducted = { paymentMinor: amountMinor, purchasedLitres: 0, deductionOrder: defaultDeductionOrder, schemeItems: [] }
  return [
    move(accountBillsDecider, { type: 'IssueBill', ...bill, ...composed(nth, amountMinor) }),
    move(accountBillsDecider, { type: 'CreditBill', ...adjustment, amountMinor }),
    move(accountBillsDecider, { type: 'DebitBill', ...adjustment, amountMinor }),
    move(accountBillsDecider, { type: 'RebillBill', ...adjustment, ...composed(nth, amountMinor) }),
    move(accountBillsDecider, { type: 'ReceivePayment', ...payment, paymentId: idOf(nth) }),
    move(accountBillsDecider, { type: 'ReceivePayment', ...payment, paymentId: idOf(nth + 50), bankEntryId: idOf(nth) }),
    move(accountBillsDecider, { type: 'ReversePayment', accountNo, paymentId: idOf(nth), reason, returnFeeMinor: amountMinor % 3 }),
    move(accountBillsDecider, { type: 'RefundBalance', accountNo, paymentId: idOf(nth + 100), amountMinor, payMethod: '0', reason }),
    move(accountBillsDecider, { type: 'ReceivePayment', ...payment, paymentId: idOf(nth + 70), contractNo: 1 }),
    move(accountCollectionDecider, {
      ...{ type: 'BeginContract', accountNo, contractNo: 2 + (nth % 2), from: composed(nth, 1).periodFrom, since: `${today}T00:00:00Z` },
    }),
    move(accountChargesDecider, { type: 'AddDebt', ...debt, debtType: '1', feeName: 'Meter', amountMinor, plan, remark: '' }),
    move(accountChargesDecider, { type: 'PlanRepayment', ...debt, plan: { source: '1', deductions: 1 + (amountMinor % 9) } }),
    move(accountChargesDecider, { type: 'PayDebt', ...debt, paymentId: idOf(amountMinor), amountMinor, ...counter }),
    move(accountChargesDecider, { type: 'DeductPayment', accountNo, deductionId: idOf(amountMinor), source: '1', ...deducted }),
    move(accountBillsDecider, { type: 'ReceivePayment', ...payment, paymentId: idOf(nth + 90), source: '1' }),
    move(accountBillsDecider, { type: 'ReversePayment', accountNo, paymentId: idOf(nth + 90), reason }),
    move(accountChargesDecider, { type: 'ProposeWriteOff', ...debt, reason }),
    move(accountChargesDecider, { type: 'ConfirmWriteOff', ...debt, reason }, 'user:2'),
    move(accountCollectionDecider, { type: 'MarkOverdue', ...bill, today }),
    move(accountCollectionDecider, { type: 'ChargeLateFees', ...bill, today, rule: lateFee }),
    move(accountCollectionDecider, {
      ...{ type: 'PlanInstalments', accountNo, planId: idOf(amountMinor), billIds: [], count: 3, firstDay: today, reason },
    }),
    move(accountCollectionDecider, { type: 'CancelInstalments', ...bill, reason }),
    move(waterSalesDecider, { type: 'SellWater', ...sale, amountMinor, vatMinor: amountMinor % 7, litres: amountMinor }),
    move(waterSalesDecider, { type: 'TakeWaterBack', accountNo, saleId: idOf(nth), reason }),
    move(consumptionDecider, { type: 'DeductConsumption', accountNo, contractNo: 1, ...usedOf(nth, amountMinor) }),
  ]
}

const steps = fc.array(
  fc.record({
    verb: fc.integer({ min: 0, max: movesOf(0, 1, '2026-01-01').length - 1 }),
    nth: fc.integer({ min: 0, max: 4 }),
    minor: fc.integer({ min: 1, max: 4000 }),
    days: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 40, maxLength: 80 },
)

/** Decides one command after another in one stream, some days apart; a refused one writes nothing. */
const walk = (taken: readonly { verb: number; nth: number; minor: number; days: number }[]): EventOfAccount[] => {
  const written: EventOfAccount[] = []
  let now = start
  for (const { verb, nth, minor, days } of taken) {
    now += days * dayMilliseconds
    const at = new Date(now).toISOString()
    const decided = movesOf(nth, minor, at.slice(0, 10))[verb]!(written, at)
    if (isRejection(decided)) continue
    for (const { type, data } of decided) written.push({ position: written.length + 1, type, data })
  }
  return written
}
const statementIn = (all: readonly EventOfAccount[], from: number, to: number, contractNo = 1): Statement => {
  const statement = statementOf(all, { from, to }, contractNo)
  if (isRejection(statement)) throw new Error(statement.rejected)
  return statement
}

describe('every sequence of an account’s events', () => {
  const seen = new Set<string>()

  // requirement of Bills and payments: Statement of an account: opening and lines are the closing, whatever was decided | /customer/accounts | GET /prod-api/business/bill/statement/:accountNo
  test('opening and lines are the closing, which is what bills, debts and balance say', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (taken, one, other) => {
        const written = walk(taken)
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((day) => start + day * dayMilliseconds) as [number, number]
        const [before, period, after] = [
          statementIn(written, 0, from),
          statementIn(written, from, to),
          statementIn(written, to, Number.MAX_SAFE_INTEGER),
        ] as const
        for (const { openingMinor, lines, chargedMinor, settledMinor, closingMinor } of [before, period, after]) {
          const sum = lines.reduce((owed, { amountMinor }) => owed + amountMinor, openingMinor)
          expect([sum, openingMinor + chargedMinor - settledMinor, lines.at(-1)?.balanceMinor ?? openingMinor]).toEqual([
            ...[closingMinor, closingMinor, closingMinor],
          ])
          for (const { kind } of lines) seen.add(kind)
        }
        expect([period.openingMinor, after.openingMinor]).toEqual([before.closingMinor, period.closingMinor])
        const bills = (written as unknown as AccountBillsEvent[]).reduce(accountBillsDecider.evolve, accountBillsDecider.initialState)
        const { debts } = (written as never[]).reduce(accountChargesDecider.evolve, accountChargesDecider.initialState)
        for (const { contractNo } of bills.contracts) {
          const own = [...debts.values()].filter((debt) => debt.contractNo === contractNo)
          const debtsMinor = own.reduce((sum, { residualMinor }) => sum + residualMinor, 0)
          const [openMinor, balanceMinor] = [openOf(bills, contractNo), balanceOf(bills, contractNo)]
          expect(statementIn(written, 0, Number.MAX_SAFE_INTEGER, contractNo).closingMinor).toBe(openMinor + debtsMinor - balanceMinor)
          expect(balanceMinor > 0 && openMinor > 0, 'a bill is open beside a balance of its holder').toBe(false)
        }
      }),
      { numRuns: 200, seed: 20_261 },
    )
  })

  test('reaches every kind of line', () => {
    expect(StatementKind.options.filter((kind) => !seen.has(kind))).toEqual([])
  })
})
