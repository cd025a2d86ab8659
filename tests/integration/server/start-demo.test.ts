import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartitionList } from '@nightflow/schemas/leakage/night-flow'
import { CaseStage } from '@nightflow/schemas/work-orders/leak-case'
import { tourLines } from '@nightflow/server/demo/tour'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { copyState, fedDemoVariable } from '../../support/demo-state.ts'
import {
  launchServer,
  type ServerProcess,
  startServerProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

type SignIns = { tenant: string; users: { tenant: string; username: string; password: string; role: string }[] }

/** The first menu entry of each person. */
const menus: Record<string, string[]> = {
  analyst: ['/water', '/alarm', '/workOrder', '/device', '/readMeter', '/report', '/audit'],
  clerk: ['/customer', '/billing', '/prepaid', '/card', '/alarm', '/workOrder', '/device', '/readMeter', '/report', '/system'],
  agent: ['/billing', '/system'],
  admin: [
    ...['/water', '/customer', '/billing', '/prepaid', '/card', '/alarm', '/workOrder', '/device'],
    ...['/readMeter', '/report', '/gateway', '/system', '/audit'],
  ],
  trial: ['/water', '/alarm', '/workOrder', '/device', '/readMeter', '/report', '/audit'],
  operator: ['/tenant', '/system', '/audit'],
}

type Router = { path: string; children?: Router[] }
const addressesOf = (routers: readonly Router[], above = ''): string[] =>
  routers.flatMap(({ path, children = [] }) => {
    const address = path.startsWith('/') ? path : `${above}/${path}`
    return [address, ...addressesOf(children, address)]
  })

let stateFolder: { path: string; remove(): Promise<void> }
let server: ServerProcess | undefined
/** Output of the first start of this state folder. */
let firstOutput = ''
/** How long the start took that fed the history: a start that resumes is compared with it, on the same machine beside the same load. */
let feedMilliseconds = 0
const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(join(stateFolder.path, file), 'utf8')) as Content
const query = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: readJson<{ databaseUrl: string }>('server.json').databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the demo utility', () => {
  beforeAll(async () => {
    stateFolder = await temporaryStateFolder()
  })
  afterAll(async () => {
    const code = await server?.end('SIGINT')
    const kept = process.env[fedDemoVariable]
    if (kept && code === 0) copyState(stateFolder.path, kept)
    await stateFolder?.remove()
  })

  test('Ctrl-C while its history is fed ends at once, and the next start goes on and is ready', async () => {
    const first = launchServer(['--state-folder', stateFolder.path, '--no-web'])
    const isFeeding = await waitUntil(async () => {
      const frames = await query<{ count: number }>(
        `select count(*)::int as count from log.events where type = 'metering.ReadingsReported'`,
      ).catch(() => [])
      return (frames[0]?.count ?? 0) > 50
    }, 240_000)
    expect(isFeeding, first.output()).toBe(true)
    const asked = Date.now()
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    firstOutput = first.output()
    expect(Date.now() - asked).toBeLessThan(10_000)
    // Two million readings: on two cores, with other files beside this one, most of two minutes, and twice that on a slow machine.
    const restarted = Date.now()
    server = await startServerProcess(stateFolder.path, ['--no-web'], 480_000)
    feedMilliseconds = Date.now() - restarted
    expect(await (await fetch(`${server.baseUrl}/health/ready`)).json()).toMatchObject({ status: 'ready', demo: 'live' })
  }, 780_000)

  const tokenOf = async (username: string, password: string): Promise<string> => {
    const answer = await fetch(`${server?.baseUrl}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    expect(answer.status, username).toBe(200)
    return ((await answer.json()) as { token: string }).token
  }
  const ask = async <Answer>(token: string, path: string): Promise<Answer> =>
    (await (await fetch(`${server?.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Answer
  const partitionsOf = async (token: string) => (await ask<z.infer<typeof PartitionList>>(token, '/api/v1/partitions')).rows

  test('its people sign in with what the first start alone printed, change nothing first, and see each their own menu', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    expect(users.map(({ role }) => role).toSorted()).toEqual(Object.keys(menus).toSorted())
    for (const { username, password, role } of users) {
      expect(firstOutput).toContain(password)
      expect(server?.output()).not.toContain(password)
      const token = await tokenOf(username, password)
      const { data } = await ask<{ data: Router[] }>(token, '/prod-api/system/menu/getRouters')
      const stops = tourLines('').flatMap((line) => (line.startsWith(`  ${role} `) ? [/ (\/[\w/-]+)/.exec(line)![1]!] : []))
      expect(
        stops.filter((stop) => !addressesOf(data).includes(stop)),
        `the tour of ${role} leads to pages of its menu`,
      ).toEqual([])
      expect(
        data.map(({ path }) => path),
        username,
      ).toEqual(menus[role])
    }
  })

  test('the utility has partitions with figures, and so has the trial beside it', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    for (const { username, password, role } of users.filter(({ role }) => ['analyst', 'admin', 'trial'].includes(role))) {
      const token = await tokenOf(username, password)
      await expect
        .poll(async () => (await partitionsOf(token)).some(({ latest }) => latest?.nightMinimumFlowLitresPerHour), {
          timeout: 60_000,
          interval: 500,
        })
        .toBe(true)
      const roots = (await partitionsOf(token)).filter(({ parentId }) => parentId === null)
      expect(roots, role).toHaveLength(3)
    }
  })

  test('its accounts have price schemes that are published', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    const { username, password } = users.find(({ role }) => role === 'admin')!
    const token = await tokenOf(username, password)
    const rowsOf = async (path: string) => (await ask<{ rows: { priceSchemeName?: string; priceScheme?: string }[] }>(token, path)).rows
    const published = (await rowsOf('/prod-api/business/priceScheme/list?status=1')).map(({ priceSchemeName }) => priceSchemeName)
    expect(published).toHaveLength(4)
    const accounts = await rowsOf('/prod-api/business/customer/list?pageSize=50')
    expect(accounts.filter(({ priceScheme }) => !published.includes(priceScheme))).toEqual([])
    expect(accounts).toHaveLength(50)
  })

  test('the accounts of one partition are billed for a year by bill runs, and the bills are paid, paid in part, credited and unpaid', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    const { username, password } = users.find(({ role }) => role === 'admin')!
    const token = await tokenOf(username, password)
    const totalOf = async (path: string) => (await ask<{ total: number }>(token, `/prod-api/business/${path}`)).total
    expect(await totalOf('bill/list')).toBeGreaterThan(1_000)
    for (const status of ['0', '1', '2']) expect(await totalOf(`bill/list?status=${status}`), status).toBeGreaterThan(5)
    expect(await totalOf('payment/list')).toBeGreaterThan(100)
    expect(await totalOf('debt/list')).toBe(4)
    // Four of Riverbend beside those of the village.
    expect(await totalOf('recharge/list')).toBeGreaterThan(200)
    // Recharges, and the payments of bills by accounts with surcharges.
    expect(await totalOf('deduction/list')).toBeGreaterThan(12)
    const months = await query<{ month: string; accounts: number }>(
      `select left(data->>'periodFrom', 7) as month, count(distinct data->>'accountNo')::int as accounts from log.events where type = 'billing.BillIssued' and data->>'billType' = '0' group by 1`,
    )
    expect(months).toHaveLength(12)
    for (const { accounts, month } of months) expect(accounts, month).toBeGreaterThan(80)
    expect(await totalOf('billRun/list?status=4')).toBe(12)
    expect(await totalOf('bankStatement/list')).toBe(1)
    // Three by each way of naming what is paid; those that name nothing wait for a clerk.
    expect([await totalOf('bankEntry/list?status=1'), await totalOf('bankEntry/list?status=0')]).toEqual([9, 4])
    expect(await query(`select 1 from log.events where type = 'billing.BillCredited'`)).not.toEqual([])
  })

  test('a payment on the public page is made at the sandbox of the demo, and its token comes', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    const { username, password } = users.find(({ role }) => role === 'admin')!
    const token = await tokenOf(username, password)
    const { data } = await ask<{ data: { link: { code: string; address: string } } }>(token, '/prod-api/business/customer/WB-1001/payLink')
    expect(data.link.address).toContain(`${server?.baseUrl}/pay/demo`)
    type Page = { pass: string; platforms: { associationId: number }[]; meters: { meterNo: string }[] }
    type Order = { status: string; payAddress: string | null; token: { digits: string[] } }
    const post = async <Answer>(path: string, body: object): Promise<Answer> => {
      const headers = { 'content-type': 'application/json' }
      return (await (
        await fetch(`${server?.baseUrl}/api/v1/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as Answer
    }
    const { pass, platforms, meters } = await post<Page>('account', { tenant: 'demo', accountNo: 'WB-1001', code: data.link.code })
    const orderId = crypto.randomUUID()
    const choice = { associationId: platforms[0]?.associationId, meterNo: meters[0]?.meterNo, amount: 20 }
    expect(await post('orders', { pass, ...choice, orderId })).toEqual({ orderId })
    const follow = () => post<Order>('order', { tenant: 'demo', orderId })
    await expect.poll(follow, { timeout: 30_000 }).toMatchObject({ payAddress: expect.stringContaining('http://127.0.0.1:') })
    const page = await fetch((await follow()).payAddress!, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'paid', fault: 'twice' }),
    })
    expect(await page.text()).toContain('Back to the utility')
    await expect.poll(follow, { timeout: 30_000 }).toMatchObject({ status: '1', token: { digits: [expect.stringMatching(/^\d{20}$/)] } })
  })

  test('every list of prepayment, payments, agents, billing, alarms and the field has rows of a year', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    const { username, password } = users.find(({ role }) => role === 'admin')!
    const token = await tokenOf(username, password)
    const totalOf = async (path: string) => (await ask<{ total: number }>(token, `/prod-api/${path}`)).total
    const least: Record<string, number> = {
      ...{ 'business/token/list?status=1': 150, 'business/stsMeter/list': 10, 'business/stsRefund/list?refundStatus=1': 1 },
      ...{ 'business/card/list': 7, 'business/cardRecord/list': 70, 'business/burnDown/list': 20, 'business/heldBill/list': 1 },
      ...{ 'business/paymentOrder/list': 13, 'business/paymentOrder/list?status=5': 1, 'business/paymentReconciliation/list?status=0': 1 },
      ...{ 'business/paymentPlatform/list': 1, 'business/platformAssociation/list': 1, 'business/agentSettlement/list': 1 },
      ...{ 'business/leakCase/list': 4, 'business/agentSale/list': 40, 'system/agent/list': 1, 'business/ledger/close/list': 8 },
      ...{ 'report/alarm/processed/list?alarmStatus=2': 15, 'report/alarm/processed/list?alarmStatus=0': 1 },
      ...Object.fromEntries(['0', '1', '2', '3', '4'].map((status) => [`business/workOrder/list?status=${status}`, 1])),
    }
    for (const [path, rows] of Object.entries(least)) expect(await totalOf(path), path).toBeGreaterThanOrEqual(rows)
    const lastDays = (days: number) => {
      const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
      return { from: dayOf(days), to: dayOf(0) }
    }
    const { from, to } = lastDays(88)
    const ofCascades = `business/cascadeAlarm/analysis/list?beginTime=${from}&endTime=${to}`
    expect(await totalOf(ofCascades)).toBeGreaterThanOrEqual(8)
    expect(await totalOf(`${ofCascades}&alarmStatus=2`)).toBeGreaterThanOrEqual(4)
    const detections = await ask<unknown[]>(token, `/api/v1/leakage/detections?from=${from}&to=${to}`)
    expect(detections.length).toBeGreaterThanOrEqual(5)
    // The policy opens cases of new detections every two minutes; those of the past are further.
    for (const stage of CaseStage.exclude(['awareness']).options)
      expect(await totalOf(`business/leakCase/list?stage=${stage}`), stage).toBeGreaterThanOrEqual(1)
    type Alarms = { rows: { alarmTime: string }[] }
    const burst = (await ask<Alarms>(token, '/prod-api/report/alarm/processed/list?eventType=burst&alarmStatus=0')).rows[0]!
    expect(Date.now() - Date.parse(burst.alarmTime)).toBeLessThan(86_400_000)
    const raised = await query<{ days: number; today: number }>(
      `select count(distinct raised_at::date)::int as days, (count(*) filter (where raised_at > now() - interval '1 day'))::int as today
       from views.alarms where tenant = 'demo' and raised_at > now() - interval '30 days'`,
    )
    // The alarms of a month are not all of the day on which the demo was made.
    expect(raised[0]).toMatchObject({
      days: expect.toSatisfy((days: number) => days > 25),
      today: expect.toSatisfy((today: number) => today < 80),
    })
    const aged = await ask<{ rows: Record<string, number>[] }>(token, '/prod-api/business/ledger/agedReceivables/list?pageSize=200')
    for (const bucket of ['currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor'])
      expect(
        aged.rows.some((row) => row[bucket]! > 0),
        bucket,
      ).toBe(true)
    const days = await query<{ days: number }>(
      `select count(distinct recorded_at::date)::int as days from log.events where recorded_at < now() - interval '2 days'`,
    )
    expect(days[0]?.days).toBeGreaterThan(200)
  })

  test('the money of the demo is proved from its events without a difference', async () => {
    const { users } = readJson<SignIns>('demo-sign-ins.json')
    const { username, password } = users.find(({ role }) => role === 'admin')!
    const token = await tokenOf(username, password)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await fetch(`${server?.baseUrl}/api/v1/audit/money-proofs`, { method: 'POST', headers, body: '{}' })
    const newest = async () =>
      (await ask<{ rows: { status: string; parts: { compared: number; differing: number }[] }[] }>(token, '/api/v1/audit/money-proofs'))
        .rows[0]
    await expect.poll(async () => (await newest())?.status, { timeout: 60_000, interval: 500 }).toBe('succeeded')
    const parts = (await newest())!.parts
    expect(parts.filter(({ compared, differing }) => compared === 0 || differing > 0)).toEqual([])
  })

  test('a second start resumes in a third of the time of the feed at most, and sends nothing twice', async () => {
    const repeated = `select count(*)::int as count from (select tenant, data->>'frameId', data->>'gateway' from log.events where type = 'metering.ReadingsReported' group by 1, 2, 3 having count(*) > 1) twice`
    const [before] = await query<{ count: number }>('select count(*)::int as count from log.events')
    expect(await server?.end('SIGINT')).toBe(0)
    const asked = Date.now()
    server = await startServerProcess(stateFolder.path, ['--no-web'])
    expect(Date.now() - asked).toBeLessThan(feedMilliseconds / 3)
    const [after] = await query<{ count: number }>('select count(*)::int as count from log.events')
    expect(after?.count).toBeGreaterThanOrEqual(before?.count ?? 0)
    expect(await query(repeated)).toEqual([{ count: 0 }])
  })
})
