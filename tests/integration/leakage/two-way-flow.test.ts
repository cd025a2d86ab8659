import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { ingestApp } from '../../support/data/ingest-app.ts'

/** Water that flows back through an inlet: by a reverse register, by negative intervals, and by a register that counts down. */

let running: RunningApi
let ingest: Awaited<ReturnType<typeof ingestApp>>
beforeAll(async () => {
  running = await startApi('two-way-flow')
  ingest = await ingestApp(running.log)
  await post('/api/v1/meters', {
    meters: [
      { number: 'forward' },
      { number: 'both' },
      { number: 'one-way' },
      { number: 'two-way', isTwoWay: true },
      { number: 'net', isTwoWay: true },
    ],
  })
  for (const partitionId of ['a', 'b', 'c']) await post('/api/v1/partitions', { partitionId, name: partitionId })
  for (const number of ['forward', 'both']) await post('/api/v1/partitions/a/summary-meters', { number })
  await post('/api/v1/partitions/b/summary-meters', { number: 'two-way' })
})
afterAll(async () => {
  await ingest?.app.close()
  await running?.stop()
})

const post = async (url: string, payload: object) => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
const get = async (url: string) => (await running.ask('north', { url })).json()
const midnight = Date.parse('2026-02-01T00:00:00+01:00')
const readings = (meter: string, hours: number, of: (hour: number) => object) =>
  Array.from({ length: hours }, (_, hour) => ({ meter, at: midnight + hour * 3_600_000, ...of(hour) }))
let frames = 0
const send = async (sent: readonly object[]) => {
  frames += 1
  const answer = await ingest.post({ frameId: `f${frames}`, sentAt: new Date().toISOString(), readings: sent })
  expect(answer.statusCode, answer.body).toBe(202)
  expect(await waitForViews(running.pool, answer.json().position, 60_000)).toBe(true)
  return answer.json()
}
const nightFlow = async (partition: string, asOf = '') =>
  (await get(`/api/v1/partitions/${partition}/night-flow?from=2026-02-01&to=2026-02-01${asOf}`)).rows[0]
const dayOf = async (meter: string) => (await get(`/api/v1/meters/${meter}/volumes?from=2026-02-01&to=2026-02-01&resolution=day`)).rows[0]
const agree = async (partition: string) => {
  expect(await nightFlow(partition, `&asOf=${await running.log.head()}`)).toEqual(await nightFlow(partition))
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
}

test('the reverse register of an inlet never reached the supply: it is forward less reverse, hour by hour', async () => {
  await send(readings('forward', 25, (hour) => ({ litres: 100 * hour })))
  await send(readings('both', 25, (hour) => ({ litres: 14 * hour, reverseLitres: 3 * hour })))
  // 2,400 and 336 forward, 72 backward.
  expect(await nightFlow('a')).toMatchObject({ supplyLitres: 2_664, nightMinimumFlowLitresPerHour: 111, completeness: 1 })
  expect(await dayOf('both')).toMatchObject({ volumeLitres: 336 })
  await agree('a')
  await post('/api/v1/partitions/a/dissociations', { numbers: ['both'] })
  expect(await nightFlow('a')).toMatchObject({ supplyLitres: 2_400 })
  await post('/api/v1/partitions/a/summary-meters', { number: 'both' })
  expect(await nightFlow('a')).toMatchObject({ supplyLitres: 2_664 })
  await post('/api/v1/meters/both/details', { hasValve: false, isTwoWay: true })
  expect(await dayOf('both')).toMatchObject({ volumeLitres: 264 })
  expect(await nightFlow('a')).toMatchObject({ supplyLitres: 2_664 })
  await agree('a')
})

const intervals = (meter: string) =>
  readings(meter, 24, (hour) => ({ at: midnight + (hour + 1) * 3_600_000, deltaLitres: hour < 4 ? -5 : 10, seconds: 3600 }))

test('negative intervals of a two-way meter were rejected: they are taken off, in objects and columns, and rejected of any other meter', async () => {
  expect(await send(intervals('one-way'))).toMatchObject({
    accepted: 20,
    rejected: Array(4).fill({ reason: 'negative', field: 'deltaLitres' }),
  })
  expect(await send(intervals('two-way'))).toMatchObject({ accepted: 24, rejected: [] })
  expect(await dayOf('two-way')).toMatchObject({ volumeLitres: 180, completeness: 1 })
  expect(await nightFlow('b')).toMatchObject({ supplyLitres: 180, nightMinimumFlowLitresPerHour: -5 })
  await post('/api/v1/meters/one-way/details', { hasValve: false, isTwoWay: true })
  const sent = intervals('one-way').slice(0, 4) as { meter: string; at: number; deltaLitres: number; seconds: number }[]
  const asColumns = {
    meter: sent.map(({ meter }) => meter),
    at: sent.map(({ at }) => at),
    deltaLitres: sent.map(({ deltaLitres }) => deltaLitres),
    seconds: sent.map(({ seconds }) => seconds),
  }
  const answer = await ingest.post({ frameId: 'columns', sentAt: new Date().toISOString(), readings: asColumns })
  expect(answer.json()).toMatchObject({ accepted: 4, rejected: [] })
  expect(await waitForViews(running.pool, answer.json().position, 60_000)).toBe(true)
  expect(await dayOf('one-way')).toMatchObject({ volumeLitres: 180 })
  await agree('b')
})

test('a register that counts down is flow of a two-way meter alone', async () => {
  await post('/api/v1/partitions/c/summary-meters', { number: 'net' })
  await send(readings('net', 25, (hour) => ({ litres: hour < 12 ? 500 + 10 * hour : 610 - 20 * (hour - 11) })))
  expect(await dayOf('net')).toMatchObject({ volumeLitres: 110 - 260, flags: '' })
  expect((await get('/api/v1/meters/net')).fields).toMatchObject({ isTwoWay: true })
  await agree('c')
})
