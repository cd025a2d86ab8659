import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CardBridge, startCardBridge } from '@nightflow/card-bridge/start-card-bridge'
import { newCard } from '@nightflow/card-bridge/virtual-card'
import { finishCardMoney } from '@nightflow/policies/cards/finish-card-money'
import { finishTokenSales } from '@nightflow/policies/prepaid/finish-token-sales'
import { returnTokenMoney } from '@nightflow/policies/prepaid/return-token-money'
import { proveMoney } from '@nightflow/projections/joined/prove-money'
import { type CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { openVendingModules } from '@nightflow/server/vending-modules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardDesk } from '../support/cards/card-desk.ts'
import { chance } from '../support/data/chance.ts'
import type { MoneyOrder } from '../support/database/money-process.ts'
import { byForm } from '../support/full-form.ts'
import { type PayingUtility, startPayingUtility } from '../support/payments/paying-utility.ts'
import { sealedFolderOf } from '../support/prepaid/vending-of-tests.ts'
import { type RunningPolicies, runPolicies } from '../support/running-policies.ts'

const tenant = 'north'
const seed = Number(process.env.NIGHTFLOW_CRASH_SEED ?? Date.now() % 1_000_000)
const random = chance(seed)
/** The full form kills after every statement; the default form once in each path, within this share of its statements: a later run may take fewer. */
const shareOfShortForm = 0.7
const processes = 'crashing-money'
const script = fileURLToPath(new URL('../support/database/money-process.ts', import.meta.url))
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }

let utility: PayingUtility
let vending: Awaited<ReturnType<typeof sealedFolderOf>>
let bridge: CardBridge
let desk: ReturnType<typeof cardDesk>
/** Identifiers of all money that was asked for, by path. */
const asked = new Map<string, string[]>()

const business = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => utility.ask(method, path, payload, tenant)

beforeAll(async () => {
  vending = await sealedFolderOf(tenant)
  utility = await startPayingUtility('money_kills', { openVending: (log) => openVendingModules(log, vending) })
  bridge = await startCardBridge(0)
  desk = cardDesk(bridge.url, business)
  bridge.reader.insert(newCard('0A1B2C3D', CardTechnology.enum.e55, tenant))
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const { priceSchemeId } = await utility.done('POST', 'priceScheme', scheme)
  await utility.done('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  for (const meterNo of ['t1', 'c1']) {
    await utility.running.ask(tenant, {
      method: 'POST',
      url: '/api/v1/meters',
      payload: { meters: [{ number: meterNo, timeZone: 'UTC', caliberMillimetres: 15 }] },
    })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', priceScheme: 'Households' }
    await utility.done('POST', 'customer', { ...holder, accountNo: `A-${meterNo}`, meterNo })
  }
  await utility.done('POST', 'stsMeter', { meterNo: 't1', pan: '600727000000000009', ...generation })
  await utility.seen()
  expect(await desk.carryOut('make', 'A-c1')).toBe(200)
  await utility.stopPolicies()
}, 180_000)
afterAll(async () => {
  await bridge?.stop()
  await utility?.stop()
})

type Requests = Pick<MoneyOrder, 'requests' | 'settles'>

/** A process that does the work, killed after a statement; undefined where it was, otherwise the number of statements that it took. */
const run = async (work: Requests, crashAfter?: number): Promise<number | undefined> => {
  const { connectionString } = utility.running.servicePool.options
  const order = JSON.stringify({ connectionString, vending, ...work, ...(crashAfter !== undefined && { crashAfter }) })
  const child = spawn(process.execPath, [script, order], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
  })
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  )
  // A backend whose client was killed goes on until the server notices.
  const left = 'select from pg_stat_activity where datname = current_database() and application_name = $1'
  while ((await utility.running.pool.query(left, [processes])).rowCount) await sleep(10)
  if (signal === 'SIGKILL') return undefined
  expect(code, printed).toBe(0)
  return Number(/statements (\d+)/.exec(printed)?.[1])
}

const request = (path: string, payload: object) => ({
  ...{ method: 'POST' as const, url: `/prod-api/business/${path}`, payload },
  headers: { authorization: `Bearer ${utility.running.tokenOf(tenant)}`, [ownClientHeader]: 'web' },
})

type Path = {
  name: string
  /** Each statement is a round trip and a place to be killed at; a process that has just started sends no more than these. */
  statementsMax?: number
  /** New work, and what a client does when its process was killed. */
  prepare: (id: string) => Promise<Requests>
  afterKill: (id: string, work: Requests) => Promise<unknown>
  /** Work that was not killed, or was repeated. */
  after?: (id: string) => Promise<unknown>
}

/** The same requests again, of a process that lives. */
const repeat = async ({ requests }: Requests): Promise<void> => {
  for (const each of requests) {
    const answer = await utility.running.api.inject(each)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    if (each.url.startsWith('/prod-api')) expect(answer.json(), each.url).toMatchObject({ code: 200 })
  }
}

/** Work once in peace, which counts its statements, and once for each kill. */
const killAlong = async ({ name, statementsMax, prepare, afterKill, after }: Path): Promise<void> => {
  const ids = [randomUUID()]
  const whole = await run(await prepare(ids[0]!))
  await after?.(ids[0]!)
  expect(whole).toBeGreaterThan(2)
  if (statementsMax !== undefined) expect(whole).toBeLessThanOrEqual(statementsMax)
  const statements = whole ?? 1
  const points = byForm({
    full: Array.from({ length: statements }, (_, nth) => nth + 1),
    short: [1 + Math.floor(random() * statements * shareOfShortForm)],
  })
  let killed = 0
  for (const point of points) {
    const id = randomUUID()
    ids.push(id)
    const work = await prepare(id)
    if ((await run(work, point)) === undefined) {
      killed += 1
      await afterKill(id, work)
    }
    await after?.(id)
    await utility.seen()
  }
  asked.set(name, ids)
  console.info(`${name}: ${statements} statements, killed ${killed} times (seed ${seed})`)
  expect(killed).toBeGreaterThan(0)
}

