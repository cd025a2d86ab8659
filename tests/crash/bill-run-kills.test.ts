import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { BillRunCommand } from '@nightflow/schemas/billing/bill-run-calls'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { chance } from '../support/data/chance.ts'
import { byForm } from '../support/full-form.ts'

const tenant = 'north'
const month = '2026-03'
const kills = byForm({ full: 20, short: 5 })
const accounts = 20
const accountsPerPage = 1
/** About the statements of one page in the full form and of a few pages in the short one: the run lasts as long as the kills. */
const statementsMax = byForm({ full: 25, short: 60 })
const seed = Number(process.env.NIGHTFLOW_CRASH_SEED ?? Date.now() % 1_000_000)
const actor = 'user:test'
const processes = 'crashing-bill-run'

let running: RunningApi
const ask = async (path: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, payload })).json()

/** Every tenth account has no reading and is held. `K-2` is transferred within the month, so that each of its holders has a bill. */
const billsOfRun = accounts * 0.9 + 1
beforeAll(async () => {
  running = await startApi('bill_run_kills')
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const { priceSchemeId } = (await ask('priceScheme', scheme)).data
  await ask(`priceScheme/publish/${priceSchemeId}`, {}, 'PUT')
  const openedAt = '2026-02-05T08:00:00Z'
  const numbers = Array.from({ length: accounts }, (_, nth) => `k${nth}`)
  const meters = numbers.map((number) => ({ number, timeZone: 'UTC', caliberMillimetres: 15, installedAt: openedAt }))
  await running.ask(tenant, { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const hours = Array.from({ length: 31 * 24 + 1 }, (_, hour) => 10 * hour)
  const open = async (meterNo: string, nth: number): Promise<void> => {
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt }
    await ask('customer', { ...holder, accountNo: `K-${nth}`, meterNo, priceScheme: 'Households' })
    if (nth % 10 !== 9) await running.report(tenant, meterNo, '2026-03-01T00:00:00Z', hours)
  }
  await Promise.all(numbers.map(open))
  await waitForViews(running.pool, await running.log.head(), 60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T09:00:00Z') })
  const transfer = { reason: 'house sold', closingRegisterCubicMetres: 2.5 }
  const holder = { customerName: 'Zhao Min', telephone: '13911112222', address: '8 Mill Lane' }
  expect(await ask('customer/K-2/transfer', { ...holder, ...transfer }, 'PUT')).toMatchObject({ code: 200 })
  vi.useRealTimers()
  await ask('payment', { accountNo: 'K-1', paymentId: randomUUID(), amount: 5 })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  // A worker goes on with unfinished runs by itself: here only the processes of the test do.
  await running.stopWorker()
}, 180_000)
afterAll(() => running?.stop())

const give = (command: BillRunCommand) => {
  const context = { now: new Date().toISOString(), actor, timeZone: 'UTC' }
  return executeCommand(running.log, { decider: billRunDecider, tenant, command, context, actor })
}
const stateOf = (runId: string) => stateOfStream(running.log, `${tenant}/billing-run-${runId}`, billRunDecider)

/** Runs the worker, killed at a statement. False where it came to the end of the phase. */
const isKilled = async (runId: string, crashAfter?: number): Promise<boolean> => {
  const script = fileURLToPath(new URL('../support/database/bill-run-process.ts', import.meta.url))
  const { connectionString } = running.pool.options
  const order = JSON.stringify({ connectionString, tenant, runId, accountsPerPage, ...(crashAfter !== undefined && { crashAfter }) })
  const child = spawn(process.execPath, [script, order], { stdio: ['ignore', 'ignore', 'inherit'] })
  const signal = await new Promise<NodeJS.Signals | null>((done) => child.once('exit', (_, by) => done(by)))
  // A backend whose client was killed holds the lock of the run until the server notices.
  const left = 'select from pg_stat_activity where datname = current_database() and application_name = $1'
  while ((await running.pool.query(left, [processes])).rowCount) await sleep(10)
  return signal === 'SIGKILL'
}

const eventsOfLog = async (): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for (;;) {
    const page = await running.log.readAll(events.at(-1)?.position ?? 0, { tenant })
    if (page.length === 0) return events
    events.push(...page)
  }
}

// requirement of Bills and payments: A bill run that is killed at random statements bills each account once | /billing/billRuns | PUT /prod-api/business/billRun/post/:billRunNo
test('a bill run that is killed at random statements bills each account once', async () => {
  const random = chance(seed)
  const runId = randomUUID()
  const everyone = { scope: '0' as const, partitionId: null, meterGroupId: null, accountNos: [], scopeTitle: '' }
  await give({ type: 'StartBillRun', runId, firstMonth: month, lastMonth: month, ...everyone, total: accounts })
  expect(await isKilled(runId)).toBe(false)
  const preview = (await stateOf(runId)).figures
  expect(preview).toMatchObject({ accounts, billed: accounts * 0.9, held: accounts * 0.1 })
  await give({ type: 'PostBillRun', runId, total: accounts, dueOn: '2026-05-01' })
  let killed = 0
  while (killed < kills && (await isKilled(runId, 1 + Math.floor(random() * statementsMax)))) killed += 1
  expect(await isKilled(runId)).toBe(false)
  const { isRunning, figures } = await stateOf(runId)
  expect({ isRunning, figures }, `seed ${seed}`).toEqual({ isRunning: false, figures: preview })
  expect(killed, `seed ${seed}`).toBeGreaterThanOrEqual(byForm({ full: 15, short: 3 }))

  const events = await eventsOfLog()
  const billed = events.filter(({ type }) => type === 'billing.BillIssued').map(({ data }) => `${data.accountNo} ${data.periodFrom}`)
  expect([billed.length, new Set(billed).size], `seed ${seed}`).toEqual([billsOfRun, billsOfRun])
  const places = events.filter(({ type }) => type === 'billing.BillRunAdvanced').map(({ data }) => `${data.phase} ${data.page}`)
  expect(new Set(places).size, 'each page is in the log once').toBe(places.length)
  // The ledger is zero behind every event of money, so at every position.
  let ledger = 0
  for (const { data } of events) {
    for (const { amountMinor } of (data.postings as Posting[] | undefined) ?? []) ledger += amountMinor
    expect(ledger).toBe(0)
  }
  // Bills and balances are what the ledger says, and the read models are what the log says.
  await waitForViews(running.pool, await running.log.head(), 60_000)
  expect(await verifyViews(running), `seed ${seed}`).toEqual([])
  console.info(`the bill run was killed ${killed} times (seed ${seed})`)
}, 300_000)
