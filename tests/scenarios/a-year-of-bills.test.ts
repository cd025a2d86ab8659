import { randomUUID } from 'node:crypto'
import { consumptionReviewDecider } from '@nightflow/domain/metering/consumption-review-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BilledUtility, type IssuedBill, startBilledUtility } from '../support/api/billed-utility.ts'

/** The leap year 2024 of a utility, which is put into a zone with daylight saving time and into one without. */
let utility: BilledUtility
const months = Array.from({ length: 12 }, (_, nth) => `2024-${String(nth + 1).padStart(2, '0')}`)

beforeAll(async () => {
  utility = await startBilledUtility('a_year_of_bills')
})
afterAll(() => utility?.stop())
afterEach(() => inZone('Europe/Rome'))

const inZone = (timeZone: string) =>
  utility.running.pool.query(`update platform.tenants set time_zone = $1 where code = 'north'`, [timeZone])

/** A second calculation: steps of a calendar year, one after the other, in cubic metres and units of money. */
const naive = (litresByPrice: readonly { litres: number; price: number }[]): number => {
  let [used, due] = [0, 0]
  for (const { litres, price } of litresByPrice) {
    const cheap = Math.max(0, Math.min(10_000 - used, litres))
    due += (cheap * price + (litres - cheap) * price * 2) / 1000
    used += litres
  }
  return due
}

