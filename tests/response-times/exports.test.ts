import { read, utils } from '@e965/xlsx'
import { endpoints } from '@nightflow/schemas/endpoints'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'
import { byForm } from '../support/full-form.ts'

/** 52264 is the size that once stopped the service for two minutes; a part of it shows the same in the time that a suite has. */
const rowCount = Number(process.env.NIGHTFLOW_EXPORT_ROWS ?? byForm({ full: 10_000, short: 4_000 }))
const exportsAtOnce = 24
const slowestAllowedMilliseconds = 500

let running: RunningApi
let address: string
const url = '/prod-api/system/logininfor/export'
const headersOf = (tenant: string, person = 'admin') => ({ authorization: `Bearer ${running.tokenOf(tenant, 'admin', person)}` })

const exportAs = async (person: string, signal?: AbortSignal): Promise<{ status: number; type: string; bytes: Buffer }> => {
  const answer = await fetch(`${address}${url}`, { method: 'POST', headers: headersOf('north', person), ...(signal && { signal }) })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) }
}

const rowsIn = (bytes: Buffer): unknown[] => utils.sheet_to_json(Object.values(read(bytes).Sheets)[0]!)

beforeAll(async () => {
  running = await startApi('exports')
  await running.pool.query(
    `insert into platform.login_log (tenant, username, address, outcome, client)
     select 'north', 'person ' || n, '192.0.2.1', 'accepted', 'a browser of some kind' from generate_series(1, $1::int) n`,
    [rowCount],
  )
  address = await running.api.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => running.stop())

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Milliseconds of calls that another tenant makes every 50 ms until `end` settles, in order. */
const callsUntil = async (end: Promise<unknown>): Promise<number[]> => {
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  const calls: Promise<number>[] = []
  const call = async (): Promise<number> => {
    const startedAt = performance.now()
    const answer = await fetch(`${address}/prod-api/system/notice/list`, { headers: headersOf('south') })
    expect(((await answer.json()) as { code: number }).code).toBe(200)
    return performance.now() - startedAt
  }
  while (!isOver) {
    calls.push(call())
    await pause(50)
  }
  await over
  return (await Promise.all(calls)).sort((one, other) => one - other)
}

const json = async (path: string, init: RequestInit = {}, person = 'admin', tenant = 'north') => {
  const headers = { ...headersOf(tenant, person), ...(init.body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(address + path, { ...init, headers })
  return { http: answer.status, ...((await answer.json()) as Partial<ExportJob> & { rows?: unknown }) }
}

const startJob = (person: string, request: object = {}) =>
  json('/api/v1/exports', { method: 'POST', body: JSON.stringify({ path: url, request }) }, person)

/** One listens for sessions, and one for the ends of jobs. */
const listening = 2
const connectionsTaken = () => running.servicePool.totalCount - running.servicePool.idleCount

test('every spreadsheet of a list can be made in the background, as its button asks for', async () => {
  const declared = Object.values(endpoints).flatMap((context) => Object.values(context) as Endpoint[])
  const paths = declared.filter(({ method, path }) => method === 'POST' && path.endsWith('/export')).map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(50)
  const unknown: string[] = []
  for (const [nth, path] of paths.entries()) {
    // The parameters are wrong, so that nothing is made: whether the call is known comes first.
    const body = JSON.stringify({ path, request: { heads: 'no JSON' } })
    if ((await json('/api/v1/exports', { method: 'POST', body }, `walker-${nth}`)).http === 404) unknown.push(path)
  }
  expect(unknown).toEqual([])
})

test('24 exports of one tenant leave the calls of another below half a second', async () => {
  const exporting = Promise.all(Array.from({ length: exportsAtOnce }, (_, n) => exportAs(`person-${n}`)))
  const calls = await callsUntil(exporting)
  const at = (share: number) => calls[Math.min(calls.length - 1, Math.floor(calls.length * share))]!
  console.info(
    `${exportsAtOnce} exports of ${rowCount} rows: ${calls.length} other calls, median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms`,
  )
  expect(at(0.95)).toBeLessThan(slowestAllowedMilliseconds)
  const answers = await exporting
  expect(answers.every(({ type }) => type.includes('spreadsheet'))).toBe(true)
  expect(rowsIn(answers[0]!.bytes)).toHaveLength(rowCount)
  expect(answers.every(({ bytes }) => bytes.equals(answers[0]!.bytes))).toBe(true)
}, 300_000)

test('one person has three exports under way, and a fourth is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => exportAs('eager')))
  const refused = answers.filter(({ type }) => type.includes('json')).map(({ bytes }) => JSON.parse(bytes.toString()))
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ code: 500, reason: 'too-many-exports' })
})

