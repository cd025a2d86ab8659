import { pullReports } from '@nightflow/policies/payments/pull-reports'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PayingUtility, startPayingUtility } from '../../support/payments/paying-utility.ts'
import { runPolicies } from '../../support/running-policies.ts'

let utility: PayingUtility
beforeAll(async () => {
  utility = await startPayingUtility('report_pulls')
}, 120_000)
afterAll(() => utility?.stop())
beforeEach(() => utility.sandbox.faults.clear())

const dayMilliseconds = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)
/** The morning after, by the clock of the utility, at this hour. */
const morning = (hour: number, minutes = 0) => Date.parse(`${today()}T00:00:00Z`) + dayMilliseconds + (hour * 60 + minutes) * 60_000

/** The policy at work at an instant, until the list has what is expected. */
const pulledAt = async (instant: () => number, expected: object) => {
  const { running } = utility
  const parts = { pool: running.pool, trustedHosts: new Set(['127.0.0.1']), head: () => running.log.head(), everyMilliseconds: 50 }
  const policies = runPolicies(running, [pullReports(parts)], { now: instant })
  try {
    await expect.poll(rows, { timeout: 30_000, interval: 100 }).toMatchObject([expected])
  } finally {
    await policies.stop()
  }
}
const rows = async () => (await utility.ask('GET', 'paymentReportPull/list')).rows
const reset = () => utility.running.pool.query('delete from platform.payment_report_pulls')

// requirement of Payments: Daily reconciliation pulls the report of a platform that offers one | /billing/payment/paymentReportPull | GET /prod-api/business/paymentReportPull/list
test('the report of a day is fetched on the next morning, once, and settles an order whose callback never came', async () => {
  await utility.running.pool.query(`update platform.platform_associations set create_time = now() - interval '2 days'`)
  const { orderNo, orderNumber } = await utility.accepted(100)
  utility.sandbox.faults.add('silent')
  await utility.sandbox.pay(orderNumber)
  expect(await utility.orderOf(orderNo)).toMatchObject({ status: '0' })
  await pulledAt(() => morning(4), { day: today(), status: '1', lineCount: 1, settled: 1, theirs: 0, ours: 0, attempts: 1 })
  await utility.until(orderNo, { status: '1' })
  const asked = utility.sandbox.orders.size
  await pulledAt(() => morning(5), { status: '1', attempts: 1 })
  expect(utility.sandbox.orders.size).toBe(asked)
})

test('a platform that does not answer is tried again three times; then the report is listed as failed, and the staff gets a notice', async () => {
  await reset()
  utility.sandbox.faults.add('down')
  let at = morning(4)
  for (const [attempts, minutes] of [
    [1, 15],
    [2, 60],
    [3, 180],
  ] as const) {
    await pulledAt(() => at, { status: '0', attempts, detail: expect.stringMatching(/.+/) })
    at += minutes * 60_000 + 1_000
  }
  await pulledAt(() => at, { status: '2', attempts: 4 })
  const { rows: notices } = await utility.running.pool.query(
    `select notice_title from platform.notices where notice_title like '%${today()}%'`,
  )
  expect(notices).toHaveLength(1)
})
