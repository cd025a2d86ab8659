import { randomUUID } from 'node:crypto'
import { verifyViews } from '@nightflow/projections/projector/replay'
import type { WalkByRow } from '@nightflow/schemas/metering/walk-by'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/** Registers that people read at the meter, alone or on a planned round. */

let running: RunningApi
const planId = randomUUID()
const hour = 3_600_000
const start = Math.floor(Date.now() / hour) * hour - 72 * hour
const at = (hours: number) => new Date(start + hours * hour).toISOString()
/** UUIDs of version 7 in their order. */
const readingId = (place: number) => `019ab000-0000-7000-8000-${String(place).padStart(12, '0')}`

beforeAll(async () => {
  running = await startApi('walk-by')
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: ['a', 'b', 'c'].map((number) => ({ number })) } })
  await running.report(
    'north',
    'a',
    at(0),
    Array.from({ length: 49 }, (_, each) => 1000 + each * 10),
  )
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north') =>
  (await running.ask(tenant, { method, url, ...(payload && { payload }) })).json()
const take = (place: number, number: string, litres: number, hours: number, more: object = {}) =>
  ask('POST', '/prod-api/business/manualReading', { readingId: readingId(place), number, at: at(hours), litres, ...more })
const list = async (filter = '') => (await ask('GET', `/prod-api/business/manualReading/list?${filter}`)).rows
const plans = async (): Promise<WalkByRow[]> => (await ask('GET', '/prod-api/business/walkBy/list')).rows

test('a manual reading is a reading of the meter; sent again it has no further effect', async () => {
  const previous = await ask('GET', '/api/v1/meters/a/previous-reading')
  expect(previous).toMatchObject({ previousLitres: 1480, previousAt: at(48) })
  expect(await take(1, 'a', 1560, 56, { note: 'in the cellar' })).toMatchObject({ code: 200 })
  const head = await running.log.head()
  expect(await take(1, 'a', 1560, 56)).toMatchObject({ code: 200 })
  expect(await running.log.head()).toBe(head)
  expect(await list('meterNo=a')).toMatchObject([
    { meterNo: 'a', litres: 1560, previousLitres: 1480, readAt: at(56), note: 'in the cellar', takenBy: 'admin', photoUrl: '' },
  ])
  expect(await ask('GET', '/api/v1/meters/a')).toMatchObject({ lastRegisterLitres: 1560, lastReadAt: at(56) })
  expect((await ask('GET', '/prod-api/business/manualReading/list', undefined, 'south')).rows).toEqual([])
})

test('of two readings for one instant the one that was taken later counts', async () => {
  await take(3, 'a', 1562, 57)
  await take(2, 'a', 1561, 57)
  expect(await ask('GET', '/api/v1/meters/a')).toMatchObject({ lastRegisterLitres: 1562 })
})

test('a register below the one before needs the reader’s confirmation', async () => {
  expect(await take(4, 'a', 15, 60)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(4, 'a', 1_000_000, 60)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(4, 'a', 1500, 60, { isConfirmed: true })).toMatchObject({ code: 200 })
  expect((await list())[0]).toMatchObject({ litres: 1500, isConfirmed: true })
  expect(await take(5, 'nowhere', 1, 1)).toMatchObject({ reason: 'meter-not-registered' })
})

test('a late reading above what the meter showed afterwards needs the reader’s confirmation', async () => {
  expect(await take(40, 'a', 1600, 30)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(40, 'a', 1305, 30.5)).toMatchObject({ code: 200 })
})

test('another register under the identifier of a reading is refused and not lost without a word', async () => {
  expect(await take(40, 'a', 1306, 30.5)).toMatchObject({ reason: 'reading-id-used' })
})

test('walk-by reading start date must precede the end date', async () => {
  const plan = { planId, name: 'Canal Street', numbers: ['c', 'a', 'b'], startDate: '2026-03-02' }
  const refused = await ask('POST', '/prod-api/business/walkBy', { ...plan, endDate: '2026-03-02' })
  expect(refused).toMatchObject({ reason: 'walk-by-start-not-before-end' })
  const unknown = { ...plan, numbers: ['zzz'], endDate: '2026-03-05' }
  expect(await ask('POST', '/prod-api/business/walkBy', unknown)).toMatchObject({ reason: 'meter-not-registered' })
  for (let times = 0; times < 2; times += 1)
    expect(await ask('POST', '/prod-api/business/walkBy', { ...plan, endDate: '2026-03-05' })).toMatchObject({ code: 200 })
  expect(await plans()).toMatchObject([{ name: 'Canal Street', status: '0', metersRead: 0, metersTotal: 3 }])
})

test('the round has the meters in route order with what they showed last; its progress follows from the readings', async () => {
  const [{ walkById }] = (await plans()) as [WalkByRow]
  const { meters } = (await ask('GET', `/prod-api/business/walkBy/${walkById}/round`)).data
  expect(meters.map(({ number }: { number: string }) => number)).toEqual(['c', 'a', 'b'])
  expect(meters[1]).toMatchObject({ previousLitres: 1500, isRead: false })
  await take(6, 'c', 77, 61, { planId })
  await take(7, 'a', 1600, 62, { planId })
  expect(await plans()).toMatchObject([{ metersRead: 2, status: '0' }])
  await take(8, 'b', 12, 63, { planId })
  expect(await plans()).toMatchObject([{ metersRead: 3, status: '1' }])
  expect(await take(9, 'b', 13, 64, { planId: randomUUID() })).toMatchObject({ reason: 'walk-by-unknown' })
})

test('a plan is cancelled with a reason, its readings stay, and the read models are what the log says', async () => {
  const [{ walkById }] = (await plans()) as [WalkByRow]
  expect(await ask('PUT', `/prod-api/business/walkBy/cancel/${walkById}`, { reason: 'flood' })).toMatchObject({ code: 200 })
  expect(await plans()).toMatchObject([{ status: '2', metersRead: 3 }])
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
