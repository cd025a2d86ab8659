import { randomUUID } from 'node:crypto'
import { billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { BillRun, BillRunAccount } from '@nightflow/schemas/billing/bill-run'
import { languages } from '@nightflow/schemas/shared/language'
import { workOnRun } from '@nightflow/worker/billing/work-on-run'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const month = '2026-03'
const tenant = 'north'
let meterGroupId: number

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, path: string, payload?: object, of = tenant) =>
  (await running.ask(of, { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()

const registers = Array.from({ length: 31 * 24 + 2 }, (_, hour) => 10 * hour)
const meterOf = (number: string) => ({ number, timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt: '2026-01-05T08:00:00Z' })

/** Ten litres an hour through March; `R-3` has no reading, `R-4` no price, `R-5` is another group’s. */
beforeAll(async () => {
  running = await startApi('bill_runs')
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const { priceSchemeId } = (await ask('POST', 'priceScheme', scheme)).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  meterGroupId = (await ask('POST', 'meterGroup', { meterGroupName: 'Hill' })).data.meterGroupId
  const meters = ['m1', 'm2', 'm5'].map(meterOf)
  await running.ask(tenant, { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: '2026-01-05T08:00:00Z' }
  for (const each of [
    { accountNo: 'R-1', meterNo: 'm1', priceScheme: 'Households' },
    { accountNo: 'R-2', meterNo: 'm2', priceScheme: 'Households' },
    { accountNo: 'R-3', priceScheme: 'Households' },
    { accountNo: 'R-4' },
    { accountNo: 'R-5', meterNo: 'm5', priceScheme: 'Households' },
  ])
    expect(await ask('POST', 'customer', { ...account, ...each })).toMatchObject({ code: 200 })
  expect(await ask('POST', 'meter/group', { number: ['m5'], meterGroupId })).toMatchObject({ code: 200 })
  for (const { number } of meters) await running.report(tenant, number, '2026-02-28T23:00:00Z', registers)
  await waitForViews(running.pool, await running.log.head(), 30_000)
})
afterAll(() => running?.stop())

const start = (more: object = {}, runId: string = randomUUID()) =>
  ask('POST', 'billRun', { runId, firstMonth: month, lastMonth: month, ...more })
const find = async (billRunNo: number): Promise<BillRun> => (await ask('GET', `billRun/${billRunNo}`)).data
const arriveAt = async (billRunNo: number, status: BillRun['status']): Promise<BillRun> => {
  await expect.poll(async () => (await find(billRunNo)).status).toBe(status)
  return find(billRunNo)
}
const previewed = async (more: object = {}): Promise<BillRun> => arriveAt((await start(more)).data.billRunNo, '1')
const act = (verb: 'post' | 'pause' | 'resume', billRunNo: number) => ask('PUT', `billRun/${verb}/${billRunNo}`, {})
const accountsOf = async ({ runId }: BillRun, phase: string): Promise<(BillRunAccount & { outcome: string })[]> =>
  (await ask('GET', `billRunAccount/list?runId=${runId}&phase=${phase}&orderByColumn=accountNo&isAsc=asc`)).rows

describe('a bill run', () => {
  // requirement of Bills and payments: A bill run previews what would be billed and what is held and why | /billing/billRuns | POST /prod-api/business/billRun
  it('previews what would be billed and what is held and why, and issues nothing', async () => {
    const runId = randomUUID()
    const first = await start({}, runId)
    expect(first).toMatchObject({ code: 200 })
    expect((await start({}, runId)).data).toEqual(first.data)
    const run = await arriveAt(first.data.billRunNo, '1')
    expect(run).toMatchObject({ accounts: 5, total: 5, billed: 3, billedBefore: 0, held: 2, phase: '0', scope: '0', dueOn: null })
    expect(run).toMatchObject({ litres: 3 * 7430, amountMinor: 3 * 1486, vatMinor: 3 * 149, totalMinor: 3 * 1635 })
    expect(run.results).toEqual([
      { result: '0', accounts: 3 },
      { result: '3', accounts: 1 },
      { result: '4', accounts: 1 },
    ])
    expect(
      (await accountsOf(run, '0')).map(({ accountNo, result, outcome, totalMinor }) => [accountNo, result, outcome, totalMinor]),
    ).toEqual([
      ['R-1', '0', '0', 1635],
      ['R-2', '0', '0', 1635],
      ['R-3', '4', '2', 0],
      ['R-4', '3', '2', 0],
      ['R-5', '0', '0', 1635],
    ])
    expect((await ask('GET', 'bill/list')).total).toBe(0)
    expect((await ask('GET', 'billRun/list', undefined, 'south')).total).toBe(0)
  })

  // requirement of Bills and payments: A bill run of a partition, a meter group or chosen accounts | /billing/billRuns | POST /prod-api/business/billRun
  it('is for a meter group or for chosen accounts, and says what is missing of its choice', async () => {
    expect(await previewed({ scope: '2', meterGroupId })).toMatchObject({ scopeTitle: 'Hill', accounts: 1, billed: 1 })
    expect(await previewed({ scope: '3', accountNos: ['R-1', 'R-4', 'R-1'] })).toMatchObject({
      scopeTitle: 'R-1, R-4',
      accounts: 2,
      billed: 1,
    })
    for (const more of [{ scope: '1' }, { scope: '1', partitionId: 'nowhere' }, { scope: '2' }, { scope: '3' }])
      expect(await start(more)).toMatchObject({ reason: 'bill-run-scope-incomplete' })
    expect(await start({ scope: '3', accountNos: ['R-99'] })).toMatchObject({ reason: 'bill-run-empty' })
    expect(await start({ lastMonth: '2026-02' })).toMatchObject({ reason: 'bill-months-wrong' })
    expect(await start({ firstMonth: '2199-01', lastMonth: '2199-01' })).toMatchObject({ reason: 'bill-period-not-over' })
  })

  // requirement of Bills and payments: A bill run of the accounts of a billing cycle | /billing/billRuns | POST /prod-api/business/billRun
  it('is for the accounts whose price has a billing cycle of so many months', async () => {
    const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
    const scheme = { priceSchemeName: 'Gardens', billingMonths: 3, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
    const { priceSchemeId } = (await ask('POST', 'priceScheme', scheme)).data
    await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
    const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: '2026-01-05T08:00:00Z' }
    expect(await ask('POST', 'customer', { ...account, accountNo: 'R-9', priceScheme: 'Households' })).toMatchObject({ code: 200 })
    const assigned = { priceScheme: 'Gardens', effectiveFrom: '2026-02-01', reason: 'waters a garden' }
    expect(await ask('PUT', 'customer/R-9/priceScheme', assigned)).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const run = await previewed({ scope: '4', billingMonths: 3 })
    expect(run).toMatchObject({ scopeTitle: '3', accounts: 1, held: 1 })
    expect(await accountsOf(run, '0')).toMatchObject([{ accountNo: 'R-9' }])
    expect(await previewed({ scope: '4', billingMonths: 1 })).toMatchObject({ accounts: 4 })
    expect(await start({ scope: '4', billingMonths: 2 })).toMatchObject({ reason: 'bill-run-empty' })
    expect(await start({ scope: '4' })).toMatchObject({ reason: 'bill-run-scope-incomplete' })
    expect(await ask('PUT', 'customer/R-9/cancel', { reason: 'was opened by mistake' })).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
  })

  // requirement of Bills and payments: A bill run that was stopped goes on, and bills no account twice | /billing/billRuns | PUT /prod-api/business/billRun/post/:billRunNo
  it('issues the bills as they were previewed, once, and a later run counts them as billed before', async () => {
    const { billRunNo, runId } = await previewed({ scope: '3', accountNos: ['R-1', 'R-2', 'R-3'] })
    expect(await act('pause', billRunNo)).toMatchObject({ reason: 'bill-run-not-running' })
    expect(await act('post', billRunNo)).toMatchObject({ code: 200 })
    expect(await act('post', billRunNo)).toMatchObject({ code: 200 })
    const run = await arriveAt(billRunNo, '4')
    expect(run).toMatchObject({ phase: '1', accounts: 3, billed: 2, held: 1, totalMinor: 2 * 1635, preview: { billed: 2, held: 1 } })
    const bills = (await ask('GET', 'bill/list')).rows
    expect(bills).toMatchObject([{ totalMinor: 1635, dueOn: run.dueOn, litres: 7430 }, { totalMinor: 1635 }])
    // Another process begins the run anew from its last page: everything is done already.
    await workOnRun({ ...running, logger: console }, { tenant, runId }, new AbortController().signal)
    expect((await ask('GET', 'bill/list')).total).toBe(2)
    const history = await (await running.ask(tenant, { method: 'GET', url: `/api/v1/bill-runs/${billRunNo}/history` })).json()
    expect(history.rows.map(({ step }: { step: string }) => step)).toEqual(['finished', 'posted', 'previewed', 'started'])
    const payload = { billRunNo }
    const printed = await running.ask(tenant, { method: 'POST', url: '/prod-api/business/bill/print', payload })
    const pages = await readPdfText(printed.rawPayload)
    expect(['R-1', 'R-2', 'R-3'].map((accountNo) => pages.some((page) => page.includes(accountNo)))).toEqual([true, true, false])

    const again = await previewed()
    expect(again).toMatchObject({ billed: 1, billedBefore: 2, held: 2 })
    await act('post', again.billRunNo)
    expect(await arriveAt(again.billRunNo, '4')).toMatchObject({ billed: 1, billedBefore: 2, held: 2, totalMinor: 1635 })
  })

  // requirement of Bills and payments: A bill run that is paused goes on behind its last page | /billing/billRuns | PUT /prod-api/business/billRun/resume/:billRunNo
  it('goes on behind its last page after it was paused', async () => {
    const { billRunNo, runId } = await previewed({ scope: '3', accountNos: ['R-1', 'R-4'] })
    expect(await act('resume', billRunNo)).toMatchObject({ reason: 'bill-run-not-paused' })
    const parts = { ...running, logger: console }
    // A page for each account.
    await act('post', billRunNo)
    await workOnRun(parts, { tenant, runId }, new AbortController().signal, 1)
    expect(await arriveAt(billRunNo, '4')).toMatchObject({ accounts: 2, billedBefore: 1, held: 1 })
    expect(await act('post', 999_999)).toMatchObject({ code: 404 })
  })

  // requirement of Bills and payments: At most ten bill runs are not finished | /billing/billRuns | POST /prod-api/business/billRun
  it('is one of ten that are not finished, and waits until one of them is or is paused', async () => {
    const runIds = Array.from({ length: 10 }, () => randomUUID())
    const everyone = { scope: '0' as const, partitionId: null, meterGroupId: null, accountNos: [], scopeTitle: '' }
    // Begun elsewhere: no process of this test works on them.
    for (const runId of runIds)
      await executeCommand(running.log, {
        ...{ decider: billRunDecider, tenant, actor: 'user:clerk' },
        command: { type: 'StartBillRun', runId, firstMonth: month, lastMonth: month, ...everyone, total: 5 },
        context: { now: new Date().toISOString(), actor: 'user:clerk', timeZone: 'Europe/Rome' },
      })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const payload = { runId: randomUUID(), firstMonth: month, lastMonth: month }
    const url = '/prod-api/business/billRun'
    for (const language of languages) {
      const refused = (await running.ask(tenant, { method: 'POST', url, payload, headers: { language } })).json()
      expect(refused).toMatchObject({ reason: 'bill-runs-full', msg: expect.stringContaining('10') })
    }
    const [{ billRunNo }] = (await ask('GET', 'billRun/list?status=0')).rows
    expect(await act('pause', billRunNo)).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect(await start()).toMatchObject({ code: 200 })
  })

  // requirement of Bills and payments: A bill run bills each holder of an account that was transferred within its months | /billing/billRuns | PUT /prod-api/business/billRun/post/:billRunNo
  it('bills each holder of an account that was transferred within the months', async () => {
    await running.ask(tenant, { method: 'POST', url: '/api/v1/meters', payload: { meters: [meterOf('m6')] } })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    const opened = { accountNo: 'R-6', meterNo: 'm6', priceScheme: 'Households', openedAt: '2026-01-05T08:00:00Z' }
    expect(await ask('POST', 'customer', { ...holder, ...opened })).toMatchObject({ code: 200 })
    await running.report(tenant, 'm6', '2026-02-28T23:00:00Z', registers)
    await waitForViews(running.pool, await running.log.head(), 30_000)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T09:00:00Z') })
    const moved = { reason: 'house sold', closingRegisterCubicMetres: 2.5 }
    expect(await ask('PUT', 'customer/R-6/transfer', { ...holder, customerName: 'Zhao Min', ...moved })).toMatchObject({ code: 200 })
    vi.useRealTimers()
    await waitForViews(running.pool, await running.log.head(), 30_000)

    const selection = { scope: '3', accountNos: ['R-6'] }
    const { billRunNo, runId, litres, totalMinor } = await previewed(selection)
    await act('post', billRunNo)
    expect(await arriveAt(billRunNo, '4')).toMatchObject({ accounts: 1, billed: 1, held: 0, litres, totalMinor })
    const bills = (await ask('GET', 'bill/list?accountNo=R-6&orderByColumn=periodFrom&isAsc=asc')).rows
    expect(bills).toMatchObject([
      { billType: '4', periodFrom: '2026-03-01', periodTo: '2026-03-11' },
      { billType: '0', periodFrom: '2026-03-11', periodTo: '2026-04-01' },
    ])
    expect(bills.reduce((sum: number, bill: { litres: number }) => sum + bill.litres, 0)).toBe(litres)
    expect(litres).toBe(7430)
    await workOnRun({ ...running, logger: console }, { tenant, runId }, new AbortController().signal)
    expect((await ask('GET', 'bill/list?accountNo=R-6')).total).toBe(2)
    expect(await previewed(selection)).toMatchObject({ accounts: 1, billed: 0, billedBefore: 1 })
  })

  // requirement of Surcharges and debts: The preview of a bill run shows what its bills take beside water | /billing/billRuns | POST /prod-api/business/billRun
  it('previews surcharges and instalments from bills, posts them as lines of the bill, and gives them back with it', async () => {
    await running.ask(tenant, { method: 'POST', url: '/api/v1/meters', payload: { meters: [meterOf('m7')] } })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    const opened = { accountNo: 'R-7', meterNo: 'm7', priceScheme: 'Households', openedAt: '2026-01-05T08:00:00Z' }
    expect(await ask('POST', 'customer', { ...holder, ...opened })).toMatchObject({ code: 200 })
    await running.report(tenant, 'm7', '2026-02-28T23:00:00Z', registers)
    const onBills = { accountNo: 'R-7', enabledDate: '2026-01-01', takenFrom: '1' }
    expect(
      await ask('POST', 'personalSurcharge', { ...onBills, itemName: 'Sewage', method: '0', ratioPercent: 10, vatRate: 6 }),
    ).toMatchObject({
      code: 200,
    })
    const works = { ...onBills, itemName: 'Works', method: '2', frequency: '3', amount: 0.5 }
    expect(await ask('POST', 'personalSurcharge', works)).toMatchObject({ code: 200 })
    const owed = { accountNo: 'R-7', debtId: randomUUID(), debtType: '1', feeName: 'Meter', amount: 30, planSource: '0', planDeductions: 3 }
    const { debtNo } = (await ask('POST', 'debt', owed)).data
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const debt = async () => (await ask('GET', `debt/${debtNo}`)).data

    // Water of 16.35, a tenth of it, 7.43 m³ at 0.50, and a third of 30.00.
    const previewed1 = { totalMinor: 1635 + 164 + 372 + 1000, vatMinor: 149 + 9, amountMinor: 1486 + 155 + 372 + 1000 }
    const run = await previewed({ scope: '3', accountNos: ['R-7'] })
    expect(run).toMatchObject(previewed1)
    expect(await debt()).toMatchObject({ residualMinor: 3000 })
    const single = await ask('POST', 'bill/preview', { accountNo: 'R-7', firstMonth: month, lastMonth: month })
    expect(single.data).toMatchObject({
      totalMinor: previewed1.totalMinor,
      charges: [{ name: 'Sewage' }, { name: 'Works' }, { name: 'Meter' }],
    })
    await act('post', run.billRunNo)
    expect(await arriveAt(run.billRunNo, '4')).toMatchObject({ billed: 1, ...previewed1 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const [bill] = (await ask('GET', 'bill/list?accountNo=R-7')).rows
    expect(bill).toMatchObject({ ...previewed1, openMinor: previewed1.totalMinor })
    expect(bill.charges.map((line: { name: string; amountMinor: number }) => [line.name, line.amountMinor])).toEqual([
      ['Sewage', 164],
      ['Works', 372],
      ['Meter', 1000],
    ])
    expect(await debt()).toMatchObject({ residualMinor: 2000, remainingDeductions: 2 })
    expect((await ask('GET', 'debtRecord/list?accountNo=R-7')).rows).toMatchObject([{ kind: '2', transactionMinor: 1000 }, { kind: '0' }])
    expect((await ask('GET', 'personalSurcharge/list?accountNo=R-7&itemName=Sewage')).rows).toMatchObject([{ lastDeductionMinor: 164 }])

    const pdf = Buffer.from((await running.ask(tenant, { method: 'GET', url: `/prod-api/business/bill/pdf/${bill.billNo}` })).rawPayload)
    const paper = (await readPdfText(pdf)).join(' ')
    for (const said of ['Sewage', 'Works', 'Meter', 'Previous balance', 'To pay in all']) expect(paper).toContain(said)
    const compared = await ask('GET', `bill/compare/${bill.billNo}`)
    expect(compared.data.bill).toMatchObject({ chargesMinor: 1536, correctionsMinor: 0 })
    expect((await ask('POST', 'bill/rebill/preview', { accountNo: 'R-7' })).data.bills).toEqual([])
    const calculation = await ask('GET', `bill/calculation/${bill.billNo}`)
    expect(calculation.data.account).toEqual({ previousMinor: 0, sinceMinor: 0, billMinor: previewed1.totalMinor })

    const credit = { adjustmentId: randomUUID(), amount: previewed1.totalMinor / 100, reason: 'wrong meter' }
    expect(await ask('PUT', `bill/credit/${bill.billNo}`, credit)).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect(await debt()).toMatchObject({ residualMinor: 3000, remainingDeductions: 3, status: '0' })
    expect((await ask('GET', 'personalSurcharge/list?accountNo=R-7&itemName=Sewage')).rows).toMatchObject([{ lastDeductionMinor: null }])
    expect(await previewed({ scope: '3', accountNos: ['R-7'] })).toMatchObject(previewed1)
    expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  })
})
