import { utils, type WorkSheet, write } from '@e965/xlsx'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { importRowsMax } from '@nightflow/schemas/shared/import'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/customerType'
const heads = { customerTypeName: 'Nom', status: 'État', remark: 'Remarque' }
const head = Object.values(heads)

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('plain_import')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(() => running.stop())

const bookOf = (sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Types')
  return write(book, { type: 'buffer', bookType }) as Buffer
}
const sheetOf = (rows: readonly (readonly unknown[])[], bookType?: 'xlsx' | 'biff8') =>
  bookOf(utils.aoa_to_sheet(rows.map((row) => [...row])), bookType)

const send = (bytes: Buffer, { mode = 'all', language = 'fr', by = token, more = {} } = {}): Promise<Enveloped> =>
  office.call({
    method: 'POST',
    url: `${path}/importData`,
    token: by,
    language,
    ...multipartOf('file', bytes, {
      fileName: 'types.xlsx',
      mediaType: 'application/octet-stream',
      fields: { mode, heads: JSON.stringify(heads), ...more },
    }),
  })
const outcomeOf = ({ data, ...rest }: Enveloped): ImportOutcome => {
  expect(rest.code, JSON.stringify(rest)).toBe(200)
  return data as ImportOutcome
}
const kept = async (): Promise<string[]> =>
  (
    await running.pool.query(
      `select customer_type_name as name from platform.customer_types where tenant = 'north' order by customer_type_id`,
    )
  ).rows.map(({ name }) => name)

