import { utils, write } from '@e965/xlsx'
import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

/** Values that nothing else contains. */
const typed = { customerName: 'Zoë Quillfeather', telephone: '13877775555', address: '77 Oxbow Lane', idNumber: '110101199003079999' }
const secrets = ['Quillfeather', '13877775555', 'Oxbow', '110101199003079999']
const other = { customerName: 'Ottoline Vander', telephone: '13866664444', address: '66 Farnsworth Row' }

const path = '/prod-api/business/customer'
let running: RunningApi
let policies: RunningPolicies
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('personal_values')
  policies = runPolicies(running, [erasePersonalData(running.pool)])
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  office.call({ method, url: `${path}${url}`, token, ...(payload && { payload }) })
const importing = async (rows: readonly (readonly string[])[]): Promise<string> => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['accountNo', 'customerName', 'telephone', 'address'], ...rows.map((row) => [...row])]),
    'A',
  )
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
  const fields = { mode: 'good', inBackground: 'true' }
  const file = multipartOf('file', bytes, { fileName: 'accounts.xlsx', mediaType: 'application/octet-stream', fields })
  const { data } = await office.call({ method: 'POST', url: `${path}/importData`, token, ...file })
  const { job } = data as { job: string }
  const look = () => running.api.inject({ url: `/api/v1/import-jobs/${job}`, headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await look()).json<ImportJob>().status, { interval: 50 }).toBe('succeeded')
  return job
}
const rowsWith = async (table: string, secret: string): Promise<number> =>
  (await running.pool.query(`select count(*)::int as rows from ${table} stored where stored::text like $1`, [`%${secret}%`])).rows[0].rows

// requirement of Customers: Operation log and exports give no personal value without permission | – | POST /prod-api/business/customer/export
test('the operation log masks what was typed of a person, however the account was opened, changed or transferred', async () => {
  expect(await call('POST', '', { accountNo: 'P-1', ...typed, agentName: 'Ben Quillfeather' })).toMatchObject({ code: 200 })
  expect(await call('POST', '/batch', { accounts: [{ accountNo: 'P-2', ...typed }] })).toMatchObject({ code: 200 })
  expect(await call('PUT', '', { accountNo: 'P-1', ...typed, email: 'quillfeather@example.org', reason: 'moved' })).toMatchObject({
    code: 200,
  })
  expect(await call('POST', '', { accountNo: 'P-9', ...other })).toMatchObject({ code: 200 })
  expect(await call('PUT', '/P-9/transfer', { ...typed, reason: 'moved out' })).toMatchObject({ code: 200 })
  await importing([['P-3', typed.customerName, typed.telephone, typed.address]])
  for (const secret of secrets) expect([secret, await rowsWith('platform.operation_log', secret)]).toEqual([secret, 0])
  const { rows } = await running.pool.query(`select subject from platform.operation_log where operation = 'POST ${path}/batch'`)
  expect(rows[0].subject.accounts[0]).toMatchObject({ accountNo: 'P-2', customerName: '(personal data)', telephone: '(personal data)' })
})

test('accounts are exported only with the permission of the export, and read only with that of the list', async () => {
  const admin = clerkAt(office, token)
  const { newRole, worker } = setUpBy(() => admin, office, running.pool)
  const reader = await worker('reader', await newRole('reader', ['customers:account:list']))
  expect(await reader.refused('GET', 'business/customer/list')).toBeUndefined()
  const refusals = [reader.refused('POST', 'business/customer/export', {}), reader.refused('GET', 'business/customer/P-1')]
  expect(await Promise.all(refusals)).toEqual(['permission-missing', 'permission-missing'])
  const auditor = await worker('auditor', await newRole('auditor', ['system:operlog:list']))
  expect(await auditor.refused('GET', 'business/customer/list')).toBe('permission-missing')
  const said = JSON.stringify(await auditor.call('GET', 'system/operlog/list?pageSize=50'))
  for (const secret of secrets) expect(said).not.toContain(secret)
})

test('an erasure removes the cells that imports quoted and the files that they came from', async () => {
  await importing([['P-5', typed.customerName, '12', typed.address]])
  expect(await rowsWith('platform.jobs', 'accounts.xlsx')).toBeGreaterThan(0)
  const { rows } = await running.pool.query<{ person_id: string }>(`select person_id from views.persons where name = $1 limit 1`, [
    typed.customerName,
  ])
  const erased = await running.ask('north', {
    method: 'POST',
    url: `/api/v1/persons/${rows[0]!.person_id}/erasure`,
    payload: { reason: 'asked for it' },
  })
  expect(erased.statusCode, erased.body).toBe(200)
  await expect.poll(() => rowsWith('platform.jobs', 'accounts.xlsx')).toBe(0)
  expect(await rowsWith('platform.files', 'xlsx')).toBe(0)
})
