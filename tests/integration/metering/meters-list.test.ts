import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const hour = 3_600_000
const hoursAgo = (hours: number): string => new Date(Math.floor(Date.now() / hour) * hour - hours * hour).toISOString()

beforeAll(async () => {
  running = await startApi('meters_list')
  const registered = await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: {
      meters: [
        { number: '1001', name: 'Bakery', address: '2 Canal Street', caliberMillimetres: 15, hasValve: true },
        { number: '1002', name: 'Anchor', caliberMillimetres: 100 },
        { number: '1003', address: '9 Canal Street', hasValve: true },
        { number: '1004' },
      ],
    },
  })
  expect(registered.statusCode, registered.body).toBe(200)
  await running.report('north', '1001', hoursAgo(4), [1, 2, 3, 4])
  await running.report('north', '1002', hoursAgo(24 * 10), [100, 110, 90])
})
afterAll(() => running.stop())

const list = async (query: string): Promise<{ rows: { number: string; status: string }[]; total: number }> => {
  const answer = await running.ask('north', { url: `/api/v1/meters?${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const numbers = async (query: string): Promise<string[]> => (await list(query)).rows.map(({ number }) => number)

describe('the list of meters', () => {
  test('names the status of each meter: reporting, silent for more than two days, never read', async () => {
    expect((await list('')).rows.map(({ number, status }) => [number, status])).toEqual([
      ['1001', 'reporting'],
      ['1002', 'silent'],
      ['1003', 'never'],
      ['1004', 'never'],
    ])
  })

  test.each([
    ['status=silent', ['1002']],
    ['status=never', ['1003', '1004']],
    ['status=reporting', ['1001']],
    ['status=replaced', []],
    ['valve=none', ['1002', '1004']],
    ['valve=unknown', ['1001', '1003']],
    ['flag=step-back', ['1002']],
    ['flag=step', []],
    ['caliberMillimetres=15', ['1001']],
    ['search=canal&status=never', ['1003']],
  ])('is filtered by %s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
    expect((await list(query)).total).toBe(expected.length)
  })

  test.each([
    ['sort=name', ['1002', '1001', '1003', '1004']],
    ['sort=name&direction=desc', ['1001', '1002', '1004', '1003']],
    ['sort=caliberMillimetres&direction=desc', ['1002', '1001', '1004', '1003']],
    ['sort=number&direction=desc', ['1004', '1003', '1002', '1001']],
    ['sort=status', ['1002', '1001', '1003', '1004']],
  ])('is sorted by %s, meters without a value last', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
  })

  // requirement of Lists of meters: Pages with a total, in the order that the reader chooses | /device/meters | GET /api/v1/meters
  test('is paged by number of page with the total, in the requested order', async () => {
    expect(await numbers('sort=number&direction=desc&limit=3&page=2')).toEqual(['1001'])
    expect((await list('limit=3&page=2')).total).toBe(4)
  })

  test('a word that is no column is refused, not sorted by', async () => {
    for (const sort of ['constructor', 'tenant', '1;drop'])
      expect((await running.ask('north', { url: `/api/v1/meters?sort=${encodeURIComponent(sort)}` })).statusCode).toBe(400)
  })

  test('a whole export follows the requested order, page after page', async () => {
    const answer = await running.ask('north', { url: '/api/v1/meters?sort=name&direction=desc', headers: { accept: 'text/csv' } })
    expect(
      answer.body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(0, 4)),
    ).toEqual(['1001', '1002', '1004', '1003'])
  })
})

const spreadsheet = async (path: string, payload: object): Promise<Record<string, unknown>[]> => {
  const answer = await running.ask('north', { method: 'POST', url: `/prod-api/${path}/export`, payload })
  expect(answer.headers['content-type'], answer.body.slice(0, 200)).toContain('spreadsheet')
  const book = read(answer.rawPayload)
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!)
}

describe('the spreadsheet of meters', () => {
  // requirement of Lists of meters: An export has what the filter leaves, in the order of the list | /device/meters | GET /api/v1/meters
  test('has what the filter leaves, in the order of the list, under the heads of the screen', async () => {
    const heads = JSON.stringify({ number: 'Number', status: 'State' })
    const words = JSON.stringify({ status: { never: 'Never read' } })
    expect(await spreadsheet('business/meter', { status: 'never', sort: 'number', direction: 'desc', heads, words })).toEqual([
      { Number: '1004', State: 'Never read' },
      { Number: '1003', State: 'Never read' },
    ])
  })
})

describe('the streams of the log', () => {
  const streamsBy = async (query: string): Promise<{ stream: string; version: number }[]> =>
    (await running.ask('north', { url: `/api/v1/audit/streams?${query}` })).json().rows

  test('are sorted by name, number of events and time of the last one', async () => {
    const names = (await streamsBy('limit=500')).map(({ stream }) => stream)
    expect(names).toEqual(names.toSorted())
    expect((await streamsBy('limit=500&direction=desc')).map(({ stream }) => stream)).toEqual(names.toReversed())
    const versions = (await streamsBy('limit=500&sort=version&direction=desc')).map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted((one, other) => other - one))
    expect((await streamsBy('limit=1&sort=stream&from=end')).map(({ stream }) => stream)).toEqual([names.at(-1)])
  })

  test('are exported as a spreadsheet', async () => {
    const heads = JSON.stringify({ stream: 'stream' })
    const rows = await spreadsheet('audit/stream', { search: 'devices-meter', direction: 'desc', heads })
    expect(rows.map(({ stream }) => stream)).toEqual(['1004', '1003', '1002', '1001'].map((number) => `north/devices-meter-${number}`))
  })
})

describe('meters that report but are not registered', () => {
  test('are sorted by the number of their frames, and exported', async () => {
    await running.report('north', '8001', hoursAgo(3), [1])
    await running.report('north', '8002', hoursAgo(3), [1])
    await running.report('north', '8002', hoursAgo(2), [2])
    const { rows } = (await running.ask('north', { url: '/api/v1/unclaimed-meters?sort=frames&direction=desc&search=800' })).json()
    expect(rows).toMatchObject([
      { number: '8002', frames: 2 },
      { number: '8001', frames: 1 },
    ])
    expect(await spreadsheet('business/unclaimed', { search: '800', sort: 'frames' })).toMatchObject([{ Meter: '8001' }, { Meter: '8002' }])
  })

  test('are listed with the times of their first and last readings, and how many there are', async () => {
    await running.report('north', '9001', hoursAgo(2), [5, 6])
    const answer = (await running.ask('north', { url: '/api/v1/unclaimed-meters?limit=1&search=9' })).json()
    expect(answer.total).toBe(1)
    const [row] = answer.rows
    expect(row.number).toBe('9001')
    expect(Date.parse(row.firstSeenAt)).toBeLessThanOrEqual(Date.parse(row.lastSeenAt))
    expect(Math.abs(Date.now() - Date.parse(row.lastSeenAt))).toBeLessThan(24 * hour)
  })
})
