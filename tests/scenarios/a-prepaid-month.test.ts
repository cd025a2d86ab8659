import { randomUUID } from 'node:crypto'
import { closeValvesForArrears } from '@nightflow/policies/billing/close-valves-for-arrears'
import { sendSewageMessages } from '@nightflow/policies/billing/send-sewage-messages'
import { warnOfLowBalances } from '@nightflow/policies/billing/warn-of-low-balances'
import type { AnyPolicy } from '@nightflow/policies/shared/define-policy'
import { brokenLedgerLaws } from '@nightflow/projections/billing/ledger-laws'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { burnDown } from '@nightflow/worker/billing/burn-down'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BilledUtility, startBilledUtility } from '../support/api/billed-utility.ts'
import { waitFor } from '../support/process/server-process.ts'
import { runPolicies } from '../support/running-policies.ts'

/** A prepaid household in June 2026, beside one that is billed for the same use. Amounts are in hundredths; 2.4 m³ a day cost 2.64 with VAT in the first step. */
let village: BilledUtility
const zone = 'Europe/Rome'
const [prepaid, billed] = ['P-1', 'B-1']
const steady = () => 100

beforeAll(async () => {
  village = await startBilledUtility('a_prepaid_month')
  village.travelTo('2026-06-01T08:00:00Z')
  await village.setting({ accountBalanceTemplateId: 'low-balance', monthSewageTemplateId: 'sewage' })
  for (const template of [
    { messageTemplateName: 'low-balance', body: 'Account {{account}} has {{balance}} left' },
    { messageTemplateName: 'sewage', itemName: 'Sewage', body: 'Sewage of {{account}} in {{month}}: {{amount}}' },
  ])
    await village.call('POST', '/prod-api/system/messageTemplate', template)
  await village.publish('Village', '2026-01-01', 1, { fixedAmount: 30 })
  await village.open(billed, 'meter-b', '2026-05-31T22:00:00Z', 'Village', zone)
  await village.call('POST', '/api/v1/meters', {
    meters: [{ number: 'meter-p', timeZone: zone, caliberMillimetres: 15, installedAt: '2026-05-31T22:00:00Z', hasValve: true }],
  })
  const holder = { customerName: 'Zhao Min', telephone: '13911112222', address: '9 Mill Lane' }
  const settings = { priceScheme: 'Village', businessMode: '1', balanceThreshold: 5, arrearsClosingThreshold: 10 }
  await village.done('POST', 'customer', {
    ...holder,
    ...settings,
    accountNo: prepaid,
    meterNo: 'meter-p',
    openedAt: '2026-05-31T22:00:00Z',
  })
  const rules = { closingFromHour: 9, closingUntilHour: 12, sparesWeekends: true, closingHolidays: '2026-06-24', closingWarningHours: 24 }
  await village.done('PUT', 'collectionSettings', { ...defaultCollectionSettings, ...rules, reason: 'council' })
}, 60_000)
afterAll(() => village?.stop())

const settled = async () => waitForViews(village.running.pool, await village.running.log.head(), 60_000)
/** The deductions of a local day, at five in the morning after it. */
const runOf = async (day: string, at = `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}T03:00:00Z`) => {
  village.travelTo(at)
  const { pool, log } = village.running
  await burnDown({ pool, log }, { tenant: 'north', timeZone: zone, day }, new AbortController().signal)
  await settled()
}
const deductions = async () => {
  const events = await village.running.log.readStream(`north/billing-account-${prepaid}`, { limit: 1_000 })
  return events.flatMap(({ type, data }) =>
    type === 'billing.ConsumptionDeducted'
      ? [data as unknown as { periodFrom: string; periodTo: string; totalMinor: number; estimatedDays: number; dueMinor: number }]
      : [],
  )
}
/** Of June: the service itself goes on with July. */
const takenMinor = async () =>
  (await deductions()).filter(({ periodFrom }) => periodFrom === '2026-06-01').reduce((sum, { totalMinor }) => sum + totalMinor, 0)