const callbacks = new Map<string, string>()
describe('a process that is killed with -9 between two statements', () => {
  test('of a recharge', () =>
    killAlong({
      name: 'recharge',
      statementsMax: 22,
      prepare: async (paymentId) => ({ requests: [request('payment', { accountNo: 'A-t1', paymentId, amount: 5 })] }),
      afterKill: async (_, work) => repeat(work),
    }))

  test('of a token, finished by the same request or by the policy', () =>
    killAlong({
      name: 'token',
      statementsMax: 34,
      prepare: async (requestId) => ({
        requests: [request('token/sell', { requestId, accountNo: 'A-t1', meterNo: 't1', panLastFour: '0009', amount: 11, payMethod: '0' })],
      }),
      afterKill: async (id, work) => {
        if (random() < 0.5) await repeat(work)
        else unrepeated.add(id)
      },
    }))

  test('of a callback, which the platform sends again', () =>
    killAlong({
      name: 'callback',
      prepare: async (id) => {
        const { orderNumber, orderId } = await placedOrder()
        callbacks.set(id, orderId)
        utility.sandbox.faults.add('silent')
        await utility.sandbox.pay(orderNumber)
        const { url, headers, body } = utility.sandbox.callbackOf(orderNumber)
        const requests = [{ method: 'POST' as const, url: new URL(url).pathname, headers, payload: body }]
        return { requests, settles: { stream: `${tenant}/billing-account-ACC-1`, orderId } }
      },
      afterKill: async (_, work) => repeat(work),
    }))

  test('of a write of a card, which the desk reads again', () =>
    killAlong({
      name: 'card',
      prepare: async (operationId) => ({
        requests: [request('card/recharge', { operationId, accountNo: 'A-c1', image: await desk.read(), amount: 2 })],
      }),
      afterKill: async (_, work) => repeat(work),
      after: async (operationId) => {
        const pending = ((await desk.show()).data as { pending: { image: CardImage } | null }).pending
        expect(pending).not.toBeNull()
        await desk.write(pending!.image)
        const report = { requests: [request('card/report', { accountNo: 'A-c1', operationId })] }
        await run(report, 1 + Math.floor(random() * 6))
        // Where the report was lost the reading finds the write, and the purchase goes off the card before the next one.
        await desk.show()
        expect(await desk.carryOut('refund', 'A-c1', { reason: 'next purchase' })).toBe(200)
      },
    }))
})

/** Sales that no client repeats. */
const unrepeated = new Set<string>()

const placedOrder = async (): Promise<{ orderNumber: string; orderId: string }> => {
  utility.startPolicies()
  const { orderNo, orderNumber } = await utility.accepted(10)
  const { orderId } = await utility.orderOf(orderNo)
  await utility.stopPolicies()
  return { orderNumber, orderId }
}

/** How often the log has the money of each of these identifiers. */
const timesOf = async (type: string, field: string, ids: readonly string[]): Promise<number[]> => {
  const { rows } = await utility.running.pool.query<{ id: string }>(
    `select data->>'${field}' as id from log.events where type = $1 and data->>'${field}' = any($2)`,
    [type, ids],
  )
  return ids.map((id) => rows.filter((row) => row.id === id).length)
}

// requirement of Money proof: After kills between the statements of recharge, token, callback and card write nothing is lost and nothing doubled | – | –
test('nothing is lost and nothing is doubled, by the proof and by counting', async () => {
  const { running } = utility
  const [pool, log] = [running.servicePool, running.log]
  const modules = openVendingModules(log, vending)
  utility.clock.aheadMilliseconds = 0
  utility.startPolicies()
  const later = { now: () => Date.now() + 120_000 }
  const policies: RunningPolicies = runPolicies(
    { pool, log },
    [finishCardMoney, returnTokenMoney({ log }), finishTokenSales({ pool, log, vending: modules })],
    later,
  )
  const differences = async () => {
    await utility.seen()
    return (await proveMoney({ pool, log, tenant, graceSeconds: -3_600 })).differences
  }
  await expect.poll(differences, { timeout: 60_000, interval: 500 }).toEqual([])
  await policies.stop()
  const paid = [...(asked.get('recharge') ?? []), ...(asked.get('card') ?? [])]
  const times = [
    ...(await timesOf('billing.PaymentReceived', 'paymentId', paid)),
    ...(await timesOf('billing.PaymentReceived', 'bankEntryId', [...callbacks.values()])),
  ]
  // A sale that was killed before it was started, and that no client repeats, is none.
  const begun = await timesOf('prepaid.TokenSaleStarted', 'requestId', asked.get('token') ?? [])
  const sold = (asked.get('token') ?? []).filter((id, nth) => begun[nth] !== 0 || !unrepeated.has(id))
  const tokens = await timesOf('prepaid.TokensIssued', 'requestId', sold)
  const money = [...times, ...tokens, ...(await timesOf('billing.PaymentReceived', 'paymentId', sold))]
  const lost = money.filter((count) => count === 0).length
  const doubled = money.filter((count) => count > 1).length
  console.info(`money of ${money.length} killed and whole requests: lost ${lost}, doubled ${doubled} (seed ${seed})`)
  expect([lost, doubled], `seed ${seed}`).toEqual([0, 0])
}, 120_000)
