import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp, northKey, southKey } from '../../support/data/ingest-app.ts'

/** A flow file was imported with the wrong unit: what mends it, and what is left of it. */

let running: RunningApi
let ingest: IngestApp
beforeAll(async () => {
  running = await startApi('import-withdrawal')
  ingest = await ingestApp(running.log)
  const meters = ['mended', 'right-at-once', 'with-gateway', 'late'].map((number) => ({ number }))
  await post('/api/v1/meters', { meters })
  for (const { number } of meters) {
    await post('/api/v1/partitions', { partitionId: `dma-${number}`, name: number })
    await post(`/api/v1/partitions/dma-${number}/summary-meters`, { number })
  }
})
afterAll(async () => {
  await ingest?.app.close()
  await running?.stop()
})

const post = async (url: string, payload: object): Promise<{ position: number; importId: string; isNew: boolean }> => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const get = async (url: string) => (await running.ask('north', { method: 'GET', url })).json()

const fingerprintOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0')
const declare = (name: string) =>
  post('/api/v1/imports', { kind: 'flows', fileName: `${name}.csv`, fingerprint: fingerprintOf(name), settings: [] })

const hour = 3_600_000
const firstHour = Date.parse('2026-02-01T00:00:00+01:00')
/** Two days and the hour before them. */
const hours = Array.from({ length: 49 }, (_, index) => index)

/** Litres of an hour by a law that any unit scales. */
const intervalsOf = (meter: string, scale: number) => ({
  meter: hours.map(() => meter),
  at: hours.map((index) => new Date(firstHour + index * hour).toISOString()),
  deltaLitres: hours.map((index) => (1000 + 10 * index) * scale),
  seconds: hours.map(() => 3600),
})

let frames = 0
const send = async (readings: object, headers: Record<string, string>, sentAt = new Date().toISOString()) => {
  frames += 1
  const answer = await ingest.post({ frameId: `frame-${frames}`, sentAt, readings }, { headers })
  if (answer.statusCode === 202) expect(await waitForViews(running.pool, answer.json().position, 60_000)).toBe(true)
  return answer
}
const importFlows = async (name: string, meter: string, scale: number): Promise<string> => {
  const { importId, isNew } = await declare(name)
  expect(isNew).toBe(true)
  const answer = await send(intervalsOf(meter, scale), { 'x-import-id': importId })
  expect(answer.statusCode, answer.body).toBe(202)
  await post(`/api/v1/imports/${importId}/completion`, {})
  return importId
}

type Volume = { from: string; volumeLitres: number | null; flags: string }
const volumesOf = async (meter: string): Promise<Volume[]> =>
  (await get(`/api/v1/meters/${meter}/volumes?from=2026-02-01&to=2026-02-02&resolution=day`)).rows
const litresOf = async (meter: string) => (await volumesOf(meter)).map(({ volumeLitres }) => volumeLitres)
const verified = () => verifyViews({ pool: running.pool, log: running.log })
const supplyOf = async (meter: string, asOf?: number): Promise<(number | null)[]> => {
  const until = asOf === undefined ? '' : `&asOf=${asOf}`
  const { rows } = await get(`/api/v1/partitions/dma-${meter}/night-flow?from=2026-02-01&to=2026-02-02${until}`)
  return rows.map(({ supplyLitres }: { supplyLitres: number | null }) => supplyLitres)
}