const balanceMinor = async (): Promise<number> => (await village.done('GET', `bill/account/${prepaid}`)).money.balanceMinor
const recharge = async (amount: number) => {
  await village.done('POST', 'payment', { accountNo: prepaid, paymentId: randomUUID(), amount, payMethod: '0', source: '1' })
}
const letters = async (): Promise<string[]> =>
  (await village.running.pool.query<{ body: string }>('select body from platform.outbox order by create_time')).rows.map(({ body }) => body)
const reasons = async (): Promise<string[]> =>
  (
    await village.running.pool.query<{ type: string }>(
      `select type from log.events where stream = 'north/devices-valve-meter-p' and type in ('devices.ValveClosingRequested', 'devices.ValveOpeningRequested') order by position`,
    )
  ).rows.map(({ type }) => type.slice('devices.Valve'.length))
/** The policy, with the number of its searches that were gone through whole. */
const counted = (policy: AnyPolicy): { policy: AnyPolicy; searches: () => number } => {
  const { conditions } = policy
  let searches = 0
  if (!conditions) throw new Error(`${policy.name} searches for nothing`)
  const find: typeof conditions.find = async function* (search) {
    yield* conditions.find(search)
    searches += 1
  }
  return { policy: { ...policy, conditions: { ...conditions, find } }, searches: () => searches }
}
/** The policies at work at an instant until something is so. Otherwise each searches three times: effects of the first are events that it has read by the third. */
const at = async (instant: string, isSo?: () => Promise<boolean>) => {
  village.travelTo(instant)
  const now = Date.parse(instant)
  const { pool } = village.running
  const working = [warnOfLowBalances(pool, 50), closeValvesForArrears(pool, 50)].map(counted)
  const policies = runPolicies(
    village.running,
    working.map(({ policy }) => policy),
    { now: () => now },
  )
  await waitFor(isSo ?? (() => working.every(({ searches }) => searches() > 2)))
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  await settled()
}

// requirement of Prepaid accounts: The balance of a prepaid account pays what is used, each day once | /billing/burn-downs | GET /prod-api/business/burnDown/list
test('each day is taken from the balance once, however often it is run, and a day that has not come is assumed and settled', async () => {
  await recharge(30)
  await village.use('meter-p', '2026-05-31T22:00:00Z', '2026-06-02T22:00:00Z', steady)
  await runOf('2026-06-01')
  // 2.40 for the water and 1.00 of the fixed part, with a tenth of VAT.
  expect(await takenMinor()).toBe(374)
  await Promise.all([runOf('2026-06-01'), runOf('2026-06-01')])
  expect(await deductions()).toHaveLength(1)
  expect(await balanceMinor()).toBe(3_000 - 374)
  await runOf('2026-06-02')
  await runOf('2026-06-03')
  expect((await deductions()).at(-1)).toMatchObject({ periodTo: '2026-06-04', estimatedDays: 1, dueMinor: 3 * 374 })
  // The third day had half of it.
  await village.use('meter-p', '2026-06-02T22:00:00Z', '2026-06-03T22:00:00Z', () => 50, 4_800)
  await runOf('2026-06-03')
  expect((await deductions()).at(-1)).toMatchObject({ totalMinor: -132, estimatedDays: 0, dueMinor: 3 * 374 - 132 })
})

// requirement of Prepaid accounts: A holder is warned of a low balance by the template of the utility | /customer/accounts | PUT /prod-api/system/tenant/settings
test('the holder is warned once when the balance falls below its threshold, and the page says how long it lasts', async () => {
  const shown = await village.done('GET', `burnDown/account/${prepaid}`)
  expect(shown.lasts).toEqual({ day: '2026-06-09', basisDays: 3, averageMinor: 330 })
  expect(shown.deductions[0]).toMatchObject({ lastDay: '2026-06-03', totalMinor: -132 })
  await village.use('meter-p', '2026-06-03T22:00:00Z', '2026-06-22T22:00:00Z', steady, 6_000)
  await runOf('2026-06-05')
  await at('2026-06-06T08:00:00Z')
  expect(await letters()).toEqual([])
  await runOf('2026-06-12')
  await at('2026-06-13T08:00:00Z', async () => (await letters()).length === 1)
  expect((await letters())[0]).toMatch(/^Account P-1 has -?\d+\.\d\d \w{3} left$/)
  await at('2026-06-14T08:00:00Z')
  expect(await letters()).toHaveLength(1)
})

