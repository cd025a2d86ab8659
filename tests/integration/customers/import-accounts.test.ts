import { utils, write } from '@e965/xlsx'
import { accountRowsMax } from '@nightflow/schemas/customers/import-accounts'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { buildCity } from '@nightflow/simulator/city'
import { openAccounts } from '@nightflow/simulator/open-accounts'
import { registerCity } from '@nightflow/simulator/register-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { byForm } from '../../support/full-form.ts'

const path = '/prod-api/business/customer'
let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('accounts_import')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const meters = ['8001', '8002'].map((number) => ({ number }))
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
})
afterAll(() => running.stop())

const fields = ['accountNo', 'customerName', 'telephone', 'address', 'meterNo', 'waterUse', 'meterType', 'idNumber', 'openedOn']
const send = (rows: readonly unknown[][], mode: 'preview' | 'good' | 'all', bookType: 'xlsx' | 'biff8' = 'xlsx'): Promise<Enveloped> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([fields, ...rows.map((row) => [...row])]), 'Accounts')
  const bytes = write(book, { type: 'buffer', bookType, compression: true }) as Buffer
  const file = multipartOf('file', bytes, { fileName: 'accounts', mediaType: 'application/octet-stream', fields: { mode } })
  return office.call({ method: 'POST', url: `${path}/importData`, token, ...file })
}
const outcomeOf = async (sent: Promise<Enveloped>): Promise<ImportOutcome> => {
  const answer = await sent
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return answer.data as ImportOutcome
}
const total = async (): Promise<number> => ((await office.call({ url: `${path}/list`, token })) as unknown as { total: number }).total

