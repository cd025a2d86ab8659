import { utils, write } from '@e965/xlsx'
import type { MeterChoice } from '@nightflow/schemas/leakage/meter-choice'
import type { NetworkOverview } from '@nightflow/schemas/leakage/network-overview'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/*
 * `town` has the inlet `main`; below it are `hill` and `dale`, each with an inlet. Twelve customers `2001` to `2012` have accounts; `3001` and `3002` have
 * none. Meters lie on a street from west to east, 0.001 degrees apart.
 */
let running: RunningApi
let office: BackOffice
let token: string

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const done = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const { status, body } = await call(method, url, payload)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}
const refusedAs = (code: string) => ({ body: { code } })

const customers = Array.from({ length: 12 }, (_, at) => String(2001 + at))
const unopened = ['3001', '3002']

beforeAll(async () => {
  running = await startApi('cascade_meters')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const meters = ['main', 'hill-inlet', 'dale-inlet', 'far-inlet', ...customers, ...unopened]
  await done('POST', '/meters', {
    meters: meters.map((number, at) => ({ number, address: `${at} Mill Lane`, longitude: 9 + at * 0.001, latitude: 45 })),
  })
  for (const number of customers) {
    const form = { accountNo: `U-${number}`, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', meterNo: number }
    const answer = await running.ask('north', {
      method: 'POST',
      url: '/prod-api/business/customer',
      payload: { ...form, openedAt: '2020-01-01T00:00:00Z' },
    })
    expect(answer.json().code, answer.body).toBe(200)
  }
  await done('POST', '/partitions', { partitionId: 'town', name: 'Town' })
  await done('POST', '/partitions/town/summary-meters', { number: 'main' })
  for (const id of ['hill', 'dale']) {
    await done('POST', '/partitions', { partitionId: id, name: id, parentId: 'town' })
    await done('POST', `/partitions/${id}/summary-meters`, { number: `${id}-inlet` })
  }
  await done('POST', '/partitions', { partitionId: 'far', name: 'Far' })
  await done('POST', '/partitions/far/summary-meters', { number: 'far-inlet' })
})
afterAll(() => running?.stop())

const choices = async (filter: object = {}): Promise<MeterChoice[]> =>
  (await done('POST', '/partitions/hill/meter-choices', { role: 'sub', onlyOpened: true, ...filter })).rows

describe('meters to choose from', () => {
  // requirement of Cascade partitions: Meters are chosen from a list with filters, or inside a line on the map; only opened ones fit | /water/leakage | POST /api/v1/partitions/:id/meter-choices
  test('only meters already opened fit, and the others are named with the reason', async () => {
    const rows = await choices({ search: 'mill lane' })
    expect(rows.filter(({ problem }) => problem === null).map(({ number }) => number)).toEqual(customers)
    expect(rows.filter(({ number }) => unopened.includes(number)).map(({ problem }) => problem)).toEqual([
      'meter-without-account',
      'meter-without-account',
    ])
  })
  test('are filtered by account and by text, page by page', async () => {
    expect((await choices({ account: 'none', search: '300' })).map(({ number }) => number)).toEqual(unopened)
    const page = await done('POST', '/partitions/hill/meter-choices', { role: 'sub', account: 'opened', limit: 5, page: 2 })
    expect(page).toMatchObject({ total: 12, next: 3 })
    expect(page.rows.map(({ number }: MeterChoice) => number)).toEqual(customers.slice(5, 10))
  })
  test('inside a line on the map: those whose place is inside', async () => {
    const west = 9 + 3.5 * 0.001
    const east = 9 + 6.5 * 0.001
    const area = [
      [west, 44.9],
      [east, 44.9],
      [east, 45.1],
      [west, 45.1],
      [west, 44.9],
    ]
    expect((await choices({ area })).map(({ number }) => number)).toEqual(['2001', '2002', '2003'])
  })
  test('of a metering point that does not exist are refused', async () =>
    expect(await call('POST', '/partitions/nowhere/meter-choices', { role: 'sub' })).toMatchObject(refusedAs('partition-not-found')))
})

describe('an association of customers’ meters', () => {
  const associate = (id: string, numbers: string[], more: object = {}) =>
    call('POST', `/partitions/${id}/sub-meters`, { numbers, onlyOpened: true, ...more })

  test('refuses meters without an account; a bulk meter is an explicit exception', async () => {
    expect(await associate('dale', ['2012', '3001'])).toMatchObject(refusedAs('meter-without-account'))
    expect(await associate('dale', ['2012', '3001'], { bulk: ['3001'] })).toMatchObject({ status: 200 })
  })
  test('a meter is in one partition at a time, by dates, also across cascades', async () => {
    expect(await associate('far', ['2012'])).toMatchObject(refusedAs('meter-in-other-cascade'))
    await done('POST', '/partitions/dale/dissociations', { numbers: ['2012'], to: '2026-03-15' })
    expect(await associate('far', ['2012'], { from: '2026-03-14' })).toMatchObject(refusedAs('meter-in-other-cascade'))
    expect(await associate('far', ['2012'], { from: '2026-03-15' })).toMatchObject({ status: 200 })
  })
  test('has at most 1000 meters', async () => {
    const numbers = Array.from({ length: 1001 }, (_, at) => String(at))
    expect((await associate('hill', numbers)).status).toBe(400)
    expect((await associate('hill', [])).status).toBe(400)
  })
})

describe('a spreadsheet of sub-meters', () => {
  const sendRows = async (rows: readonly string[][], mode: 'preview' | 'good' | 'all', language = 'en'): Promise<ImportOutcome> => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['number', 'from', 'to', 'isBulk'], ...rows]), 'Meters')
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const file = multipartOf('file', bytes, {
      fileName: 'meters.xlsx',
      mediaType: 'application/octet-stream',
      fields: { mode, about: 'hill' },
    })
    const url = '/prod-api/business/partitionSubMeter/importData'
    const answer = await office.call({ method: 'POST', url, token, language, ...file })
    expect(answer.code, JSON.stringify(answer)).toBe(200)
    return answer.data as ImportOutcome
  }
  const rows = customers.slice(0, 11).map((number) => [number])

  // requirement of Cascade partitions: Sub-meters are imported from xls or xlsx with a template, and each refused row is named with its line | /water/leakage | POST /prod-api/business/partitionSubMeter/importData
  test('each refused row is named with its line, its cell and the reason in the language of the reader', async () => {
    const wrong = [['3002'], ['9999'], ['2001'], ['no number'], ['2012', '2026-01-01']]
    const messages = new Set<string>()
    for (const language of languages) {
      const outcome = await sendRows([...rows, ...wrong], 'preview', language)
      expect(outcome).toMatchObject({ total: 16, good: 11, imported: 0 })
      expect(outcome.problems.map(({ row, cell }) => [row, cell]).toSorted((one, other) => Number(one[0]) - Number(other[0]))).toEqual([
        [13, 'A13'],
        [14, 'A14'],
        [15, 'A15'],
        [16, 'A16'],
        [17, 'A17'],
      ])
      messages.add(outcome.problems.find(({ row }) => row === 13)!.message)
    }
    expect(messages.size).toBe(languages.length)
  })
  test('the good rows are associated, a bulk meter among them, and a second import changes nothing', async () => {
    const outcome = await sendRows([...rows, ['3002', '', '', 'yes']], 'all')
    expect(outcome).toMatchObject({ total: 12, imported: 12, problems: [] })
    const hill = (await call('GET', '/partitions/hill')).body
    expect(hill.subMeterCount).toBe(12)
    await sendRows(rows, 'all')
    expect((await call('GET', '/partitions/hill')).body.subMeterCount).toBe(12)
  })
  test('of more than 1000 rows is refused', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => [String(5000 + at)])
    await expect(sendRows(many, 'preview')).rejects.toThrow()
  })
})

