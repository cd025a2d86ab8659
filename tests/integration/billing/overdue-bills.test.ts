import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { closeValvesForArrears } from '@nightflow/policies/billing/close-valves-for-arrears'
import { collectBills } from '@nightflow/policies/billing/collect-bills'
import { sendBillReminders } from '@nightflow/policies/billing/send-bill-reminders'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

/** Bills of three accounts, and the policies at work on days that the test chooses. */

let running: RunningApi
beforeAll(async () => {
  running = await startApi('overdue-bills')
  await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: { meters: [{ number: 'v1', caliberMillimetres: 15, hasValve: true }] },
  })
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await ask('POST', 'customer', { ...account, accountNo: 'O-1', email: 'li@example.org', meterNo: 'v1', arrearsClosingThreshold: 50 })
  await ask('POST', 'customer', { ...account, accountNo: 'O-2' })
  await ask('POST', 'customer', { ...account, accountNo: 'O-3', email: 'shy@example.org' })
  await settled()
  for (const [accountNo, totalMinor] of [
    ['O-1', 10_000],
    ['O-2', 3_001],
    ['O-3', 10],
  ] as const)
    await issue(accountNo, totalMinor)
}, 60_000)
afterAll(() => running?.stop())

const daysAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const dueOn = daysAhead(30)

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, language = 'en') =>
  (await running.ask('north', { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const settled = async () => waitForViews(running.pool, await running.log.head(), 30_000)
const issue = async (accountNo: string, totalMinor: number) => {
  const amounts = { amountMinor: totalMinor, vatMinor: 0, totalMinor, litres: 0, volumes: [], lines: [], computedAtPosition: 1 }
  const period = { billType: '0', periodFrom: '2026-03-01', periodTo: '2026-04-01', dueOn } as const
  const executed = await executeCommand(running.log, {
    decider: accountBillsDecider,
    tenant: 'north',
    command: { type: 'IssueBill', accountNo, billId: randomUUID(), ...period, ...amounts },
    context: { now: new Date().toISOString(), actor: 'user:1', timeZone: 'Europe/Rome' },
    actor: 'user:1',
  })
  expect(executed).not.toHaveProperty('rejected')
  await settled()
}
const configure = async (changed: object) => {
  expect(
    await ask('PUT', 'collectionSettings', { ...defaultCollectionSettings, messageLanguage: 'fr', ...changed, reason: 'council' }),
  ).toMatchObject({ code: 200 })
  await settled()
}
const billOf = async (accountNo: string) => (await ask('GET', `bill/list?accountNo=${accountNo}`)).rows[0]
const stepsOf = async (accountNo: string): Promise<string[]> => {
  const { billNo } = await billOf(accountNo)
  const history = (await running.ask('north', { method: 'GET', url: `/api/v1/bills/${billNo}/history` })).json()
  return history.rows.map(({ step }: { step: string }) => step)
}
/** The policies at noon of a day so many days from today, until something is so. */
const onDay = async (days: number, isSo: () => Promise<boolean>) => {
  const now = Date.parse(`${daysAhead(days)}T12:00:00Z`)
  const all = [collectBills(100), closeValvesForArrears(running.pool, 100), conditionsInReadModels(100), sendBillReminders(running.pool)]
  const policies = runPolicies(running, all, { now: () => now })
  await waitFor(isSo)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  await settled()
}
const letters = async () =>
  (await running.pool.query<{ recipient: string; body: string }>('select recipient, body from platform.outbox order by create_time')).rows
const pay = async (accountNo: string, amount: number) => {
  expect(await ask('POST', 'payment', { accountNo, paymentId: randomUUID(), amount, payMethod: '0' })).toMatchObject({ code: 200 })
  await settled()
}

// requirement of Bills and payments: Reminders before and after the due day, with opt-out | /billing/bills | PUT /prod-api/business/bill/reminders/stop
// requirement of Bills and payments: Instalments of a bill and reminders of its account on one screen | /billing/bills | PUT /prod-api/business/bill/reminders/allow
it('a reminder before the due day is sent once by mail or SMS, and not to a holder who wants none', async () => {
  await configure({ reminderDaysBefore: 3, reminderDaysAfter: 7, reminderCount: 2 })
  expect(await ask('PUT', 'bill/reminders/stop', { accountNo: 'O-3', reason: 'asked for it' })).toMatchObject({ code: 200 })
  expect(await ask('GET', 'bill/reminders?accountNo=O-3')).toMatchObject({ data: { isStopped: true } })
  await onDay(27, async () => (await letters()).length === 2)
  const sent = await letters()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(['li@example.org', expect.stringContaining('13800138000')].toSorted())
  expect(sent.every(({ body }) => body.includes('à payer avant le'))).toBe(true)
  expect(await stepsOf('O-1')).toEqual(['remindedByMail', 'issued'])
  expect(await stepsOf('O-2')).toEqual(['remindedBySms', 'issued'])
  expect(await stepsOf('O-3')).toEqual(['issued'])
  expect((await billOf('O-1')).status).toBe('0')
})

// requirement of Bills and payments: Due days, and bills that are overdue | /billing/bills | PUT /prod-api/business/collectionSettings
it('a bill is overdue after its due day, closes the valve above the threshold of its account, and raises an alarm', async () => {
  await configure({ arrearsAlarmMinor: 5_000 })
  await onDay(31, async () => {
    const { rows } = await running.pool.query(`select from views.alarms where event_type = 'account-arrears' and subject = 'O-1'`)
    const valve = await running.pool.query(`select from views.valve_operations where number = 'v1'`)
    return rows.length === 1 && valve.rows.length > 0 && (await billOf('O-3')).status === '3'
  })
  expect(await billOf('O-1')).toMatchObject({ status: '3', overdueMinor: 10_000, missedOn: dueOn })
  expect((await ask('GET', 'bill/list?status=3')).total).toBe(3)
  expect(await stepsOf('O-3')).toEqual(['overdue', 'issued'])
  await pay('O-1', 60)
  expect(await billOf('O-1')).toMatchObject({ status: '3', overdueMinor: 4_000 })
  await onDay(31, async () => {
    const { rows } = await running.pool.query(`select from views.account_arrears where account_no = 'O-1' and not is_exceeded`)
    return rows.length === 1
  })
})

// requirement of Bills and payments: Late fees by rule, as events with postings | /billing/bills | PUT /prod-api/business/collectionSettings
it('a late fee is charged once for each month that has started, and not for the time before the rule', async () => {
  await configure({ lateFeeKind: 'percentage', lateFeeBasisPoints: 250, graceDays: 10, lateFeeMaximumMinor: 180 })
  await onDay(40, async () => (await billOf('O-3')).status === '3')
  expect(await billOf('O-1')).toMatchObject({ lateFeesMinor: 0 })
  await onDay(41, async () => (await billOf('O-1')).lateFeesMinor === 100)
  expect(await billOf('O-1')).toMatchObject({ totalMinor: 10_100, openMinor: 4_100, lastFee: { dueOn, period: 1 } })
  await onDay(75, async () => (await billOf('O-1')).lateFeesMinor === 180)
  expect(await billOf('O-1')).toMatchObject({ lastFee: { dueOn, period: 2 } })
  expect((await stepsOf('O-1')).filter((step) => step === 'lateFee')).toHaveLength(2)
})

// requirement of Bills and payments: Instalment plans of bills | /billing/bills | POST /prod-api/business/bill/instalments
it('instalments move the due day, a missed one is overdue, and a cancelled plan leaves the bill due on its own day', async () => {
  const plan = { accountNo: 'O-2', count: 3, firstDay: daysAhead(0) }
  const refused = await Promise.all(
    languages.map((language) => ask('POST', 'bill/instalments/preview', { ...plan, firstDay: '2020-01-01' }, language)),
  )
  expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'plan-first-day-wrong'))
  expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
  const { instalments } = (await ask('POST', 'bill/instalments/preview', { ...plan, firstDay: daysAhead(60) })).data
  const open = (await billOf('O-2')).openMinor
  expect(instalments.reduce((sum: number, { amountMinor }: { amountMinor: number }) => sum + amountMinor, 0)).toBe(open)
  const planned = { ...plan, firstDay: daysAhead(60), planId: randomUUID(), reason: 'hardship' }
  expect(await ask('POST', 'bill/instalments', planned)).toMatchObject({ code: 200 })
  expect(await ask('POST', 'bill/instalments', planned), 'a repeated request plans once').toMatchObject({ code: 200 })
  expect(await ask('POST', 'bill/instalments', { ...planned, planId: randomUUID() })).toMatchObject({ reason: 'plan-nothing-open' })
  await settled()
  expect(await billOf('O-2')).toMatchObject({ status: '0', dueOn: instalments[0].dueOn, overdueMinor: 0 })
  await configure({})
  await onDay(61, async () => (await billOf('O-2')).status === '3')
  expect(await billOf('O-2')).toMatchObject({ overdueMinor: instalments[0].amountMinor })
  await pay('O-2', instalments[0].amountMinor / 100)
  expect(await billOf('O-2')).toMatchObject({ status: '2', dueOn: instalments[1].dueOn, overdueMinor: 0 })
  const { billNo } = await billOf('O-2')
  expect(await ask('PUT', `bill/cancelPlan/${billNo}`, { reason: 'paid late' })).toMatchObject({ code: 200 })
  await settled()
  expect(await billOf('O-2')).toMatchObject({ status: '3', dueOn, plan: null, overdueMinor: open - instalments[0].amountMinor })
  expect(await ask('PUT', `bill/cancelPlan/${billNo}`, { reason: 'again' })).toMatchObject({ reason: 'bill-without-plan' })
})

it('a balance that an earlier log left beside a bill that it covers was overdue, got a fee and closed the valve; it pays the bill', async () => {
  await ask('POST', 'customer', { customerName: 'Bo', telephone: '13800138001', address: '9 Mill Lane', accountNo: 'O-4' })
  await issue('O-4', 10_000)
  const { billNo } = await billOf('O-4')
  const at = new Date().toISOString()
  const postings = [
    { ledgerAccount: 'cash', amountMinor: 10_000 },
    { ledgerAccount: 'customerMoney', amountMinor: -10_000 },
  ]
  const paymentId = randomUUID()
  const texts = { personId: paymentId, reference: null, remark: null }
  const received = { accountNo: 'O-4', paymentId, payMethod: '0', ...texts, amountMinor: 10_000 }
  // A payment that paid no bill, as a balance came about before.
  await running.log.append('north/billing-account-O-4', 1, [
    {
      ...{ id: randomUUID(), type: 'billing.PaymentReceived', schemaVersion: 2, metadata: { tenant: 'north', actor: 'user:1' } },
      data: { ...received, allocations: [], restMinor: 10_000, postings, at },
    },
  ])
  await settled()
  expect(await billOf('O-4')).toMatchObject({ status: '0', openMinor: 10_000 })
  expect(await ask('GET', 'payment/balance?accountNo=O-4')).toMatchObject({ data: { balanceMinor: 0, openMinor: 0 } })
  await onDay(41, async () => (await billOf('O-4')).status === '1')
  expect(await stepsOf('O-4')).toEqual(['paidFromBalance', 'issued'])
  expect((await ask('GET', `bill/list?accountNo=O-4`)).rows).toMatchObject([{ billNo, overdueMinor: 0, lateFeesMinor: 0 }])
})

it('the read models agree with the log', async () => {
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