describe('an import with the wrong unit', () => {
  const wrong: string[] = []
  let believed = 0
  test('could not be mended by a second import, because the smaller of two values counted for ever', async () => {
    await importFlows('right at once', 'right-at-once', 1)
    wrong.push(await importFlows('wrong', 'mended', 0.001))
    believed = await running.log.head()
    expect(await litresOf('mended')).not.toEqual(await litresOf('right-at-once'))
    await importFlows('right', 'mended', 1)
    expect(await litresOf('mended')).toEqual(await litresOf('right-at-once'))
    expect(await supplyOf('mended')).toEqual(await supplyOf('right-at-once'))
    expect((await volumesOf('mended')).map(({ flags }) => flags)).toEqual(['corrected', 'corrected'])
    expect(await verified()).toEqual([])
  })

  test('is withdrawn, and the figures are those of an import that was right at once, without a trace in the day', async () => {
    await post(`/api/v1/imports/${wrong[0]}/withdrawal`, { reason: 'l/s taken for m3/h' })
    expect(await volumesOf('mended')).toEqual(await volumesOf('right-at-once'))
    expect(await verified()).toEqual([])
  })

  test('was believed until then, and time travel says so', async () => {
    const [first, second] = await supplyOf('mended')
    const then = await supplyOf('mended', believed)
    expect(then).toEqual([Math.round(first! / 1000), Math.round(second! / 1000)])
    expect(await supplyOf('mended', await running.log.head())).toEqual([first, second])
  })

  test('leaves no day where it was all there was, and what a gateway said counts again', async () => {
    await running.report('north', 'with-gateway', '2026-02-01T00:00:00+01:00', [0, ...hours.map((index) => (index + 1) * 100)])
    const before = await volumesOf('with-gateway')
    const importId = await importFlows('over a gateway', 'with-gateway', 5)
    const alone = await importFlows('alone', 'late', 5)
    expect(await litresOf('late')).not.toEqual([])
    for (const id of [importId, alone]) await post(`/api/v1/imports/${id}/withdrawal`, { reason: 'not ours' })
    expect(await volumesOf('with-gateway')).toEqual(before)
    expect((await volumesOf('late')).every(({ volumeLitres }) => volumeLitres === null)).toBe(true)
    expect(await supplyOf('late')).toEqual(await supplyOf('late', await running.log.head()))
    expect(await verified()).toEqual([])
  })

  test('is listed with its file, who imported it, what it brought and why it was withdrawn', async () => {
    const { rows } = await get('/api/v1/imports')
    const row = rows.find(({ importId }: { importId: string }) => importId === wrong[0])
    expect(row).toMatchObject({
      fileName: 'wrong.csv',
      state: 'withdrawn',
      declaredBy: 'user:admin',
      readings: 49,
      reason: 'l/s taken for m3/h',
    })
    expect(rows[0].importId > rows.at(-1).importId).toBe(true)
  })

  test('is found on its page of the list', async () => {
    const { rows: all, total } = await get('/api/v1/imports?limit=500')
    expect(total).toBe(all.length)
    expect(await get('/api/v1/imports?limit=2&page=2')).toEqual({ rows: all.slice(2, 4), total })
  })

  test('is the same import when it comes again, and a new one after its withdrawal', async () => {
    const { importId } = await declare('right')
    expect(await declare('right')).toMatchObject({ importId, isNew: false })
    expect(await declare('wrong')).toMatchObject({ isNew: true })
  })
})

test('frames of a withdrawn import that come late do not count', async () => {
  const { importId } = await declare('late frames')
  await post(`/api/v1/imports/${importId}/withdrawal`, { reason: 'stopped in the middle' })
  expect((await send(intervalsOf('late', 2), { 'x-import-id': importId })).statusCode).toBe(202)
  expect((await volumesOf('late')).every(({ volumeLitres }) => volumeLitres === null)).toBe(true)
  expect(await verified()).toEqual([])
})

test('readings of an unregistered meter from a withdrawn import are not claimed', async () => {
  const importId = await importFlows('of a stranger', 'stranger', 3)
  await post(`/api/v1/imports/${importId}/withdrawal`, { reason: 'of another utility' })
  expect((await get('/api/v1/unclaimed-meters')).rows).toEqual([])
  await post('/api/v1/meters', { meters: [{ number: 'stranger' }] })
  expect((await volumesOf('stranger')).every(({ volumeLitres }) => volumeLitres === null)).toBe(true)
  expect(await verified()).toEqual([])
})

test('a frame names an import of its own tenant, or is refused', async () => {
  const { importId } = await declare('of the north')
  const foreign = await send(intervalsOf('late', 1), { 'x-import-id': importId, authorization: `Bearer ${southKey}` })
  expect([foreign.statusCode, foreign.json().code]).toEqual([400, 'request-invalid'])
  for (const id of ['nonsense', '019ab000-0000-7000-8000-000000000001'])
    expect((await send(intervalsOf('late', 1), { 'x-import-id': id, authorization: `Bearer ${northKey}` })).statusCode).toBe(400)
})

test('a telegram that a gateway sends again later replaces what it said first, in any order of arrival', async () => {
  for (const [meter, order] of [
    ['sent-again', [0, 1, 2]],
    ['sent-again-shuffled', [2, 0, 1]],
  ] as const) {
    await post('/api/v1/meters', { meters: [{ number: meter }] })
    const at = hours.map((index) => new Date(firstHour + index * hour).toISOString())
    const frame = (scale: number) => ({ meter: at.map(() => meter), at, litres: hours.map((index) => (1000 + 10 * index) * scale) })
    const sent = [
      () => send(frame(1), {}, '2026-01-01T00:00:00Z'),
      () => send(frame(3), {}, '2026-02-05T00:00:00Z'),
      () => send(frame(2), {}, '2026-02-06T00:00:00Z'),
    ]
    for (const place of order) await sent[place]!()
  }
  const rows = await volumesOf('sent-again')
  expect(rows.map(({ volumeLitres, flags }) => [volumeLitres, flags])).toEqual([
    [480, 'corrected'],
    [480, 'corrected'],
  ])
  expect(await volumesOf('sent-again-shuffled')).toEqual(rows)
  expect(await verified()).toEqual([])
})
