import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { BalanceRow, FlowRow, NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/*
 * `town` has an inlet of 100 l/h, a main of 60 l/h to `estate`, whose customers have no meters, and a hotel of 5 l/h. Days are of UTC, so
 * that each has 24 hours; the meters report yesterday and the two days before it.
 */
let running: RunningApi
const dayMilliseconds = 86_400_000
const today = Math.floor(Date.now() / dayMilliseconds)
const daysAgo = (days: number): string => dateOfDay(today - days)

const ask = async (url: string, headers: Record<string, string> = {}) => running.ask('south', { url, headers })
const get = async (url: string) => (await ask(`/api/v1${url}`)).json()
const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await running.ask('south', { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const rowsOf = async <Row>(url: string): Promise<Row[]> => (await get(url)).rows

const report = (meter: string, days: number, litresPerHour: number) =>
  running.report(
    'south',
    meter,
    `${daysAgo(days)}T00:00:00Z`,
    Array.from({ length: days * 24 + 1 }, (_, hour) => hour * litresPerHour),
  )

beforeAll(async () => {
  running = await startApi('leakage_figures')
  await running.pool.query(`update platform.tenants set time_zone = 'UTC' where code = 'south'`)
  const meters = ['inlet', 'main', 'hotel', 'mill-inlet', 'mill-house', 'idle'].map((number) => ({ number }))
  expect((await send('POST', '/meters', { meters })).status).toBe(200)
  await send('POST', '/partitions', { partitionId: 'town', name: 'Town' })
  await send('POST', '/partitions/town/summary-meters', { number: 'inlet' })
  await send('POST', '/partitions', { partitionId: 'estate', name: 'Estate', parentId: 'town' })
  await send('POST', '/partitions/estate/summary-meters', { number: 'main' })
  await send('POST', '/partitions/town/sub-meters', { numbers: ['main', 'hotel'] })
  await report('inlet', 3, 100)
  await report('main', 3, 60)
  await report('hotel', 3, 5)
})
afterAll(() => running?.stop())

const yesterday = () => `from=${daysAgo(1)}&to=${daysAgo(1)}`

describe('consumption of a point with points below it', () => {
  test('the main of a point without customers’ meters counts as consumption: 35 of 100 leak, not 95', async () => {
    const [row] = await rowsOf<NightFlowRow>(`/partitions/town/night-flow?${yesterday()}`)
    expect(row).toMatchObject({
      supplyLitres: 2400,
      consumptionLitres: 1560,
      leakageLitres: 840,
      leakageRate: 0.35,
      netNightFlowLitresPerHour: 35,
      completeness: 1,
      unknownBecause: null,
    })
  })

  test('the same in the balance, in the flow, in the list of partitions, and as it was believed before', async () => {
    const balance = await rowsOf<BalanceRow>(`/partitions/town/balance?${yesterday()}`)
    expect(balance.map(({ partitionId, leakageLitres, ownLeakageLitres }) => [partitionId, leakageLitres, ownLeakageLitres])).toEqual([
      ['town', 840, 840],
      ['estate', null, null],
    ])
    const flow = await rowsOf<FlowRow>(`/partitions/town/flow?${yesterday()}&resolution=hour`)
    expect(flow.map(({ consumptionLitresPerHour }) => consumptionLitresPerHour)).toEqual(Array(24).fill(65))
    const [town] = (await rowsOf<{ id: string; latest: NightFlowRow }>('/partitions')).filter(({ id }) => id === 'town')
    expect(town!.latest).toMatchObject({ date: daysAgo(1), leakageRate: 0.35 })
    const head = await running.log.head()
    const believed = await get(`/partitions/town/night-flow?from=${daysAgo(9)}&to=${daysAgo(0)}&asOf=${head}`)
    expect(believed).toEqual(await get(`/partitions/town/night-flow?from=${daysAgo(9)}&to=${daysAgo(0)}`))
  })

  test('a point without sub-meters has no leakage alarm: its threshold is refused', async () => {
    const [estate] = await rowsOf<NightFlowRow>(`/partitions/estate/night-flow?${yesterday()}`)
    expect(estate).toMatchObject({ supplyLitres: 1440, leakageLitres: null, unknownBecause: 'no-sub-meters' })
    expect(await send('PUT', '/partitions/estate/thresholds', { leakageRate: 0.2 })).toMatchObject({
      status: 409,
      code: 'leakage-threshold-needs-sub-meters',
    })
  })
})

describe('the past as it was believed', () => {
  const created = async () => {
    const events = await running.log.readAll(0, { types: ['leakage.PartitionCreated'], tenant: 'south', limit: 2, maximumBytes: 1_000_000 })
    return events.map(({ position, recordedAt }) => ({ position, at: new Date(recordedAt).toISOString() }))
  }
  test('flow and balance as of now are those of now, and as of before the readings they know nothing', async () => {
    const head = await running.log.head()
    const range = `from=${daysAgo(5)}&to=${daysAgo(0)}`
    for (const path of ['flow?resolution=hour', 'flow?resolution=day', 'flow?resolution=month', 'balance?']) {
      const url = `/partitions/town/${path}&${range}`
      expect(await get(`${url}&asOf=${head}`), path).toEqual(await get(url))
    }
    const [, estate] = await created()
    const flow = await rowsOf<FlowRow>(`/partitions/town/flow?resolution=hour&${range}&asOf=${estate!.position}`)
    expect(flow).toHaveLength(6 * 24)
    expect(flow.every(({ supplyLitresPerHour }) => supplyLitresPerHour === null)).toBe(true)
    const balance = await rowsOf<BalanceRow>(`/partitions/town/balance?${range}&asOf=${estate!.position}`)
    expect(balance).toMatchObject([
      { partitionId: 'town', days: 6, daysKnown: 0, leakageLitres: null },
      { partitionId: 'estate', days: 6, daysKnown: 0 },
    ])
    const past = encodeURIComponent('2020-01-01T00:00:00Z')
    for (const path of ['flow', 'balance'])
      expect(await get(`/partitions/town/${path}?${range}&asOf=${past}`)).toMatchObject({ code: 'nothing-recorded-then' })
  })
  test('the list of partitions as of now is that of now', async () => {
    const now = await rowsOf<object>('/partitions')
    const then = await rowsOf<object>(`/partitions?asOf=${await running.log.head()}`)
    expect(then).toEqual(now.map((row) => ({ ...row, firstDay: null })))
  })
  test('the list of partitions is that of then: without what came later', async () => {
    const [town, estate] = await created()
    expect(await rowsOf(`/partitions?asOf=${town!.position}`)).toMatchObject([
      { id: 'town', name: 'Town', summaryMeters: [], subMeterCount: 0, latest: null },
    ])
    expect(await rowsOf(`/partitions?asOf=${estate!.position}`)).toMatchObject([
      { id: 'town', subMeterCount: 0, summaryMeters: [{ number: 'inlet' }], latest: null },
      { id: 'estate', parentId: 'town' },
    ])
  })
  test('a moment before anything was recorded says so with the first moment, and not that there is no such partition', async () => {
    const [first, second] = await created()
    const range = `from=${daysAgo(3)}&to=${daysAgo(1)}`
    const past = encodeURIComponent('2020-01-01T00:00:00Z')
    expect(await get(`/partitions?asOf=${past}`)).toMatchObject({ code: 'nothing-recorded-then', details: { at: first!.at } })
    expect(await get(`/partitions/estate/night-flow?${range}&asOf=${past}`)).toMatchObject({
      code: 'nothing-recorded-then',
      details: { at: second!.at },
    })
    expect(await get(`/partitions/nowhere/night-flow?${range}&asOf=${past}`)).toMatchObject({ status: 404, code: 'not-found' })
  })
  test('a moment in the future is refused', async () => {
    const range = `from=${daysAgo(3)}&to=${daysAgo(1)}`
    const tomorrow = encodeURIComponent(new Date(Date.now() + dayMilliseconds).toISOString())
    for (const asOf of [tomorrow, (await running.log.head()) + 1000])
      expect(await get(`/partitions/town/night-flow?${range}&asOf=${asOf}`)).toMatchObject({ status: 400, code: 'moment-in-future' })
  })
  test('the screen’s questions about one moment are answered together', async () => {
    const head = await running.log.head()
    const range = `from=${daysAgo(9)}&to=${daysAgo(1)}&asOf=${head}`
    const urls = ['', 'night-flow', 'day-comparison', 'flow', 'balance', 'night-flow'].map((path) =>
      path === '' ? `/partitions?asOf=${head}` : `/partitions/town/${path}?${range}`,
    )
    const codes: (string | undefined)[] = []
    // The list comes first, because it says which partition is shown.
    codes.push((await get(urls[0]!)).code)
    codes.push(...(await Promise.all(urls.slice(1).map(async (url) => (await get(url)).code))))
    expect(codes).toEqual(urls.map(() => undefined))
  })
})

describe('a series has a row for every day', () => {
  test('days without data are null with the reason, not missing', async () => {
    const rows = await rowsOf<NightFlowRow>(`/partitions/town/night-flow?from=${daysAgo(5)}&to=${daysAgo(0)}`)
    expect(rows.map(({ date, supplyLitres, unknownBecause }) => [date, supplyLitres, unknownBecause])).toEqual([
      [daysAgo(5), null, 'no-data'],
      [daysAgo(4), null, 'no-data'],
      [daysAgo(3), 2400, null],
      [daysAgo(2), 2400, null],
      [daysAgo(1), 2400, null],
      [daysAgo(0), null, 'no-data'],
    ])
    const flow = await rowsOf<FlowRow>(`/partitions/town/flow?from=${daysAgo(5)}&to=${daysAgo(1)}&resolution=day`)
    expect(flow.map(({ supplyLitresPerHour }) => supplyLitresPerHour)).toEqual([null, null, 100, 100, 100])
  })
})

describe('ranges are answered as a whole or rejected', () => {
  test('four years of balance are not cut at 1,100 days', async () => {
    const [row] = await rowsOf<BalanceRow>(`/partitions/town/balance?from=${dateOfDay(today - 1461)}&to=${daysAgo(1)}`)
    expect(row).toMatchObject({ days: 1461, daysKnown: 3, supplyLitres: 7200, leakageLitres: 2520, leakageRate: 0.35 })
  })

  test('more than ten years are rejected with the limit, live, as of then, and in every format', async () => {
    const range = `from=2010-01-01&to=${daysAgo(0)}`
    const urls = ['night-flow?', 'night-flow?asOf=10&', 'balance?', 'balance?asOf=10&', 'flow?resolution=month&', 'flow?asOf=10&'].map(
      (path) => `/partitions/town/${path}${range}`,
    )
    for (const url of urls)
      for (const accept of ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream']) {
        const answer = await ask(`/api/v1${url}`, { accept })
        expect([answer.statusCode, answer.json()], url).toMatchObject([
          400,
          { code: expect.stringMatching(/range-too-long|request-invalid/) },
        ])
        expect(answer.body).toContain('3660')
      }
  })

  test('days the wrong way round are rejected', async () => {
    const answer = await get(`/partitions/town/night-flow?from=${daysAgo(1)}&to=${daysAgo(2)}`)
    expect(answer).toMatchObject({ status: 400, code: 'range-reversed' })
  })
})

describe('a point that was created can be changed', () => {
  test('name, leader and boundary show at once, with their history, and as it was believed before', async () => {
    const before = await running.log.head()
    const boundary = [
      [120.1, 30.2],
      [120.2, 30.2],
      [120.2, 30.3],
      [120.1, 30.2],
    ]
    const changes = { name: 'Old town', leaderName: 'Ada', leaderPhone: '555 0100', boundary, minimumCoverage: 0.9 }
    expect((await send('PUT', '/partitions/town', changes)).status).toBe(200)
    expect(await get('/partitions/town')).toMatchObject({ ...changes, minimumSupplyCoverage: 1 })
    expect((await get(`/partitions/town/night-flow?${yesterday()}&asOf=${before}`)).name).toBe('Town')
    expect((await get(`/partitions/town/night-flow?${yesterday()}&asOf=${before + 1}`)).name).toBe('Old town')
    const townAsOf = async (asOf: number) => (await rowsOf<{ id: string }>(`/partitions?asOf=${asOf}`)).find(({ id }) => id === 'town')
    expect(await townAsOf(before)).toMatchObject({ name: 'Town', leaderName: null, leaderPhone: null, boundary: null, minimumCoverage: 1 })
    expect(await townAsOf(before + 1)).toMatchObject(changes)
    const rows = await rowsOf<{ type: string; field: string; value: string }>('/partitions/town/changes')
    expect(rows.filter(({ type }) => type === 'leakage.PartitionChanged').map(({ field, value }) => [field, value])).toContainEqual([
      'leaderName',
      'Ada',
    ])
    const undone = { leaderName: null, boundary: null, minimumCoverage: 1 }
    expect((await send('PUT', '/partitions/town', undone)).status).toBe(200)
    expect(await get('/partitions/town')).toMatchObject({ name: 'Old town', leaderName: null, leaderPhone: '555 0100', boundary: null })
    expect(await send('PUT', '/partitions/nowhere', { name: 'Nowhere' })).toMatchObject({ status: 404, code: 'partition-not-found' })
    const analyst = { authorization: `Bearer ${running.tokenOf('south', 'analyst')}` }
    const refused = await running.ask('south', { method: 'PUT', url: '/api/v1/partitions/town', payload: { name: 'X' }, headers: analyst })
    expect(refused.statusCode).toBe(403)
  })

  test('supply with a missing hour is unknown, and estimated where the point allows it', async () => {
    await send('POST', '/meters', { meters: [{ number: 'gappy' }] })
    await send('POST', '/partitions', { partitionId: 'gap-zone', name: 'Gap zone' })
    await send('POST', '/partitions/gap-zone/summary-meters', { number: 'gappy' })
    // 22 of 24 hours, and no reading after them.
    await running.report(
      'south',
      'gappy',
      `${daysAgo(2)}T00:00:00Z`,
      Array.from({ length: 23 }, (_, hour) => hour * 10),
    )
    const range = `from=${daysAgo(2)}&to=${daysAgo(2)}`
    const ofDay = async () => (await rowsOf<NightFlowRow>(`/partitions/gap-zone/night-flow?${range}`))[0]
    expect(await ofDay()).toMatchObject({ supplyLitres: null, unknownBecause: 'supply-incomplete', supplyCompleteness: 0.916666 })
    expect((await send('PUT', '/partitions/gap-zone', { minimumSupplyCoverage: 0.9 })).status).toBe(200)
    expect(await ofDay()).toMatchObject({ supplyLitres: 240, averageFlowLitresPerHour: 10, estimated: true })
    const believed = await rowsOf<NightFlowRow>(`/partitions/gap-zone/night-flow?${range}&asOf=${await running.log.head()}`)
    expect(believed).toEqual([await ofDay()])
    expect((await send('PUT', '/partitions/gap-zone', { minimumSupplyCoverage: 0.95 })).status).toBe(200)
    expect(await ofDay()).toMatchObject({ supplyLitres: null, estimated: false })
    expect((await send('DELETE', '/partitions/gap-zone?whole=true')).status).toBe(200)
  })
})

describe('the network as a whole', () => {
  const wall = async () => (await ask('/prod-api/business/cascadeScreen/figures')).json().data

  test('a cascade without data blanks nothing: the sums say what they cover', async () => {
    await send('POST', '/partitions', { partitionId: 'idle-zone', name: 'Idle zone' })
    await send('POST', '/partitions/idle-zone/summary-meters', { number: 'idle' })
    const figures = await wall()
    expect(figures).toMatchObject({
      day: daysAgo(1),
      supplyLitres: 2400,
      leakageLitres: 840,
      leakageRate: 0.35,
      supplyChange: 0,
      coverage: { partitions: 2, supplyKnown: 1, leakageKnown: 1 },
      overlapping: [],
    })
    expect(figures.trend.at(-1)).toMatchObject({ day: daysAgo(1), supplyLitres: 2400, supplyKnown: 1 })
  })

  test('supply of the month counts every day whose supply is known, also where leakage is not', async () => {
    await send('POST', '/partitions', { partitionId: 'mill', name: 'Mill' })
    await send('POST', '/partitions/mill/summary-meters', { number: 'mill-inlet' })
    await report('mill-inlet', 1, 10)
    const figures = await wall()
    const knownDays = [3, 2, 1].filter((days) => daysAgo(days).slice(0, 7) === daysAgo(1).slice(0, 7)).length
    expect(figures).toMatchObject({
      supplyLitres: 2640,
      monthSupplyLitres: 2400 * knownDays + 240,
      monthLeakageLitres: 840 * knownDays,
      monthLeakageRate: 0.35,
      coverage: { partitions: 3, supplyKnown: 2, leakageKnown: 1 },
      monthCoverage: { supplyKnown: knownDays + 1, leakageKnown: knownDays },
    })
  })

  test('cascades that overlap do not count the same water twice', async () => {
    // A second cascade on the main of the first, and one whose inlet is a customer of the first.
    await send('POST', '/partitions', { partitionId: 'estate-again', name: 'Estate again' })
    await send('POST', '/partitions/estate-again/summary-meters', { number: 'main' })
    await send('POST', '/partitions', { partitionId: 'hotel-yard', name: 'Hotel yard' })
    await send('POST', '/partitions/hotel-yard/summary-meters', { number: 'hotel' })
    const figures = await wall()
    expect(figures).toMatchObject({ supplyLitres: 2640, leakageLitres: 840, leakageRate: 0.35, partitions: 5 })
    expect(figures.coverage).toEqual({ partitions: 3, supplyKnown: 2, leakageKnown: 1 })
    expect(figures.overlapping.map(({ id }: { id: string }) => id).sort()).toEqual(['estate-again', 'hotel-yard'])
  })

  test('one root of nine without data leaves supply, leakage and trend of the others, with 8 of 9 partitions', async () => {
    // Beside the estate, the mill without customers’ meters, and the idle zone without data.
    const numbers = Array.from({ length: 6 }, (_, index) => `ring-${index}`)
    await send('POST', '/meters', { meters: numbers.flatMap((number) => [{ number }, { number: `${number}-house` }]) })
    for (const number of numbers) {
      await send('POST', '/partitions', { partitionId: number, name: number })
      await send('POST', `/partitions/${number}/summary-meters`, { number })
      await send('POST', `/partitions/${number}/sub-meters`, { numbers: [`${number}-house`] })
      await report(number, 3, 10)
      await report(`${number}-house`, 3, 8)
    }
    const sums = { supplyLitres: 2640 + 6 * 240, leakageLitres: 840 + 6 * 48 }
    const figures = await wall()
    expect(figures).toMatchObject({ ...sums, coverage: { partitions: 9, supplyKnown: 8, leakageKnown: 7 } })
    expect(figures.trend.at(-1)).toMatchObject({ day: daysAgo(1), ...sums, supplyKnown: 8 })
  })
})
