import type { LateFeeRule } from '@nightflow/schemas/billing/collection-settings'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { accountCollectionDecider } from './account-collection-decider.ts'
import { reminderStage } from './reminder-stage.ts'

const given = specificationOf(accountCollectionDecider)
const accountNo = '1001'
const billId = '00000000-0000-4000-8000-000000000001'
const issued = {
  type: 'billing.BillIssued',
  data: { accountNo, billId, totalMinor: 10_000, vatMinor: 0, fromBalanceMinor: 0, dueOn: '2026-01-31', lines: [], postings: [] },
} as unknown as AccountBillsEvent
const mark = (today: string) => ({ type: 'MarkOverdue', accountNo, billId, today }) as const
const rule: LateFeeRule = { kind: 'percentage', basisPoints: 250, amountMinor: 0, graceDays: 10, maximumMinor: null, since: '2026-01-01' }
const charge = (today: string, changed: Partial<LateFeeRule> = {}) =>
  ({ type: 'ChargeLateFees', accountNo, billId, today, rule: { ...rule, ...changed } }) as const
const charged = (today: string, changed: Partial<LateFeeRule> = {}): readonly AccountBillsEvent[] =>
  accountCollectionDecider.decide.ChargeLateFees(
    charge(today, changed),
    [issued].reduce(accountCollectionDecider.evolve, accountCollectionDecider.initialState),
    { now: `${today}T08:00:00.000Z`, actor: 'policy:collection', timeZone: 'UTC' },
  ) as readonly AccountBillsEvent[]

test('a mailing of a bill is recorded once, and another mailing again', () => {
  const mailing = (nth: number) => ({ accountNo, billId, mailingId: `00000000-0000-4000-8000-00000000000${nth}`, language: 'en' }) as const
  const mailed: AccountBillsEvent = { type: 'billing.BillMailed', data: { ...mailing(1), at: '2026-03-02T08:00:00.000Z' } }
  given([issued])
    .when({ type: 'RecordBillMailing', ...mailing(1) })
    .then([mailed])
  given([issued, mailed])
    .when({ type: 'RecordBillMailing', ...mailing(1) })
    .then([])
  given([issued, mailed])
    .when({ type: 'RecordBillMailing', ...mailing(2) })
    .then([{ type: 'billing.BillMailed', data: { ...mailing(2), at: '2026-03-02T08:00:00.000Z' } }])
})

describe('a bill', () => {
  test('is overdue from the day after its due day', () => given([issued]).when(mark('2026-01-31')).then([]))
  test('that is paid is not overdue', () => {
    const paid = { type: 'billing.PaymentReceived', data: { paymentId: 'p', allocations: [{ billId, amountMinor: 10_000 }], postings: [] } }
    given([issued, paid as unknown as AccountBillsEvent])
      .when(mark('2026-03-01'))
      .then([])
  })
})

describe('a late fee', () => {
  test('starts after the days of grace, once for each month that has started', () => {
    expect(charged('2026-02-10')).toEqual([])
    expect(charged('2026-02-11')).toMatchObject([
      {
        data: {
          period: 1,
          amountMinor: 250,
          totalMinor: 10_250,
          postings: [
            { ledgerAccount: 'receivables', amountMinor: 250 },
            { ledgerAccount: 'lateFees', amountMinor: -250 },
          ],
        },
      },
    ])
    expect(charged('2026-03-11').map(({ data }) => (data as { period: number }).period)).toEqual([1, 2])
  })
  test('is not charged twice, nor on a fee', () => {
    const events = [issued, ...charged('2026-02-11')]
    given(events).when(charge('2026-02-28')).then([])
    const [, second] = charged('2026-03-11')
    expect(second).toMatchObject({ data: { baseMinor: 10_000, amountMinor: 250, totalMinor: 10_500 } })
  })
  test('ends at the maximum, begins with the rule, and is one where it is fixed', () => {
    expect(charged('2026-03-11', { maximumMinor: 300 }).map(({ data }) => (data as { amountMinor: number }).amountMinor)).toEqual([250, 50])
    expect(charged('2026-03-11', { since: '2026-03-01' })).toMatchObject([{ data: { period: 2 } }])
    expect(charged('2027-03-11', { kind: 'fixed', amountMinor: 500 })).toMatchObject([{ data: { period: 1, amountMinor: 500 } }])
  })
})

test('the stage of a reminder follows from the days to the due day, and an old one is not sent late', () => {
  const settings = { reminderDaysBefore: 5, reminderDaysAfter: 7, reminderCount: 2 }
  const stageOn = (today: string) => reminderStage(settings, '2026-02-10', today)
  expect(
    ['2026-02-04', '2026-02-05', '2026-02-08', '2026-02-09', '2026-02-16', '2026-02-17', '2026-02-24', '2026-03-24'].map(stageOn),
  ).toEqual([...[undefined, 0, 0, undefined, undefined, 1, 2, undefined]])
})
