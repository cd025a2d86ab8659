import { utils, write } from '@e965/xlsx'
import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type ServerProcess, startMainProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

let running: RunningApi
let office: BackOffice
let token: string
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let worker: ServerProcess | undefined
beforeAll(async () => {
  running = await startApi('worker_role')
  // Jobs run in processes of the role alone.
  await running.stopWorker()
  folder = await temporaryStateFolder()
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  await running.pool.query(`update platform.tenants set settings = settings || '{"accountNoGenMode": "1"}' where code = 'north'`)
})
afterAll(async () => {
  await worker?.end('SIGKILL')
  await running?.stop()
  await folder?.remove()
})

const startWorkerProcess = async (): Promise<ServerProcess> => {
  worker = await startMainProcess('worker', { stateFolder: folder.path, databaseUrl: running.pool.options.connectionString! })
  return worker
}

const ask = async <Answer>(url: string, method: 'GET' | 'POST' = 'GET', payload?: object): Promise<Answer> =>
  (await running.api.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })).json()

const beginImport = async (rows: number): Promise<string> => {
  const customers = Array.from({ length: rows }, (_, nth) => [`Customer ${nth}`, '13800138000', `${nth} Mill Lane`])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['customerName', 'telephone', 'address'], ...customers]), 'Accounts')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
  const fields = { mode: 'all', inBackground: 'true' }
  const file = multipartOf('file', bytes, { fileName: 'accounts.xlsx', mediaType: 'application/octet-stream', fields })
  const answer = await office.call({ method: 'POST', url: '/prod-api/business/customer/importData', token, ...file })
  return (answer.data as ImportOutcome).job!
}

const openedInLog = async (): Promise<number> => {
  const counted = `select count(*)::int as count from log.events where type = 'customers.AccountOpened'`
  return (await running.pool.query<{ count: number }>(counted)).rows[0]!.count
}

test('jobs wait until there is a worker, and its health names them', async () => {
  const { id } = await ask<{ id: string }>('/api/v1/exports', 'POST', { path: '/prod-api/system/user/export' })
  expect(await ask(`/api/v1/exports/${id}`)).toMatchObject({ status: 'waiting' })
  const { baseUrl } = await startWorkerProcess()
  await expect.poll(() => ask(`/api/v1/exports/${id}`)).toMatchObject({ status: 'succeeded' })
  const health = await (await fetch(`${baseUrl}/health/ready`)).json()
  expect(health).toMatchObject({ status: 'ready', roles: ['worker'], jobs: { waiting: 0, running: 0 } })
})

// requirement of Customers: An import whose worker is killed goes on with the next worker and opens no account twice | /customer/accounts | GET /api/v1/import-jobs/:id
test('an import whose worker is killed goes on with the next one, and opens no account twice', async () => {
  const rows = 2_000
  const id = await beginImport(rows)
  await expect.poll(openedInLog, { interval: 5 }).toBeGreaterThan(10)
  await worker!.end('SIGKILL')
  expect(await openedInLog()).toBeLessThan(rows)
  expect(await ask(`/api/v1/import-jobs/${id}`)).toMatchObject({ status: 'running', outcome: null })
  await startWorkerProcess()
  const end = async () => (await ask<ImportJob>(`/api/v1/import-jobs/${id}`)).status
  await expect.poll(end, { interval: 100 }).toBe('succeeded')
  expect(await ask(`/api/v1/import-jobs/${id}`)).toMatchObject({ outcome: { imported: rows, problems: [] } })
  expect(await openedInLog()).toBe(rows)
})
