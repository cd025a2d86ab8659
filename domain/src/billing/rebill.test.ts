import type { BillLine, ComposedBill } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import type { RebillBill } from '@nightflow/schemas/billing/rebill'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type AccountBillsEvent, openOf } from './account-bills.ts'
import { accountBillsDecider } from './account-bills-decider.ts'
import { lineDifferences } from './rebill.ts'

const given = specificationOf(accountBillsDecider)
const [accountNo, billId] = ['1001', '00000000-0000-4000-8000-000000000001']
const idOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

const lineOf = (step: number, litres: number, amountMinor: number, vatMinor: number, version = 1): BillLine => ({
  ...{ priceScheme: 'Households', version, kind: 'volume', from: 1, to: 2, step, litres, dividedBy: null, unitPriceMinor: 100 },
  ...{ amountMinor, vatMinor },
})
const volumesOf = (litres: number) => [{ meterNo: '7', month: '2026-01', litres, statedLitres: 0, knownDays: 31, statedDays: 0 }]
const calculated = (litres: number, amountMinor: number, vatMinor: number, computedAtPosition = 7) => ({
  ...{ litres, amountMinor, vatMinor, totalMinor: amountMinor + vatMinor, computedAtPosition },
  ...{ volumes: volumesOf(litres), lines: [lineOf(1, litres, amountMinor, vatMinor)] },
})
const bill: ComposedBill = {
  billType: '0',
  periodFrom: '2026-01-01',
  periodTo: '2026-02-01',
  dueOn: '2026-03-01',
  ...calculated(9000, 1000, 100),
}
const issue = { type: 'IssueBill', accountNo, billId, ...bill } as const
const rebill = (nth: number, now: ReturnType<typeof calculated>): RebillBill => ({
  ...{ type: 'RebillBill', accountNo, billId, adjustmentId: idOf(nth), reason: 'the reading was wrong' },
  ...now,
})
const pay = (amountMinor: number) =>
  ({ type: 'ReceivePayment', accountNo, paymentId: idOf(90), amountMinor, payMethod: '0', reference: '', remark: '' }) as const

const after = (...commands: (BillCommand | RebillBill)[]): AccountBillsEvent[] =>
  commands.reduce<AccountBillsEvent[]>((events, command) => {
    const decide = accountBillsDecider.decide[command.type] as (...asked: unknown[]) => readonly AccountBillsEvent[]
    const context = { now: '2026-03-02T08:00:00.000Z', actor: 'user:1', timeZone: 'Europe/Rome' }
    const decided = decide(command, stateAfter(accountBillsDecider, events), context)
    if (isRejection(decided)) throw new Error(`${command.type} was refused: ${decided.rejected}`)
    return events.concat(decided)
  }, [])
const stateOf = (...commands: (BillCommand | RebillBill)[]) => stateAfter(accountBillsDecider, after(...commands))

