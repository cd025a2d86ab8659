import { utils, write } from '@e965/xlsx'
import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../support/api/back-office.ts'
import { multipartOf } from '../support/api/pictures.ts'
import { type RunningApi, startApi } from '../support/api/running-api.ts'

/** A utility brings its thousand customers in a spreadsheet, of which forty rows are wrong in four ways. */
const path = '/prod-api/business/customer'
const rows = 1_000
const everyWrong = 25

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('accounts_from_a_spreadsheet')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const meters = Array.from({ length: rows }, (_, nth) => ({ number: String(500_000 + nth) }))
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
})
afterAll(() => running.stop())

const fields = ['accountNo', 'customerName', 'telephone', 'address', 'meterNo', 'idNumber'] as const
const kinds = [
  { column: 'customerName', value: 'L' },
  { column: 'telephone', value: '139' },
  { column: 'meterNo', value: '999999' },
  { column: 'idNumber', value: '12' },
] as const
/** The rows of the spreadsheet that are wrong, as it counts them, and the column of each. */
const wrong = Array.from({ length: rows / everyWrong }, (_, nth) => ({ nth: nth * everyWrong, ...kinds[nth % kinds.length]! }))

const sheet = Array.from({ length: rows }, (_, nth) => {
  const good = {
    ...{ accountNo: `N-${nth}`, customerName: `Customer ${nth}`, telephone: '13800138000', address: `${nth} Mill Lane` },
    ...{ meterNo: String(500_000 + nth), idNumber: '110101199003078888' },
  }
  const found = wrong.find((row) => row.nth === nth)
  const row: Record<(typeof fields)[number], string> = found ? { ...good, [found.column]: found.value } : good
  return fields.map((field) => row[field])
})

const send = async (more: Record<string, string>): Promise<ImportOutcome> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...fields], ...sheet]), 'Accounts')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
  const file = multipartOf('file', bytes, { fileName: 'customers.xlsx', mediaType: 'application/octet-stream', fields: more })
  const answer = await office.call({ method: 'POST', url: `${path}/importData`, token, ...file })
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return answer.data as ImportOutcome
}
/** Runs the import to its end, as the browser does. */
const importing = async (mode: 'good' | 'all'): Promise<ImportOutcome> => {
  const { job } = await send({ mode, inBackground: 'true' })
  const look = async () =>
    (await running.ask('north', { url: `/api/v1/import-jobs/${job}`, headers: { authorization: `Bearer ${token}` } })).json<ImportJob>()
  await expect.poll(async () => (await look()).status, { interval: 100 }).toBe('succeeded')
  return (await look()).outcome!
}
const counts = async (): Promise<{ accounts: number; linked: number; opened: number }> => {
  const { rows: found } = await running.pool.query(
    `select (select count(*)::int from views.accounts) as accounts, (select count(*)::int from views.accounts where meter_no is not null) as linked,
       (select count(*)::int from log.events where type = 'customers.AccountOpened') as opened`,
  )
  return found[0]
}

// requirement of Customers: A thousand accounts from a spreadsheet with forty bad rows | /customer/accounts | POST /prod-api/business/customer/importData
test('the preview names all forty wrong rows by row and column, and opens nothing', async () => {
  const { total, good, problems } = await send({ mode: 'preview' })
  expect([total, good, problems.length]).toEqual([rows, rows - wrong.length, 40])
  expect(problems.map(({ row, column, value }) => ({ row, column, value })).toSorted((one, other) => one.row - other.row)).toEqual(
    wrong.map(({ nth, column, value }) => ({ row: nth + 2, column, value })),
  )
  expect(await counts()).toEqual({ accounts: 0, linked: 0, opened: 0 })
})

test('all or none: with forty wrong rows no account is opened', async () => {
  expect(await importing('all')).toMatchObject({ imported: 0, good: 960 })
  expect(await counts()).toEqual({ accounts: 0, linked: 0, opened: 0 })
})

test('the good rows are opened, each with its meter, and no account is half done', async () => {
  expect(await importing('good')).toMatchObject({ imported: 960, total: rows })
  expect(await counts()).toEqual({ accounts: 960, linked: 960, opened: 960 })
})

test('the corrected spreadsheet opens the forty, and no account twice', async () => {
  for (const { nth, column } of wrong) {
    const corrected = { customerName: `Customer ${nth}`, telephone: '13800138000', meterNo: String(500_000 + nth), idNumber: '' }
    sheet[nth]![fields.indexOf(column)] = corrected[column]
  }
  expect(await importing('good')).toMatchObject({ imported: 40, good: 40 })
  expect(await counts()).toEqual({ accounts: rows, linked: rows, opened: rows })
})
