import { utils, write } from '@e965/xlsx'
import { loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi, startWorker } from '../../support/api/running-api.ts'

const path = '/prod-api/business/customer'
let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('import_job')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  await running.pool.query(`update platform.tenants set settings = settings || '{"accountNoGenMode": "1"}' where code = 'north'`)
})
afterAll(() => running.stop())

const rowsOf = (count: number, from = 0): string[][] =>
  Array.from({ length: count }, (_, nth) => [`Customer ${from + nth}`, '13800138000', `${from + nth} Mill Lane`])

/** Starts a job and answers its identifier. */
const begin = async (rows: readonly string[][], mode: 'good' | 'all'): Promise<string> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['customerName', 'telephone', 'address'], ...rows.map((row) => [...row])]), 'Accounts')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
  const fields = { mode, inBackground: 'true' }
  const file = multipartOf('file', bytes, { fileName: 'accounts.xlsx', mediaType: 'application/octet-stream', fields })
  const answer = await office.call({ method: 'POST', url: `${path}/importData`, token, ...file })
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return (answer.data as ImportOutcome).job!
}
const ask = async <Answer>(url: string, { method = 'GET', by = token } = {}): Promise<Answer> =>
  (await running.api.inject({ method: method as 'GET', url, headers: { authorization: `Bearer ${by}` } })).json()
const jobOf = (id: string) => ask<ImportJob>(`/api/v1/import-jobs/${id}`)
const endOf = async (id: string): Promise<ImportJob> => {
  await expect.poll(async () => (await jobOf(id)).status, { interval: 50 }).toMatch(/succeeded|failed/)
  return jobOf(id)
}
const total = async (): Promise<number> =>
  (await running.pool.query<{ count: number }>(`select count(*)::int as count from views.accounts where tenant = 'north'`)).rows[0]!.count

const openedInLog = async (): Promise<number> =>
  (await running.pool.query<{ count: number }>(`select count(*)::int as count from log.events where type = 'customers.AccountOpened'`))
    .rows[0]!.count

// requirement of Customers: Import with progress that survives leaving the page | /customer/accounts | GET /api/v1/import-jobs/:id
test('an import goes on in the background, and its outcome and result file are there afterwards', async () => {
  const ended = await endOf(await begin([...rowsOf(20), ['L', '13800138000', '1 Mill Lane']], 'good'))
  expect(ended).toMatchObject({
    ...{ status: 'succeeded', done: 20, total: 21, refusal: null, canResume: false, fileName: 'accounts.xlsx' },
    outcome: { imported: 20, good: 20, problems: [{ row: 22, column: 'customerName', cell: 'A22' }] },
  })
  expect(await total()).toBe(20)
  const fetched = await running.api.inject({
    method: 'POST',
    url: '/prod-api/common/download',
    payload: new URLSearchParams({ fileName: ended.outcome!.resultFile! }).toString(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([fetched.statusCode, fetched.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect((await ask<{ rows: ImportJob[] }>('/api/v1/import-jobs')).rows.map(({ id }) => id)).toEqual([ended.id])
})

test('all rows or none: one wrong row keeps the others out', async () => {
  const ended = await endOf(await begin([...rowsOf(3, 100), ['L', '13800138000', '1 Mill Lane']], 'all'))
  expect(ended).toMatchObject({ status: 'succeeded', outcome: { imported: 0, good: 3 } })
  expect(await total()).toBe(20)
})

test('another person sees no job and goes on with none', async () => {
  const id = await begin(rowsOf(1, 200), 'all')
  const by = await office.logIn('clerk')
  expect(await ask(`/api/v1/import-jobs/${id}`, { by })).toMatchObject({ code: 'not-found' })
  expect(await ask(`/api/v1/import-jobs/${id}/resume`, { by, method: 'POST' })).toMatchObject({ code: 'not-found' })
  await endOf(id)
  expect(await ask(`/api/v1/import-jobs/${id}/resume`, { method: 'POST' })).toMatchObject({ code: 'not-found' })
})

// requirement of Customers: A restarted import opens no account twice | /customer/accounts | POST /api/v1/import-jobs/:id/resume
test('an import that is cut off by a restart goes on where it was, and opens no account twice', async () => {
  const [before, openedBefore] = [await total(), await openedInLog()]
  const rows = 3_000
  const { pool, servicePool, log } = running
  const id = await begin(rowsOf(rows, 1_000), 'all')
  // The log, because its read model may be written when the last row is.
  await expect.poll(openedInLog, { interval: 5 }).toBeGreaterThan(openedBefore + 10)
  await running.stopWorker()
  expect(await jobOf(id)).toMatchObject({ status: 'waiting', refusal: null, canResume: false })
  // A job that was started as often as it may be waits for its person.
  await pool.query(`update platform.jobs set status = 'failed', refusal = 'unavailable', ended_at = now() where id = $1`, [id])
  expect(await jobOf(id)).toMatchObject({ status: 'failed', refusal: 'unavailable', canResume: true })
  expect(await ask(`/api/v1/import-jobs/${id}/resume`, { method: 'POST' })).toMatchObject({ id })
  const next = startWorker(servicePool.options.connectionString!, log, await loadTokenSecret(pool))
  try {
    expect(await endOf(id)).toMatchObject({ status: 'succeeded', outcome: { imported: rows, problems: [] } })
  } finally {
    await next.stop()
  }
  await expect.poll(total).toBe(before + rows)
  const twice = await pool.query(
    `select address from views.persons join views.accounts on holder_id = person_id group by address having count(*) > 1`,
  )
  expect(twice.rows).toEqual([])
})
