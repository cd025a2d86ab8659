import { utils, write } from '@e965/xlsx'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('meters_import')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(() => running.stop())

const head = ['Number', 'Address', 'Diameter', 'Valve', 'Latitude']
const heads = { number: 'Number', address: 'Address', caliberMillimetres: 'Diameter', hasValve: 'Valve', latitude: 'Latitude' }
const send = async (rows: readonly unknown[][], mode: 'preview' | 'good' | 'all'): Promise<ImportOutcome> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows.map((row) => [...row])]), 'Meters')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const fields = { mode, heads: JSON.stringify(heads) }
  const file = multipartOf('file', bytes, { fileName: 'meters.xlsx', mediaType: 'application/octet-stream', fields })
  const answer = await office.call({ method: 'POST', url: '/prod-api/business/meter/importData', token, language: 'en', ...file })
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return answer.data as ImportOutcome
}
const numbers = async (): Promise<string[]> =>
  (await running.ask('north', { url: '/api/v1/meters' })).json().rows.map(({ number }: { number: string }) => number)

const good = [
  ['2001', '1 Mill Lane', 15, 'Yes', '46,25'],
  ['2002', '', '', '', ''],
]
const bad = [
  ['20 03', '', '', '', ''],
  ['2002', '', '', '', ''],
  ['2004', '', 'wide', '', ''],
  ['2005', '', '', 'perhaps', ''],
]

test('a preview names each wrong cell and a number that the sheet has twice, and registers nothing', async () => {
  const outcome = await send([...good, ...bad], 'preview')
  expect(outcome).toMatchObject({ total: 6, good: 2, imported: 0 })
  expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual(
    expect.arrayContaining([
      [4, 'number'],
      [5, 'number'],
      [6, 'caliberMillimetres'],
      [7, 'hasValve'],
    ]),
  )
  expect(await numbers()).toEqual([])
})

test('all rows or none: one wrong row keeps the others out', async () => {
  expect(await send([...good, bad[0]!], 'all')).toMatchObject({ imported: 0 })
  expect(await numbers()).toEqual([])
})

// requirement of Meters: Meters are imported with a template and problems by cell | /device/meters | POST /prod-api/business/meter/importData
test('good rows become registered meters with their details, read as the sheet writes them', async () => {
  expect(await send([...good, bad[0]!], 'good')).toMatchObject({ total: 3, good: 2, imported: 2 })
  expect(await numbers()).toEqual(['2001', '2002'])
  const meter = (await running.ask('north', { url: '/api/v1/meters/2001' })).json()
  expect(meter).toMatchObject({ address: '1 Mill Lane', caliberMillimetres: 15, hasValve: true, latitude: 46.25, timeZone: 'Europe/Rome' })
})

test('a meter that is registered already is a problem of its row', async () => {
  const outcome = await send(good, 'preview')
  expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'number'],
    [3, 'number'],
  ])
})