describe('a bill that is computed again', () => {
  test('is credited by what it has too much, with the VAT of the lines, and stays as it was issued', () => {
    const [issued, recomputed, credited] = after(issue, rebill(1, calculated(4000, 400, 40, 12)))
    expect(issued?.data).toMatchObject({ totalMinor: 1100, computedAtPosition: 7 })
    expect(recomputed).toMatchObject({
      type: 'billing.BillRecomputed',
      data: { billType: '0', differenceMinor: -660, computedAtPosition: 12, reason: 'the reading was wrong' },
    })
    expect(credited).toMatchObject({
      type: 'billing.BillCredited',
      data: { amountMinor: 660, vatMinor: 60, totalMinor: 440, openMinor: 440 },
    })
  })
  // requirement of Bills and payments: Price adjustment where only the price changed | /billing/bills | PUT /prod-api/business/bill/rebill/:billNo
  test('is a price adjustment where its volumes are the same', () => {
    const [, recomputed, debited] = after(issue, rebill(1, calculated(9000, 1200, 120, 12)))
    expect(recomputed?.data).toMatchObject({ billType: '1', differenceMinor: 220 })
    expect(debited).toMatchObject({ type: 'billing.BillDebited', data: { amountMinor: 220, vatMinor: 20, totalMinor: 1320 } })
  })
  test('that was paid gives the balance back', () =>
    expect(stateOf(issue, pay(1100), rebill(1, calculated(4000, 400, 40)))).toMatchObject({ balanceMinor: 660 }))
  test('with a higher amount and a lower VAT is debited and credited', () => {
    const events = after(issue, rebill(1, calculated(9000, 1100, 30)))
    expect(events.slice(2)).toMatchObject([
      { type: 'billing.BillDebited', data: { amountMinor: 100, vatMinor: 0 } },
      { type: 'billing.BillCredited', data: { amountMinor: 70, vatMinor: 70, totalMinor: 1130 } },
    ])
  })
  test('without a difference moves no money', () => expect(after(issue, rebill(1, calculated(9000, 1000, 100, 12)))).toHaveLength(2))
  test('twice by one request is computed again once', () =>
    given(after(issue, rebill(1, calculated(4000, 400, 40))))
      .when(rebill(1, calculated(4000, 400, 40)))
      .then([]))
  test('is compared with its last calculation', () =>
    expect(after(issue, rebill(1, calculated(4000, 400, 40)), rebill(2, calculated(5000, 500, 50))).at(-1)).toMatchObject({
      type: 'billing.BillDebited',
      data: { amountMinor: 110, totalMinor: 550 },
    }))
  test('is refused where it was credited whole or more than it has is to be credited', () => {
    const credit = { type: 'CreditBill', accountNo, billId, adjustmentId: idOf(3), reason: 'a dispute' } as const
    given(after(issue, { ...credit, amountMinor: 1100 }))
      .when(rebill(1, calculated(4000, 400, 40)))
      .refused('bill-void')
    given(after(issue, { ...credit, amountMinor: 700 }))
      .when(rebill(1, calculated(4000, 400, 40)))
      .refused('credit-over-bill')
    given([])
      .when(rebill(1, calculated(4000, 400, 40)))
      .refused('not-found')
  })
})

test('after any computations, the bill ends at its last calculation and the postings balance', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 900 })), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 1, max: 1_100 }),
      (calculations, paid) => {
        const rebills = calculations.map(([litres, net, vat], nth) => rebill(nth + 10, calculated(litres, net, vat)))
        const events = after(issue, pay(paid), ...rebills)
        const state = stateAfter(accountBillsDecider, events)
        const [, net, vat] = calculations.at(-1)!
        expect(state.bills.get(billId)).toMatchObject({ totalMinor: net + vat, vatMinor: vat })
        const postings = events.flatMap(({ data }) => ('postings' in data ? data.postings : []))
        expect(postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
        const sumOf = (account: string) => postings.reduce((sum, each) => sum + (each.ledgerAccount === account ? each.amountMinor : 0), 0)
        expect([sumOf('receivables'), sumOf('vat')]).toEqual([openOf(state, 1), -vat === 0 ? 0 : -vat])
      },
    ),
  ))

test('lines of one step of a version are compared together, and those of a new version are alone', () =>
  expect(
    lineDifferences([lineOf(1, 400, 40, 4), lineOf(1, 100, 10, 1), lineOf(2, 50, 9, 1)], [lineOf(1, 450, 45, 5), lineOf(1, 50, 6, 1, 2)]),
  ).toMatchObject([
    { step: 1, version: 1, litresBefore: 500, litresAfter: 450, amountBefore: 50, amountAfter: 45, vatBefore: 5, vatAfter: 5 },
    { step: 2, version: 1, amountBefore: 9, amountAfter: 0 },
    { step: 1, version: 2, amountBefore: 0, amountAfter: 6 },
  ]))
