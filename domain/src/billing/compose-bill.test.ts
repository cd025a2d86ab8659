import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import { expect, test } from 'vitest'
import { expectMessages } from '../shared/decider-specification.ts'
import { type AccountToBill, type BillOrder, composeBill, type HeldFor, periodOf, refusalOfHeld } from './compose-bill.ts'
import { firstDayOfUse } from './rated-period.ts'

const step = (startLitres: number, endLitres: number | null, unitPriceMinor: number) => ({ startLitres, endLitres, unitPriceMinor })
const tariff = (steps: Tariff['prices'][number]['steps'], changes: Partial<Tariff> = {}): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 1000, chargingModel: '0' },
  prices: [{ caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 0, minimumMinor: 0 }],
  ...changes,
})
const cheap = tariff([step(0, 20_000, 200), step(20_000, null, 300)])
const dear = tariff([step(0, null, 500)])
const versions: Record<string, PriceSchemeVersion[]> = {
  Households: [{ version: 1, effectiveFrom: '2026-01-01', tariff: cheap }],
  Works: [{ version: 1, effectiveFrom: '2026-01-01', tariff: dear }],
}
const order: BillOrder = {
  ...{ billType: '0', timeZone: 'Europe/Rome', dueOn: '2026-04-30', computedAtPosition: 9 },
  period: { from: '2026-03-01', to: '2026-04-01' },
  versionsOf: (name) => versions[name],
}
const assigned = (priceScheme: string, effectiveFrom: string) => ({
  priceScheme,
  effectiveFrom,
  at: `${effectiveFrom}T00:00:00Z`,
  reason: null,
})
const used = (month: string, litres: number, knownDays: number, meterNo = '7') => ({
  meterNo,
  month,
  litres,
  knownDays,
  statedLitres: 0,
  statedDays: 0,
})
const account: AccountToBill = {
  ...{
    accountNo: '1001',
    customerTypeId: null,
    caliberMillimetres: 15,
    isBilled: true,
    openReviews: 0,
    freezes: [],
    transfers: [],
    knownDays: 31,
  },
  openedAt: Date.parse('2025-01-01T00:00:00Z'),
  priceSchemes: [assigned('Households', '2026-01-01')],
  months: [used('2026-01', 9_000, 31), used('2026-02', 8_000, 28), used('2026-03', 10_000, 31)],
}

test('earlier use in the cycle fills the steps, and only the period is charged', () =>
  expect(composeBill(order, account)).toMatchObject({
    ...{ periodFrom: '2026-03-01', periodTo: '2026-04-01', litres: 10_000 },
    lines: [
      { kind: 'volume', step: 1, litres: 3_000, amountMinor: 600, priceScheme: 'Households', version: 1 },
      { kind: 'volume', step: 2, litres: 7_000, amountMinor: 2100 },
    ],
    ...{ amountMinor: 2700, vatMinor: 270, totalMinor: 2970, volumes: [{ month: '2026-03' }] },
  }))

test('bills of single months add up to the bill of all of them', () => {
  const periods = ['2026-01', '2026-02', '2026-03'].map((month) =>
    periodOf({ firstMonth: month, lastMonth: month, timeZone: 'Europe/Rome' }),
  )
  const monthly = periods.map((period) => composeBill({ ...order, period }, account))
  const whole = composeBill({ ...order, period: { from: '2026-01-01', to: '2026-04-01' } }, { ...account, knownDays: 90 })
  const total = (bill: ReturnType<typeof composeBill>) => (typeof bill === 'string' ? Number.NaN : bill.totalMinor)
  expect(monthly.map(total).reduce((sum, each) => sum + each, 0)).toBe(total(whole))
})