// requirement of Prepaid accounts: A holder gets the message about the sewage charge once a month, by the template of the utility | /billing/payments | PUT /prod-api/system/tenant/settings
test('a holder whose payment or bill bears the sewage charge gets the message of the template, once a month and in the length of the carrier', async () => {
  for (const itemName of ['Sewage', 'Other'])
    await village.done('POST', 'personalSurcharge', { accountNo: billed, itemName, method: '1', amount: 0.5, enabledDate: '2026-01-01' })
  const before = (await letters()).length
  const pay = () => village.done('POST', 'payment', { accountNo: billed, paymentId: randomUUID(), amount: 2, payMethod: '0' })
  await pay()
  await pay()
  const now = Date.now()
  const policies = runPolicies(village.running, [sendSewageMessages(village.running.pool)], { now: () => now })
  await waitFor(async () => (await letters()).length > before)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  expect((await letters()).slice(before)).toEqual([expect.stringMatching(/^Sewage of B-1 in 2026-06: 0\.50 \w{3}$/)])
})

// requirement of Prepaid accounts: Arrears close the valve in friendly hours and after a warning, a recharge opens it | /device/valves | POST /prod-api/business/payment
test('the valve stays open in the evening, at the weekend and on the holiday, is closed after it, and opens with the recharge', async () => {
  // The arrears were above the threshold at the weekend before.
  expect(await reasons()).toEqual([])
  await runOf('2026-06-22')
  expect(await balanceMinor()).toBeLessThan(-1_000)
  for (const unfriendly of ['2026-06-23T18:00:00Z', '2026-06-24T08:00:00Z']) await at(unfriendly)
  expect(await reasons()).toEqual([])
  await at('2026-06-25T08:00:00Z', async () => (await reasons()).length === 1)
  expect(await reasons()).toEqual(['ClosingRequested'])
  village.travelTo('2026-06-25T09:00:00Z')
  await recharge(100)
  await at('2026-06-25T20:00:00Z', async () => (await reasons()).length === 2)
  expect(await reasons()).toEqual(['ClosingRequested', 'OpeningRequested'])
})

// requirement of Scenarios: A prepaid month | – | –
test('the month costs what the bill of the same use does, no bill has its days, and the ledger is whole', async () => {
  await village.use('meter-p', '2026-06-22T22:00:00Z', '2026-06-30T22:00:00Z', steady, 51_600)
  await village.use('meter-b', '2026-05-31T22:00:00Z', '2026-06-30T22:00:00Z', (nth) => (nth >= 48 && nth < 72 ? 50 : 100))
  await runOf('2026-06-30', '2026-07-01T03:00:00Z')
  village.travelTo('2026-07-02T08:00:00Z')
  const bill = await village.issue(billed, '2026-06')
  expect(await takenMinor()).toBe(bill.totalMinor)
  const refused = await village.business('POST', 'bill', {
    accountNo: prepaid,
    billId: randomUUID(),
    firstMonth: '2026-06',
    lastMonth: '2026-06',
  })
  expect(refused).not.toMatchObject({ code: 200 })
  const { rows } = await village.business('GET', `burnDown/list?accountNo=${prepaid}`)
  const june = (rows as { periodFrom: string }[]).filter(({ periodFrom }) => periodFrom === '2026-06-01')
  expect(june).toMatchObject([{ periodTo: '2026-07-01', estimatedDays: 0, dueMinor: bill.totalMinor }])
  const all = (await deductions()).reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  expect(await balanceMinor()).toBe(13_000 - all)
  const client = await village.running.pool.connect()
  try {
    await client.query('set search_path = views')
    expect(await brokenLedgerLaws(client)).toEqual([])
  } finally {
    await client.query('reset search_path')
    client.release()
  }
})