test.each([
  ['Europe/Rome', '2023-12-31T23:00:00Z', '2024-12-31T23:00:00Z', 8784],
  ['Asia/Jakarta', '2023-12-31T17:00:00Z', '2024-12-31T17:00:00Z', 8784],
  // requirement of Bills and payments: A year of bills over two tariff versions and a leap day, in zones with and without DST | /billing/bills | POST /prod-api/business/bill
])('a year over two tariff versions and a leap day in %s has every day once', async (timeZone, from, to, hours) => {
  await inZone(timeZone)
  utility.travelTo('2024-01-02T08:00:00Z')
  const [scheme, accountNo] = [`Year of ${timeZone}`, `Y-${timeZone.slice(-4)}`]
  await utility.publish(scheme, '2024-01-01', 1, { chargingModel: '0' })
  await utility.open(accountNo, `m${timeZone.slice(-4)}`, from, scheme, timeZone)
  await utility.use(`m${timeZone.slice(-4)}`, from, to, () => 5)
  utility.travelTo('2024-06-20T08:00:00Z')
  await utility.publish(scheme, '2024-07-16', 2, { chargingModel: '0' })
  utility.travelTo('2025-01-03T08:00:00Z')
  const bills: IssuedBill[] = []
  for (const month of months) bills.push(await utility.issue(accountNo, month))

  expect(bills.map(({ periodTo }) => periodTo)).toEqual([...months.slice(1), '2025-01'].map((month) => `${month}-01`))
  const daysOf = ({ volumes }: IssuedBill) => volumes.reduce((sum, { knownDays }) => sum + knownDays, 0)
  expect(bills.map(daysOf)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  // The hour that a day lacks in March, or has twice in October, is in the day of its zone.
  expect(bills.reduce((sum, { litres }) => sum + litres, 0)).toBe(hours * 5)
  const july = bills[6]!.lines.filter(({ kind }) => kind === 'volume')
  expect(july.map(({ version, litres, dividedBy }) => [version, litres, dividedBy])).toEqual([
    [1, 15 * 120, 'days'],
    [2, 16 * 120, 'days'],
  ])
  const before = Date.parse(timeZone === 'Europe/Rome' ? '2024-07-15T22:00:00Z' : '2024-07-15T17:00:00Z')
  const litresBefore = ((before - Date.parse(from)) / 3_600_000) * 5
  const due = naive([
    { litres: litresBefore, price: 1 },
    { litres: hours * 5 - litresBefore, price: 2 },
  ])
  const billed = bills.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  // Each line is rounded once: two a month at most.
  expect(Math.abs(billed - due * 100)).toBeLessThan(12)
})

// requirement of Bills and payments: A spike billed, disputed, corrected and credited | /billing/bills | PUT /prod-api/business/bill/rebill/:billNo
test('a spike that was billed is disputed, corrected, and credited by computing the bill again', async () => {
  utility.travelTo('2024-01-02T08:00:00Z')
  await utility.publish('Spikes', '2024-01-01', 1)
  await utility.open('SPIKE', 'spike', '2023-12-31T23:00:00Z', 'Spikes', 'Europe/Rome')
  // Five litres an hour, and 800 on the tenth.
  const spikeFrom = 9 * 24
  await utility.use('spike', '2023-12-31T23:00:00Z', '2024-01-31T23:00:00Z', (nth) => (nth >= spikeFrom && nth < spikeFrom + 24 ? 800 : 5))
  utility.travelTo('2024-02-02T08:00:00Z')
  const bill = await utility.issue('SPIKE', '2024-01')
  expect(bill).toMatchObject({ litres: 22_800, amountMinor: 1_000 + 2_560, totalMinor: 3_916 })
  await utility.done('POST', 'payment', { accountNo: 'SPIKE', paymentId: randomUUID(), amount: 39.16, payMethod: '0' })

  utility.travelTo('2024-02-20T08:00:00Z')
  const question = { number: 'spike', day: '2024-01-10', findings: [{ rule: 'spike' as const, value: 19_200, limit: 500 }] }
  await executeCommand(utility.running.log, {
    ...{ decider: consumptionReviewDecider, tenant: 'north', actor: 'policy:validation' },
    command: { type: 'QuestionDay', ...question, measuredLitres: 19_200, expectedLitres: 120 },
    context: { now: new Date().toISOString(), actor: 'policy:validation', timeZone: 'Europe/Rome' },
  })
  await waitForViews(utility.running.pool, await utility.running.log.head(), 60_000)
  const [review] = (await utility.call('GET', '/prod-api/business/consumptionReview/list?meterNo=spike')).rows
  const edit = { litres: 120, reason: 'the transmitter counted a flushing' }
  const edited = await utility.call('PUT', `/prod-api/business/consumptionReview/edit/${review?.reviewId}`, edit)
  expect(edited).toMatchObject({ code: 200 })

  const { bills } = await utility.done('POST', 'bill/rebill/preview', {})
  expect(bills).toMatchObject([
    {
      ...{ accountNo: 'SPIKE', changed: ['reading'], totalBefore: 3_916, totalAfter: 409 },
      lines: [
        { step: 1, litresBefore: 10_000, litresAfter: 3_720, amountAfter: 372 },
        { step: 2, litresBefore: 12_800, litresAfter: 0 },
      ],
    },
  ])
  const [{ billNo, calculation }] = bills
  const posted = { adjustmentId: randomUUID(), reason: 'spike of 10 January', calculation }
  expect(await utility.done('PUT', `bill/rebill/${billNo}`, posted)).toMatchObject({ differenceMinor: 409 - 3_916, openMinor: 0 })
  // The overpaid amount is the balance, and pays the next bill at once.
  expect(await utility.done('GET', 'payment/balance?accountNo=SPIKE')).toMatchObject({ balanceMinor: 3_916 - 409, openMinor: 0 })
  await utility.use('spike', '2024-01-31T23:00:00Z', '2024-02-29T23:00:00Z', () => 5, 22_800)
  utility.travelTo('2024-03-02T08:00:00Z')
  expect(await utility.issue('SPIKE', '2024-02')).toMatchObject({ litres: 29 * 120, openMinor: 0 })
})

// requirement of Surcharges and debts: A debt repaid by instalments of three months beside surcharges | /billing/payments | POST /prod-api/business/payment
test('a debt is repaid by instalments of the payments of three months, and the surcharge of each is taken beside it', async () => {
  utility.travelTo('2024-01-02T08:00:00Z')
  await utility.open('DEBT', 'debt', '2023-12-31T23:00:00Z', 'Spikes', 'Europe/Rome')
  const item = { itemName: 'Sewage', method: '0', ratioPercent: 10, vatRate: 0, enabledDate: '2024-01-01' }
  await utility.done('POST', 'personalSurcharge', { accountNo: 'DEBT', ...item })
  const { debtNo } = await utility.done('POST', 'debt', {
    ...{ accountNo: 'DEBT', debtId: randomUUID(), amount: 90, planSource: '1', planDeductions: 3, debtType: '1', feeName: 'Meter' },
  })
  for (const [nth, month] of ['2024-01', '2024-02', '2024-03'].entries()) {
    utility.travelTo(`${month}-15T08:00:00Z`)
    const payment = { accountNo: 'DEBT', paymentId: randomUUID(), amount: 100, source: '1' }
    await utility.done('POST', 'payment', payment)
    const [made] = (await utility.business('GET', 'deduction/list?accountNo=DEBT')).rows
    expect(made).toMatchObject({ deductedMinor: 1_000 + 3_000, restMinor: 6_000 })
    expect((await utility.business('GET', `debt/list?accountNo=DEBT`)).rows).toMatchObject([
      { debtNo, residualMinor: 9_000 - 3_000 * (nth + 1), remainingDeductions: 2 - nth },
    ])
  }
  expect(await utility.done('GET', 'payment/balance?accountNo=DEBT')).toMatchObject({ debtsMinor: 0 })
})

test('the read models of all of it are those of the log', async () =>
  expect(await verifyViews({ pool: utility.running.pool, log: utility.running.log })).toEqual([]))
