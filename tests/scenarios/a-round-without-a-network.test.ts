import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { WalkByRow } from '@nightflow/schemas/metering/walk-by'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../support/api/running-api.ts'

/** A reader walks a round without a network; what was read arrives a day late, partly read by others, partly twice, partly for a cancelled plan. */
let running: RunningApi
const hour = 3_600_000
const day = 24 * hour
/** Six days ago, at midnight. The round is walked two days later, at noon; its readings arrive a day after that or later. */
const begin = Math.floor(Date.now() / day) * day - 6 * day
const at = (hours: number): string => new Date(begin + hours * hour).toISOString()
const dayOf = (days: number): string => at(days * 24).slice(0, 10)
const walked = 2 * 24 + 12
const planId = randomUUID()
const cancelledId = randomUUID()
const numbers = ['7101', '7102', '7103']
/** UUIDs of version 7, as the phone chose them. */
const readingId = (place: number) => `019ab000-0000-7000-8000-${String(place).padStart(12, '0')}`

beforeAll(async () => {
  running = await startApi('offline_round')
  const meters = [...numbers, '7104'].map((number) => ({ number, timeZone: 'UTC', installedAt: at(0), maximumGapSeconds: 7 * 24 * 3600 }))
  await call('POST', '/api/v1/meters', { meters })
  // Each was read the day before; the second one has a radio besides.
  for (const [place, number] of [...numbers, '7104'].entries()) await take(place + 1, number, 1000, 24)
  const dates = { startDate: dayOf(2), endDate: dayOf(3) }
  await call('POST', '/prod-api/business/walkBy', { planId, name: 'Mill Lane', numbers, ...dates })
  await call('POST', '/prod-api/business/walkBy', { planId: cancelledId, name: 'Quay', numbers: ['7104'], ...dates })
})
afterAll(() => running?.stop())

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const take = (place: number, number: string, litres: number, hours: number, more: object = {}) =>
  call('POST', '/prod-api/business/manualReading', { readingId: readingId(place), number, at: at(hours), litres, ...more })
const volumes = async (number: string): Promise<(number | null)[]> => {
  const { rows } = await call('GET', `/api/v1/meters/${number}/volumes?from=${dayOf(0)}&to=${dayOf(2)}&resolution=day`)
  return rows.map(({ volumeLitres }: { volumeLitres: number | null }) => volumeLitres)
}
const planOf = async (id: string): Promise<WalkByRow> =>
  (await call('GET', '/prod-api/business/walkBy/list')).rows.find((row: WalkByRow) => row.planId === id)
/** Registers of the readings that count, by their instants. */
const registers = async (number: string): Promise<[string, number][]> => {
  const { rows } = await call('GET', `/api/v1/meters/${number}/readings?from=${dayOf(0)}&to=${dayOf(3)}`)
  return rows.map((row: { at: string; litres: number }) => [row.at, row.litres])
}

test('while the reader has no network, a radio reads one of the meters and a colleague another, and a plan is cancelled', async () => {
  await running.report(
    'north',
    '7102',
    at(24),
    Array.from({ length: 49 }, (_, each) => 1000 + 10 * each),
  )
  expect(await take(10, '7103', 1350, walked - 1, { planId })).toMatchObject({ code: 200, data: { earlier: null } })
  const { walkById } = await planOf(cancelledId)
  expect(await call('PUT', `/prod-api/business/walkBy/cancel/${walkById}`, { reason: 'flood' })).toMatchObject({ code: 200 })
})

test('a late reading keeps its own time, and sent twice it counts once', async () => {
  for (let times = 0; times < 2; times += 1) {
    expect(await take(11, '7101', 1360, walked, { planId })).toMatchObject({ code: 200, data: { earlier: null } })
    expect(await take(12, '7102', 1360, walked + 0.5, { planId })).toMatchObject({ code: 200, data: { earlier: null } })
    expect(await take(13, '7103', 1360, walked, { planId })).toMatchObject({ code: 200, data: { earlier: { litres: 1350 } } })
    expect(await take(14, '7104', 1360, walked, { planId: cancelledId })).toMatchObject({ reason: 'walk-by-cancelled' })
  }
  expect(await planOf(planId)).toMatchObject({ status: '1', metersRead: 3 })
  expect(await planOf(cancelledId)).toMatchObject({ status: '2', metersRead: 0 })
})

// requirement of Manual and walk-by reading: Two readings of one meter in a round are both kept, and the page says it | /readMeter/walkBy | POST /prod-api/business/manualReading
test('both readings of a meter are kept, and the register of the later instant is the last one', async () => {
  expect(await registers('7103')).toEqual([
    [at(24), 1000],
    [at(walked - 1), 1350],
    [at(walked), 1360],
  ])
  const repeated = await call('GET', '/prod-api/business/manualReading/list?isRepeated=1')
  expect(repeated.rows.map(({ meterNo }: { meterNo: string }) => meterNo)).toEqual(['7103'])
})

test('the days have their volumes as if every reading had come at once; the day of the visit is known only where the radio goes on', async () => {
  expect(await volumes('7101')).toEqual([null, 240, null])
  expect(await volumes('7102')).toEqual([null, 240, 240])
  expect(await volumes('7103')).toEqual([null, 240, null])
  expect(await volumes('7104')).toEqual([null, null, null])
})

test('the reader sends the refused reading as a manual one, under the same identifier', async () => {
  expect(await take(14, '7104', 1360, walked)).toMatchObject({ code: 200 })
  expect(await registers('7104')).toEqual([
    [at(24), 1000],
    [at(walked), 1360],
  ])
  expect(await volumes('7104')).toEqual([null, 240, null])
  expect(await planOf(cancelledId)).toMatchObject({ metersRead: 0 })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