test('the template has the heads of its reader, and the words of the choices', async () => {
  const answer = await running.api.inject({
    method: 'POST',
    url: `${path}/importTemplate`,
    payload: new URLSearchParams({ heads: JSON.stringify(heads) }).toString(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.headers['content-disposition']).toContain('customer-types-template.xlsx')
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('a good file of either format is written, with the words of the dictionary', async () => {
  const rows = [head, ['Résidentiel', 'Actif', ''], ['Industriel', '1', 'gros consommateurs']]
  expect(outcomeOf(await send(sheetOf(rows)))).toMatchObject({ total: 2, good: 2, imported: 2, updated: 0, problems: [], ignoredHeads: [] })
  expect(outcomeOf(await send(sheetOf([head, ['Agricole']], 'biff8')))).toMatchObject({ imported: 1 })
  expect(await kept()).toEqual(['Résidentiel', 'Industriel', 'Agricole'])
  const { rows: written } = await running.pool.query(
    'select status, remark, create_by from platform.customer_types order by customer_type_id',
  )
  expect(written.slice(0, 2)).toEqual([
    { status: '0', remark: null, create_by: 'admin' },
    { status: '1', remark: 'gros consommateurs', create_by: 'admin' },
  ])
})

test('bad rows are named by cell in the reader’s language, and nothing is written unless the import of the good rows is chosen', async () => {
  const before = await kept()
  const rows = [head, ['Public', 'Actif', 'x'.repeat(101)], ['', 'Actif', ''], ['École', 'Peut-être', ''], ['Hôpital', '', '']]
  const answer = await send(sheetOf(rows))
  const outcome = outcomeOf(answer)
  expect(outcome).toMatchObject({ total: 4, good: 1, imported: 0 })
  expect(outcome.problems.map(({ row, column, cell }) => [row, column, cell])).toEqual([
    [2, 'remark', 'C2'],
    [3, 'customerTypeName', 'A3'],
    [4, 'status', 'B4'],
  ])
  expect(outcome.problems[1]?.message).toMatch(/Remplissez/)
  expect(answer.msg).toContain('Cellule A3')
  expect(await kept()).toEqual(before)
  const chinese = outcomeOf(await send(sheetOf(rows), { language: 'zh-CN', mode: 'preview' }))
  expect(chinese.problems.every(({ message }) => /\p{Script=Han}/u.test(message))).toBe(true)
  expect(outcomeOf(await send(sheetOf(rows), { mode: 'good' }))).toMatchObject({ imported: 1 })
  expect(await kept()).toEqual([...before, 'Hôpital'])
})

// requirement of Customers: Customer type name unique | /customer/customerType | POST /prod-api/business/customerType
test('a name that the file has twice, or the list has already, is refused at its own cell', async () => {
  const before = await kept()
  const outcome = outcomeOf(await send(sheetOf([head, ['Port'], ['Gare'], ['Port'], ['Hôpital']]), { mode: 'preview' }))
  expect(outcome.problems.map(({ cell, value }) => [cell, value])).toEqual([
    ['A4', 'Port'],
    ['A5', 'Hôpital'],
  ])
  expect(outcome.good).toBe(2)
  expect(await kept()).toEqual(before)
})

test('a file whose heads are all unknown is refused, and one unknown head is named', async () => {
  const answer = await send(
    sheetOf([
      ['Bogus', 'Other'],
      ['a', 'b'],
    ]),
  )
  expect(answer).toMatchObject({ reason: 'spreadsheet-heads-unknown', msg: textOfRejection(rejected('spreadsheet-heads-unknown'), 'fr') })
  const outcome = outcomeOf(
    await send(
      sheetOf([
        ['Nom', 'Remarqe'],
        ['Marché', 'lost'],
      ]),
      { mode: 'preview' },
    ),
  )
  expect(outcome).toMatchObject({ good: 1, ignoredHeads: ['Remarqe'] })
})

test('a formula counts as its computed value, and a text that looks like one stays text', async () => {
  const sheet = utils.aoa_to_sheet([head, ['x'], ['=1+1'], ['']])
  sheet.A2 = { t: 's', f: '"Caserne"&""', v: 'Caserne' }
  // Never computed: there is no value to import.
  sheet.A4 = { t: 'n', f: '1+1' }
  sheet.C4 = { t: 's', v: 'remarque' }
  const outcome = outcomeOf(await send(bookOf(sheet), { mode: 'good' }))
  expect(outcome).toMatchObject({ total: 3, imported: 2 })
  expect(outcome.problems.map(({ cell }) => cell)).toEqual(['A4'])
  expect((await kept()).slice(-2)).toEqual(['Caserne', '=1+1'])
})

// requirement of Customers: Imports take xls and xlsx of 5 MB at most | /customer/customerType | POST /prod-api/business/customerType/importData
test('too many rows, too many bytes and other kinds of file are refused, and nothing is written', async () => {
  const before = await kept()
  const rows = Array.from({ length: importRowsMax + 1 }, (_, nth) => [`Type ${nth}`])
  expect(await send(sheetOf([head, ...rows]))).toMatchObject({ reason: 'too-large' })
  expect(await send(Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({ reason: 'too-large' })
  expect(await send(Buffer.from('Nom,État\nPort,Normal\n'))).toMatchObject({ reason: 'unsupported-media-type' })
  expect(await send(sheetOf([head, ['Port']]), { more: { updateSupport: '1' } })).toMatchObject({ reason: 'request-invalid' })
  expect(await kept()).toEqual(before)
})

test('a sheet with as many rows as are allowed is written, and its tenant alone sees them', async () => {
  const rows = Array.from({ length: importRowsMax }, (_, nth) => [`Série ${nth}`])
  expect(outcomeOf(await send(sheetOf([head, ...rows])))).toMatchObject({ imported: importRowsMax })
  const south = await office.logIn('south_admin')
  const list = await office.call({ method: 'GET', url: `${path}/list`, token: south })
  expect(list).toMatchObject({ code: 200, total: 0 })
}, 60_000)

test('a person without the permission to import is refused, and the operation log names the import', async () => {
  const clerk = await office.logIn('clerk')
  expect((await send(sheetOf([head, ['Port']]), { by: clerk })).code).toBe(403)
  const { rows } = await running.pool.query(
    `select outcome, after ->> 'imported' as imported from platform.operation_log where operation = $1 order by id`,
    [`POST ${path}/importData`],
  )
  expect(rows.at(0)).toEqual({ outcome: 'accepted', imported: '2' })
})
