import { randomUUID } from 'node:crypto'
import { read, utils, write } from '@e965/xlsx'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { GroupReadingSheetRow, GroupSheetRow } from '@nightflow/schemas/metering/group-reading'
import type { ManualReadingRow } from '@nightflow/schemas/metering/manual-reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/groupReading'
const meters = ['501', '502', '503']
let running: RunningApi
let meterGroupId: number
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer
}
beforeAll(async () => {
  running = await startApi('group-reading')
  await ask('POST', '/api/v1/meters', { meters: [...meters, '900'].map((number) => ({ number, address: `Mill Lane ${number}` })) })
  const start = new Date(Date.now() - 5 * 86_400_000).toISOString()
  for (const meter of meters)
    await running.report(
      'north',
      meter,
      start,
      Array.from({ length: 97 }, (_, hour) => 10_000 + hour * 10),
    )
  await ask('POST', '/prod-api/business/meterGroup', { meterGroupName: 'Mill Lane' })
  meterGroupId = (await ask('GET', '/prod-api/business/meterGroup/list')).json().rows[0].meterGroupId as number
  expect((await ask('POST', '/prod-api/business/meter/group', { number: meters.join(), meterGroupId })).json()).toMatchObject({ code: 200 })
}, 60_000)
afterAll(() => running?.stop())

const sheet = async (): Promise<GroupSheetRow[]> => (await ask('GET', `${path}/sheet/${meterGroupId}`)).json().data.rows
const readingsOf = async (meterNo: string): Promise<ManualReadingRow[]> =>
  (await ask('GET', `/prod-api/business/manualReading/list?meterNo=${meterNo}`)).json().rows

const uploadTo = async (url: string, rows: object[], fields: Record<string, string>) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Sheet1')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const sent = multipartOf('file', bytes, { fileName: 'sheet.xlsx', mediaType, fields })
  const answer = await running.ask('north', { method: 'POST', url: `${url}/importData`, ...sent })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json().data
}

// requirement of Reports: The meters of a group are read together, on a sheet with the previous readings, as one batch | /readMeter/manual | GET /prod-api/business/groupReading/sheet/:meterGroupId; POST /prod-api/business/groupReading
test('a batch takes the plausible registers of a group once, and names the rows that it refuses', async () => {
  expect(await sheet()).toMatchObject(meters.map((number) => ({ number, previousLitres: 10_960, address: `Mill Lane ${number}` })))
  const at = new Date().toISOString()
  const rows = [
    { number: '501', litres: 11_100 },
    { number: '502', litres: 9_000 },
    { number: '900', litres: 1 },
  ]
  const batch = { batchId: randomUUID(), meterGroupId, at, rows }
  const send = async (more: object = {}) => (await ask('POST', path, { ...batch, ...more })).json().data
  expect(await send()).toMatchObject({
    taken: 1,
    refused: [
      { number: '502', reason: 'reading-implausible', message: expect.stringMatching(/./) },
      { number: '900', reason: 'reading-meter-not-in-group' },
    ],
  })
  expect(await send()).toMatchObject({ taken: 1 })
  expect(await readingsOf('501')).toMatchObject([{ litres: 11_100, previousLitres: 10_960 }])
  expect(await send({ rows: [{ number: '502', litres: 9_000, isConfirmed: true }] })).toMatchObject({ taken: 1, refused: [] })
  expect(await readingsOf('502')).toMatchObject([{ litres: 9_000, isConfirmed: true }])
})

// requirement of Reports: The sheet of a group is downloaded, filled in and uploaded, with errors by row | /readMeter/manual | POST /prod-api/business/groupReading/sheetFile; POST /prod-api/business/groupReading/importData
test('the sheet is downloaded with previous registers and uploaded filled in; refused cells are named, meters without a register are left out', async () => {
  const at = new Date(Date.now() + 60_000).toISOString()
  const file = await ask('POST', `${path}/sheetFile`, { meterGroupId, at })
  const book = read(file.rawPayload)
  const rows = utils.sheet_to_json<GroupReadingSheetRow>(book.Sheets.Sheet1!)
  expect(rows).toMatchObject([
    { number: '501', previousCubicMetres: 11.1 },
    { number: '502' },
    { number: '503', previousCubicMetres: 10.96 },
  ])
  const upload = (mode: string, filled: object[]) => uploadTo(path, filled, { mode, about: `${meterGroupId}@${at}` })
  const filled = [
    { ...rows[0], registerCubicMetres: 11.2 },
    rows[1]!,
    { ...rows[2], registerCubicMetres: 999_999 },
    { number: '900', registerCubicMetres: 1 },
  ]
  expect(await upload('preview', filled)).toMatchObject({
    ...{ total: 4, good: 2, imported: 0 },
    problems: [
      { row: 4, column: 'registerCubicMetres' },
      { row: 5, column: 'number' },
    ],
  })
  for (const _ of [1, 2]) expect(await upload('good', filled)).toMatchObject({ good: 2 })
  expect((await readingsOf('501')).map(({ litres }) => litres)).toEqual([11_200, 11_100])
  expect(await readingsOf('503')).toEqual([])
})

// requirement of Reports: Readings of any meters are uploaded as a spreadsheet, with what would be taken, what is there already and what is refused by row | /readMeter/manual | POST /prod-api/business/manualReading/importTemplate; POST /prod-api/business/manualReading/importData
test('a spreadsheet of readings is looked at first, then its good rows are taken once; rows of one meter are judged in the order of their times', async () => {
  const list = '/prod-api/business/manualReading'
  const day = (back: number) =>
    new Date(Date.now() - back * 3_600_000)
      .toISOString()
      .replace('.000Z', 'Z')
      .replace(/\.\d+Z$/, 'Z')
  const [first, second] = [day(3), day(2)]
  const rows = [
    { number: '503', readAt: second, registerCubicMetres: 11.3 },
    { number: '503', readAt: first, registerCubicMetres: 11.1 },
    { number: '503', readAt: first, registerCubicMetres: 11.1 },
    { number: '501', readAt: second, registerCubicMetres: 999_999 },
    { number: '777', readAt: second, registerCubicMetres: 1 },
    { number: '502', readAt: 'last week', registerCubicMetres: 11 },
  ]
  const refused = [
    { row: 4, column: 'number', message: expect.stringContaining('Another row') },
    { row: 5, column: 'registerCubicMetres' },
    { row: 6, column: 'number' },
    { row: 7, column: 'readAt' },
  ]
  const look = (mode: string) => uploadTo(list, rows, { mode })
  const ofRows = ({ problems }: { problems: { row: number }[] }) => problems.toSorted((one, other) => one.row - other.row)
  const preview = await look('preview')
  expect(preview).toMatchObject({ total: 6, good: 2, imported: 0 })
  expect(ofRows(preview)).toMatchObject(refused)
  expect(await readingsOf('503')).toEqual([])
  expect(await look('good')).toMatchObject({ good: 2, imported: 2, resultFile: expect.stringContaining('.xlsx') })
  expect((await readingsOf('503')).map(({ litres, readAt }) => [litres, Date.parse(readAt)])).toEqual(
    expect.arrayContaining([
      [11_300, Date.parse(second)],
      [11_100, Date.parse(first)],
    ]),
  )
  const again = await look('preview')
  expect(again).toMatchObject({ good: 0 })
  expect(ofRows(again)[0]).toMatchObject({ row: 2, column: 'registerCubicMetres', message: expect.stringContaining('there already') })
})
