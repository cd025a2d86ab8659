import { randomUUID } from 'node:crypto'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { byForm } from '../support/full-form.ts'
import { type ServerProcess, startRoleProcess, temporaryStateFolder } from '../support/process/server-process.ts'

const rowCount = byForm({ full: 20_000, short: 6_000 })
const exportsOfPerson = 3
const people = ['ada', 'ben', 'cleo', 'dan']
const p95AllowedMilliseconds = { read: 500, payment: 1_000 }
const idleCalls = 20

let running: RunningApi
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
/** API and worker in one process, as by default. */
let server: ServerProcess

beforeAll(async () => {
  running = await startApi('worker_saturated')
  await running.stopWorker()
  folder = await temporaryStateFolder()
  await running.pool.query(
    `insert into platform.login_log (tenant, username, address, outcome, client)
     select tenant, 'person ' || n, '192.0.2.1', 'accepted', 'a browser of some kind'
     from unnest(array['north', 'south']) tenant, generate_series(1, $1::int) n`,
    [rowCount],
  )
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: '2026-02-05T08:00:00Z' }
  await running.ask('north', { method: 'POST', url: '/prod-api/business/customer', payload: { ...holder, accountNo: 'S-1' } })
  server = await startRoleProcess('api,worker', { stateFolder: folder.path, databaseUrl: running.pool.options.connectionString! })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await running?.stop()
  await folder?.remove()
})

const call = async (tenant: string, path: string, payload?: object, person = 'admin'): Promise<unknown> => {
  const headers = { authorization: `Bearer ${running.tokenOf(tenant, 'admin', person)}`, 'content-type': 'application/json' }
  const body = payload && JSON.stringify(payload)
  const answer = await fetch(server.baseUrl + path, { method: payload ? 'POST' : 'GET', headers, ...(body !== undefined && { body }) })
  return answer.json()
}

const calls = {
  read: () => call('south', '/prod-api/system/notice/list'),
  payment: () => call('north', '/prod-api/business/payment', { accountNo: 'S-1', paymentId: randomUUID(), amount: 5 }),
}
type Timed = Record<keyof typeof calls, number[]>

/** Milliseconds of each call, one every 50 ms for as long as `goesOn` says so. */
const timeCalls = async (goesOn: () => boolean): Promise<Timed> => {
  const timed: Timed = { read: [], payment: [] }
  const waiting: Promise<void>[] = []
  for (let nth = 0; goesOn(); nth += 1) {
    const name = nth % 2 === 0 ? 'read' : 'payment'
    const startedAt = performance.now()
    const answered = calls[name]().then((answer) => {
      expect(answer).toMatchObject({ code: 200 })
      timed[name].push(performance.now() - startedAt)
    })
    waiting.push(answered)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await Promise.all(waiting)
  return timed
}

const p95 = (milliseconds: readonly number[]): number =>
  milliseconds.toSorted((one, other) => one - other)[Math.floor(milliseconds.length * 0.95)]!

const jobs = async (status: string): Promise<number> => {
  const { rows } = await running.pool.query<{ count: number }>('select count(*)::int as count from platform.jobs where status = $1', [
    status,
  ])
  return rows[0]!.count
}

// requirement of Bills and payments: Reads and payments answer while the worker has more jobs than it can run | – | POST /prod-api/business/payment
test('reads and payments answer in time while the worker has more jobs than it can run', async () => {
  let left = idleCalls
  const idle = await timeCalls(() => left-- > 0)
  const wanted = { path: '/prod-api/system/logininfor/export', request: {} }
  const started = ['north', 'south'].flatMap((tenant) => people.map((person) => ({ tenant, person })))
  for (const { tenant, person } of started) {
    for (let nth = 0; nth < exportsOfPerson; nth += 1)
      expect((await call(tenant, '/api/v1/exports', wanted, person)) as ExportJob).toMatchObject({ status: 'waiting' })
  }
  const running = { samples: 0, full: 0 }
  let isBusy = true
  const watching = (async () => {
    while (isBusy) {
      running.samples += 1
      if ((await jobs('running')) === 2) running.full += 1
      isBusy = (await jobs('waiting')) > 0
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const busy = await timeCalls(() => isBusy)
  await watching
  const total = started.length * exportsOfPerson
  for (const name of ['read', 'payment'] as const) {
    console.info(
      `${name}s beside ${total} exports of ${rowCount} rows: p95 ${p95(busy[name]).toFixed(0)} ms of ${busy[name].length}, limit ${p95AllowedMilliseconds[name]} ms, without jobs ${p95(idle[name]).toFixed(0)} ms`,
    )
    expect(p95(busy[name])).toBeLessThan(p95AllowedMilliseconds[name])
  }
  // Both places of the worker were taken nearly always: of both tenants, whose turns are fair.
  expect(running.full / running.samples).toBeGreaterThan(0.5)
  await expect.poll(() => jobs('succeeded'), { interval: 100 }).toBe(total)
}, 300_000)