test('a scheme that changes within a month divides its volume, and each line names its scheme', () => {
  const changed = { ...account, priceSchemes: [assigned('Households', '2026-01-01'), assigned('Works', '2026-03-11')] }
  expect(composeBill(order, changed)).toMatchObject({
    lines: [
      { priceScheme: 'Households', step: 1, litres: 3_000, dividedBy: 'time' },
      { priceScheme: 'Households', step: 2, dividedBy: 'time' },
      { priceScheme: 'Works', step: 1, dividedBy: 'time' },
    ],
  })
})

test('two meters of one month are one volume for the steps, and both are named', () => {
  const exchanged = { ...account, months: [used('2026-03', 4_000, 10), used('2026-03', 6_000, 21, '8')] }
  expect(composeBill(order, exchanged)).toMatchObject({ litres: 10_000, totalMinor: 2200, volumes: [{ meterNo: '7' }, { meterNo: '8' }] })
})

test('a fixed part is due for the days on which the account was not frozen', () => {
  const fixed = { ...cheap, prices: cheap.prices.map((price) => ({ ...price, fixedMinor: 3_100 })) }
  const withFixed = { ...order, versionsOf: () => [{ version: 1, effectiveFrom: '2026-01-01', tariff: fixed }] }
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`)
  const freezes = [
    { isFrozen: true, at: at('2026-03-11') },
    { isFrozen: false, at: at('2026-03-21') },
  ]
  const fixedOf = (given: AccountToBill) => {
    const bill = composeBill(withFixed, given)
    return typeof bill === 'string'
      ? bill
      : bill.lines.filter(({ kind }) => kind === 'fixed').reduce((sum, line) => sum + line.amountMinor, 0)
  }
  expect(fixedOf(account)).toBe(3_100)
  expect(fixedOf({ ...account, freezes })).toBe(2_100)
  expect(fixedOf({ ...account, freezes: [{ isFrozen: true, at: at('2026-04-05') }] })).toBe(3_100)
})

test('use has to be known from the start of the step cycle on', () => expect(firstDayOfUse(order, account.priceSchemes)).toBe('2026-01-01'))

const opened = (day: string) => Date.parse(`${day}T00:00:00Z`)
const held: readonly [why: string, heldFor: HeldFor, code: RejectionCode, changed: Partial<AccountToBill>][] = [
  ['where its settings do not bill it', 'not-billed', 'bill-held-not-billed', { isBilled: false }],
  ['where it was opened later', 'not-billed', 'bill-held-not-billed', { openedAt: opened('2026-04-02') }],
  ['without a price', 'no-price', 'bill-held-no-price', { priceSchemes: [] }],
  ['without a price for all of the period', 'no-price', 'bill-held-no-price', { priceSchemes: [assigned('Households', '2026-03-10')] }],
  ['without a reading', 'no-reading', 'bill-held-no-reading', { months: [], knownDays: 0 }],
  ['while a day is not known', 'days-missing', 'bill-held-days-missing', { knownDays: 30 }],
  // requirement of Bills and payments: An account is held without a reading, a price, or while a day is unknown or questioned | /billing/bills | POST /prod-api/business/bill/preview
  ['while a day waits for a person', 'days-questioned', 'bill-held-days-questioned', { openReviews: 1 }],
  ['where water ran back', 'use-below-zero', 'bill-held-use-below-zero', { months: [used('2026-02', -5, 28), used('2026-03', 9, 31)] }],
]

test.each(held)('an account is held %s: %s, with a message in four languages', (_, heldFor, code, changed) => {
  expect(composeBill(order, { ...account, ...changed })).toBe(heldFor)
  const refusal = refusalOfHeld(heldFor)
  expect(refusal.rejected).toBe(code)
  expectMessages(refusal)
})

test('an account that was opened within the month is billed from that day on', () => {
  const opened = { ...account, openedAt: Date.parse('2026-03-21T09:00:00Z'), months: [used('2026-03', 3_000, 11)], knownDays: 11 }
  expect(composeBill(order, opened)).toMatchObject({ litres: 3_000, totalMinor: 660 })
})