test('an export whose client leaves, waiting or running, gives its place and its connection back', async () => {
  const holder = await running.pool.connect()
  await holder.query('begin; lock table platform.login_log in access exclusive mode')
  const leaving = new AbortController()
  const runs = exportAs('leaver', leaving.signal).catch((error: Error) => error.name)
  const waits = exportAs('other-leaver', leaving.signal).catch((error: Error) => error.name)
  await pause(200)
  leaving.abort()
  expect(await Promise.all([runs, waits])).toEqual(['AbortError', 'AbortError'])
  await holder.query('rollback')
  holder.release()
  await expect.poll(connectionsTaken).toBeLessThanOrEqual(listening)
  expect((await exportAs('leaver')).type).toContain('spreadsheet')
})

test('streams of readings that are left keep no connection, whatever their encoding', async () => {
  const path = '/api/v1/meters/house-1/readings?from=2016-01-01&to=2025-12-31'
  for (const encoding of ['identity', 'gzip', 'br']) {
    const leaving = new AbortController()
    const headers = { ...headersOf('north', `reader-${encoding}`), accept: 'text/csv', 'accept-encoding': encoding }
    const answers = Array.from({ length: 4 }, () => fetch(address + path, { headers, signal: leaving.signal }).catch(() => undefined))
    await pause(30)
    leaving.abort()
    await Promise.all(answers)
  }
  await expect.poll(connectionsTaken).toBeLessThanOrEqual(listening)
})

test('a job says how far it is, and its file is downloaded by its person alone', async () => {
  const started = await startJob('worker', { userName: 'person 1' })
  expect(started).toMatchObject({ status: 'waiting', path: url, rows: 0, file: null })
  let job = started
  await expect
    .poll(async () => {
      job = await json(`/api/v1/exports/${started.id}`, {}, 'worker')
      return job.status
    })
    .toBe('succeeded')
  expect(job).toMatchObject({ fileName: 'sign-ins.xlsx', refusal: null })
  const file = `/prod-api/common/download?fileName=${job.file}`
  const answer = await fetch(address + file, { method: 'POST', headers: headersOf('north', 'worker') })
  expect(rowsIn(Buffer.from(await answer.arrayBuffer()))).toHaveLength(Number(job.rows))
  const other = await fetch(address + file, { method: 'POST', headers: headersOf('north', 'another') })
  expect(await other.json()).toMatchObject({ code: 404 })
  expect((await json('/api/v1/exports', {}, 'worker')).rows).toMatchObject([{ id: started.id, status: 'succeeded' }])
  expect((await json('/api/v1/exports', {}, 'another')).rows).toEqual([])
})

test('a job is cancelled by its person, and a job of what the person may not export is refused', async () => {
  const started = await startJob('canceller')
  expect((await json(`/api/v1/exports/${started.id}`, { method: 'DELETE' }, 'another')).http).toBe(404)
  expect((await json(`/api/v1/exports/${started.id}`, { method: 'DELETE' }, 'canceller')).http).toBe(200)
  expect((await json(`/api/v1/exports/${started.id}`, {}, 'canceller')).status).toBe('cancelled')
  const answer = await fetch(`${address}/api/v1/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.tokenOf('north', 'clerk')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ path: url }),
  })
  expect(answer.status).toBe(403)
  expect((await json('/api/v1/exports', { method: 'POST', body: JSON.stringify({ path: '/prod-api/elsewhere' }) })).http).toBe(404)
})

test('a job whose process was killed is reported as failed', async () => {
  await running.pool.query(
    `insert into platform.jobs (id, tenant, kind, started_by, create_by, path, status, seen_at)
     values (gen_random_uuid(), 'north', 'export', 'user:silent', 'silent', $1, 'running', now() - interval '2 minutes')`,
    [url],
  )
  expect((await json('/api/v1/exports', {}, 'silent')).rows).toMatchObject([{ status: 'failed', refusal: 'unavailable' }])
})