describe('the tree', () => {
  const find = async (id: string): Promise<PartitionRow> => (await call('GET', `/partitions/${id}`)).body

  // requirement of Cascade partitions: The superior metering point of a point is changed | /water/leakage | PUT /api/v1/partitions/:id/superior
  test('a point gets another superior metering point, and the points below it follow', async () => {
    await done('POST', '/partitions', { partitionId: 'lane', name: 'Lane', parentId: 'dale' })
    await done('PUT', '/partitions/dale/superior', { parentId: 'hill' })
    expect(await find('dale')).toMatchObject({ parentId: 'hill', level: 3 })
    expect(await find('lane')).toMatchObject({ parentId: 'dale', level: 4 })
    expect(await call('PUT', '/partitions/hill/superior', { parentId: 'lane' })).toMatchObject(refusedAs('partition-superior-below'))
    expect(await call('PUT', '/partitions/town/superior', { parentId: 'far' })).toMatchObject(refusedAs('partition-root-not-moved'))
    const { rows } = (await call('GET', '/partitions/dale/changes')).body
    expect(rows[0]).toMatchObject({ type: 'leakage.PartitionMoved' })
  })
  // requirement of Cascade partitions: Batch delete needs at least one point; a point with sub-meters and the root stay | /water/leakage | POST /api/v1/partitions/removals
  test('several points are removed at once, the deepest first; those that are refused stay and are named', async () => {
    await done('POST', '/partitions', { partitionId: 'court', name: 'Court', parentId: 'lane' })
    expect((await call('POST', '/partitions/removals', { partitionId: [] })).status).toBe(400)
    const answer = await done('POST', '/partitions/removals', { partitionId: ['lane', 'court', 'hill', 'town', 'nowhere'] })
    expect(answer.removed).toEqual(['court', 'lane'])
    expect(answer.refused.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
      ['hill', 'partition-has-children'],
      ['town', 'partition-root-stays'],
      ['nowhere', 'partition-not-found'],
    ])
  })
})

describe('the map', () => {
  // requirement of Cascade partitions: Colour ranges are set by people for their utility and end at 100% | /water/map | PUT /api/v1/leakage/colour-ranges
  test('has colour ranges that people set for their utility and that end at 100 %', async () => {
    const ranges = [
      { to: 12, colour: '#00aa00' },
      { to: 100, colour: '#aa0000' },
    ]
    const before = (await call('GET', '/leakage/colour-ranges')).body.ranges
    expect(before.at(-1).to).toBe(100)
    await done('PUT', '/leakage/colour-ranges', { ranges })
    expect((await call('GET', '/leakage/colour-ranges')).body.ranges).toEqual(ranges)
    expect((await running.ask('south', { url: '/api/v1/leakage/colour-ranges' })).json().ranges).toEqual(before)
    const short = [ranges[0], { to: 90, colour: '#aa0000' }]
    for (const wrong of [short, [ranges[1], ranges[0]], [ranges[1]]])
      expect((await call('PUT', '/leakage/colour-ranges', { ranges: wrong })).status).toBe(400)
  })
  // requirement of Cascade partitions: The GIS view has the number of partitions, monitored points and layers, and supply, leakage and rate of the month | /water/map | GET /api/v1/leakage/overview
  test('says how many partitions, monitored metering points and layers there are', async () => {
    const overview: NetworkOverview = (await call('GET', '/leakage/overview')).body
    expect(overview).toMatchObject({ partitions: 2, meteringPoints: 4, monitoredPoints: 4, layers: 3, supplyLitres: null })
  })
})
