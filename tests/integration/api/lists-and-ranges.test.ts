import { withTenant } from '@nightflow/event-log/postgres/database'
import { listGateways } from '@nightflow/platform/gateways/gateways'
import { findMeterPartition, listPartitions } from '@nightflow/projections/leakage/partitions'
import type { MeterReadingRow, MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/*
 * A list or a range is answered as a whole, goes on with the next page that the answer names, or is refused with the limit. `house` reports
 * two days of February 2026 in Rome and the fourth with a pause of six hours; between them it has one reading, at midnight.
 */
let running: RunningApi
const get = async (url: string) => (await running.ask('north', { url: `/api/v1${url}` })).json()
const post = async (url: string, payload: object) => {
  const answer = await running.ask('north', { method: 'POST', url: `/api/v1${url}`, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

beforeAll(async () => {
  running = await startApi('lists_and_ranges')
  await post('/meters', { meters: [{ number: 'house' }, { number: 'shared' }] })
  const hours = Array.from({ length: 49 }, (_, hour) => hour * 10)
  await running.report('north', 'house', '2026-02-01T00:00:00+01:00', hours)
  await running.report('north', 'house', '2026-02-04T00:00:00+01:00', [500, 510, 520])
  await running.report(
    'north',
    'house',
    '2026-02-04T08:00:00+01:00',
    Array.from({ length: 17 }, (_, hour) => 580 + hour * 10),
  )
  for (const partitionId of ['east', 'west', 'south']) {
    await post('/partitions', { partitionId, name: partitionId })
    await post(`/partitions/${partitionId}/summary-meters`, { number: 'shared' })
  }
})
afterAll(() => running?.stop())

const range = 'from=2026-02-01&to=2026-02-04'

describe('readings of a meter', () => {
  test('were cut at the limit without a word: the answer names where to go on', async () => {
    const seen: MeterReadingRow[] = []
    let after = ''
    for (let pages = 0; pages < 20; pages++) {
      const page = await get(`/meters/house/readings?${range}&limit=10${after}`)
      seen.push(...page.rows)
      expect(page.rows.length).toBeLessThanOrEqual(10)
      if (page.next === null) break
      after = `&after=${encodeURIComponent(page.next)}`
    }
    const whole = await get(`/meters/house/readings?${range}`)
    expect(whole.next).toBeNull()
    expect(whole.rows).toHaveLength(49 + 3 + 16)
    expect(seen).toEqual(whole.rows)
    expect((await get(`/meters/house/readings?${range}&limit=68`)).next).toBeNull()
  })
})

describe('lists that a screen shows as a whole', () => {
  const pagesOf = async <Row>(answer: (page: { limit: number; page: number }) => Promise<{ rows: Row[]; next: number | null }>) => {
    const rows: Row[] = []
    for (let page: number | null = 1; page !== null; ) {
      const one: { rows: Row[]; next: number | null } = await answer({ limit: 2, page })
      rows.push(...one.rows)
      page = one.next
    }
    return rows
  }
  const inNorth = <Answer>(ask: Parameters<typeof withTenant<Answer>>[2]) => withTenant(running.pool, 'north', ask)

  test('partitions, the partitions of a meter and gateways say how many there are and name the next page', async () => {
    const first = await get('/partitions?limit=2')
    expect(first).toMatchObject({ total: 3, next: 2 })
    expect(await get('/partitions?limit=2&page=2')).toMatchObject({ rows: [{ id: 'west' }], total: 3, next: null })
    expect((await pagesOf((page) => inNorth((database) => listPartitions(database, page)))).map(({ id }) => id)).toEqual([
      'east',
      'south',
      'west',
    ])
    expect(await pagesOf((page) => inNorth((database) => findMeterPartition(database, { number: 'shared', ...page })))).toHaveLength(3)
    expect(await get('/meters/shared/partition?limit=1')).toMatchObject({ total: 3, next: 2 })
    for (const name of ['gw-2', 'gw-3', 'gw-4']) await post('/gateways', { name })
    const all = (await get('/gateways')).rows
    expect(await pagesOf((page) => inNorth((database) => listGateways(database, page)))).toEqual(all)
    expect(await get('/gateways?limit=2')).toMatchObject({ total: all.length, next: 2 })
  })

  test('partitions as of a moment are paged too', async () => {
    const asOf = await running.log.head()
    expect(await get(`/partitions?limit=2&page=2&asOf=${asOf}`)).toMatchObject({ rows: [{ id: 'west' }], total: 3, next: null })
  })
})

describe('volumes of a meter', () => {
  const volumes = async (resolution: string): Promise<MeterVolumeRow[]> =>
    (await get(`/meters/house/volumes?${range}&resolution=${resolution}`)).rows

  test('a day without data had no row: it is null with the reason', async () => {
    expect(await volumes('day')).toMatchObject([
      { volumeLitres: 240, measuredLitres: 240, completeness: 1, unknownBecause: null },
      { volumeLitres: 240, measuredLitres: 240, unknownBecause: null },
      // The register went on over the pause: the day is known, its hours are not.
      { volumeLitres: 20, completeness: 0, flags: '', unknownBecause: null },
      { volumeLitres: 240, flags: 'gap', unknownBecause: null },
    ])
    const [row] = (await get('/meters/house/volumes?from=2026-03-05&to=2026-03-05&resolution=day')).rows
    expect(row).toEqual({
      from: '2026-03-04T23:00:00.000Z',
      volumeLitres: null,
      measuredLitres: null,
      completeness: 0,
      flags: '',
      unknownBecause: 'no-data',
      ...{ how: null, decidedBy: null, decidedBecause: null },
    })
    expect((await get('/meters/house/volumes?from=2026-03-01&to=2026-03-31&resolution=month')).rows).toMatchObject([
      { volumeLitres: null, measuredLitres: null, unknownBecause: 'no-data' },
    ])
  })

  test('an unknown hour measured 0 litres and had the flags of its day: it is null, and flags belong to their hours', async () => {
    const hours = (await volumes('hour')).slice(-24)
    const unknown = hours.flatMap(({ volumeLitres }, hour) => (volumeLitres === null ? [hour] : []))
    expect(unknown).toEqual([2, 3, 4, 5, 6, 7])
    // The pause of the day before ended with the reading of midnight, which is in the first hour.
    expect(hours.flatMap(({ flags }, hour) => (flags === 'gap' ? [hour] : []))).toEqual([0, ...unknown])
    expect(hours[3]).toMatchObject({ measuredLitres: null, completeness: 0, unknownBecause: 'incomplete' })
    expect(hours[9]).toMatchObject({ volumeLitres: 10, measuredLitres: 10, completeness: 1, flags: '', unknownBecause: null })
    expect(await volumes('hour')).toHaveLength(96)
  })
})

describe('a range of days', () => {
  const ranged = ['/meters/house/readings?', '/meters/house/volumes?', '/partitions/east/night-flow?', '/partitions/east/flow?']
  const all = [...ranged, '/partitions/east/balance?', '/partitions/east/day-comparison?']

  test.each(all)('%s refuses more than ten years with the limit, and days the wrong way round', async (path) => {
    expect(await get(`${path}from=2010-01-01&to=2025-12-31`)).toMatchObject({ code: 'range-too-long', details: { daysMax: 3660 } })
    expect(await get(`${path}from=2025-02-02&to=2025-02-01`)).toMatchObject({ status: 400, code: 'range-reversed' })
  })

  test('of the dashboard refuses with the limit too', async () => {
    const payload = { from: '2020-01-01', to: '2025-12-31' }
    const answer = await running.ask('north', { method: 'POST', url: '/prod-api/business/dashboard/statisticsUsedTotalData', payload })
    expect(answer.body).toContain('366')
  })

  test('OpenAPI states the limit and `asOf` where they hold', async () => {
    const { paths } = (await running.ask('north', { url: '/api/openapi.json' })).json()
    const parameter = (path: string, name: string) =>
      paths[path].get.parameters.find((one: { name: string }) => one.name === name)?.schema.description
    const templates = ['/api/v1/meters/{number}/readings', '/api/v1/meters/{number}/volumes']
    const ofPoint = ['night-flow', 'flow', 'balance', 'day-comparison'].map((name) => `/api/v1/partitions/{id}/${name}`)
    for (const path of [...templates, ...ofPoint]) expect(parameter(path, 'to'), path).toContain('3660')
    for (const path of [...ofPoint, '/api/v1/partitions']) expect(parameter(path, 'asOf'), path).toContain('what was known then')
    for (const path of ['/api/v1/partitions', '/api/v1/gateways', '/api/v1/meters/{number}/partition'])
      expect(parameter(path, 'limit'), path).toContain('next')
    expect(parameter('/api/v1/meters/{number}/readings', 'after')).toContain('next')
  })
})