const good = [
  ['1001', 'Li Na', '13800138000', '8 Mill Lane', '8001', 'Domestic', 'NB-IoT', '110101199003078888', '2026-03-01'],
  ['1002', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', ''],
]
const bad = [
  ['1002', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', ''],
  ['1003', 'L', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', ''],
  ['1004', 'Wang Wei', '139', '9 Mill Lane', '', '', 'NB-IoT', ''],
  ['1005', 'Wang Wei', '13900139000', '9 Mill Lane', '8001', '', 'NB-IoT', ''],
  ['1006', 'Wang Wei', '13900139000', '9 Mill Lane', '', 'Industrial', 'NB-IoT', ''],
  ['1007', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'LoRaWAN', ''],
  ['', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', ''],
  ['1008', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', '12'],
  ['1009', 'Wang Wei', '13900139000', '9 Mill Lane', '', '', 'NB-IoT', '', '2999-01-01'],
]

// requirement of Customers: Batch opening from xls and xlsx, row-by-row errors | /customer/accounts | POST /prod-api/business/customer/importData
test('a preview names each wrong cell by row and column, and opens nothing', async () => {
  const outcome = await outcomeOf(send([...good, ...bad], 'preview'))
  expect(outcome).toMatchObject({ total: 11, good: 2, imported: 0 })
  expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual(
    expect.arrayContaining([
      [4, 'accountNo'],
      [5, 'customerName'],
      [6, 'telephone'],
      [7, 'meterNo'],
      [8, 'waterUse'],
      [9, 'meterType'],
      [10, 'accountNo'],
      [11, 'idNumber'],
      [12, 'openedOn'],
    ]),
  )
  expect(await total()).toBe(0)
})

// requirement of Customers: Batch opening leaves nothing half done | /customer/accounts | POST /prod-api/business/customer/importData
test('nothing half done: one wrong row keeps all others out', async () => {
  expect(await outcomeOf(send([...good, bad[1]!], 'all'))).toMatchObject({ imported: 0 })
  expect(await total()).toBe(0)
})

test('the rows of an xls are opened with their meters, from the local day that a row says; the same rows again are refused', async () => {
  expect(await outcomeOf(send(good, 'all', 'biff8'))).toMatchObject({ imported: 2 })
  const account = (await office.call({ url: `${path}/1001`, token })).data
  expect(account).toMatchObject({ customerName: 'Li Na', meterNo: '8001', meterType: 'NB-IoT', idNumber: '110101199003078888' })
  expect(account).toMatchObject({ openedAt: '2026-02-28T23:00:00.000Z' })
  expect(await outcomeOf(send(good, 'all'))).toMatchObject({ imported: 0, good: 0 })
})

// requirement of Customers: Batch supports individuals and one meter type | /customer/accounts | POST /prod-api/business/customer/batch
// requirement of Customers: Batch opening by form: individuals with one meter type, all or none | /customer/accounts | POST /prod-api/business/customer/batch
test('a form opens several individuals with meters of one type, all or none', async () => {
  const holder = { telephone: '13800138000', address: '8 Mill Lane' }
  const open = async (accounts: object[]) =>
    (await office.call({ method: 'POST', url: `${path}/batch`, token, payload: { accounts } })).data as {
      opened: number
      refused: object[]
    }
  const before = await total()
  const one = { ...holder, accountNo: '2001', customerName: 'Zhao Min', meterNo: '8002' }
  expect(
    await open([one, { ...one, accountNo: '2002' }, { ...one, accountNo: '2003', meterNo: undefined, natureOfUse: '1' }]),
  ).toMatchObject({
    opened: 0,
    refused: [
      { row: 2, code: 'meter-twice-in-sheet' },
      { row: 3, code: 'batch-domestic-only' },
    ],
  })
  expect(await total()).toBe(before)
  expect(await open([one, { ...one, accountNo: '2002', meterNo: undefined }])).toMatchObject({ opened: 2, refused: [] })
})

test('the demo city’s customers get an account each, once', async () => {
  const baseUrl = await running.api.listen({ port: 0, host: '127.0.0.1' })
  const city = buildCity({ seed: 3, timeZone: 'Asia/Shanghai', meters: 60 })
  const order = { baseUrl, token: running.tokenOf('south'), city }
  await registerCity(order)
  await openAccounts(order)
  const [first] = (await running.ask('south', { url: `${path}/list?status=1` })).json<Enveloped>().rows as { accountNo: string }[]
  const unfreeze = { method: 'PUT' as const, url: `${path}/${first!.accountNo}/unfreeze`, payload: { reason: 'paid' } }
  expect((await running.ask('south', unfreeze)).json()).toMatchObject({ code: 200 })
  await openAccounts(order)
  const customers = city.meters.filter(({ role, registered }) => role === 'sub' && registered)
  const listed = await running.ask('south', { url: `${path}/list` })
  expect(listed.json()).toMatchObject({ total: customers.length })
  const rowsOf = async (query: string) =>
    (await running.ask('south', { url: `${path}/list?pageSize=100&${query}` })).json<Enveloped>().rows as { accountNo: string }[]
  const [frozen, cancelled, all] = await Promise.all(['status=1', 'status=2', ''].map(rowsOf))
  expect(frozen!.length).toBeGreaterThan(0)
  expect(cancelled!.length).toBeGreaterThan(0)
  const stories = await Promise.all(
    all!.map(async ({ accountNo }) => {
      const history = await running.ask('south', { url: `${path}/${accountNo}/history` })
      return (history.json<Enveloped>().data as { rows: { step: string }[] }).rows.map(({ step }) => step)
    }),
  )
  const times = (step: string) => stories.flat().filter((told) => told === step).length
  expect({
    frozen: times('frozen'),
    transferred: times('transferred'),
    cancelled: times('cancelled'),
    attached: times('attachmentAdded'),
  }).toEqual({
    // A change that a person has taken back since is not repeated.
    frozen: frozen!.length + 1,
    transferred: 10,
    cancelled: cancelled!.length,
    attached: 12,
  })
})

const rows = byForm({ full: accountRowsMax, short: 1_000 })

test(`${rows} rows are imported within half a minute, with numbers that are counted up in the order of the rows`, async () => {
  await running.pool.query(`update platform.tenants set settings = settings || '{"accountNoGenMode": "1"}' where code = 'north'`)
  const many = Array.from({ length: rows }, (_, nth) => ['', `Customer ${nth}`, '13800138000', `${nth} Mill Lane`])
  const begun = performance.now()
  expect(await outcomeOf(send(many, 'all'))).toMatchObject({ imported: rows })
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect((await office.call({ url: `${path}/00000001`, token })).data).toMatchObject({ customerName: 'Customer 0' })
})
