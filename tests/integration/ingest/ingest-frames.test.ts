import { gzipSync } from 'node:zlib'
import { describeFrame } from '@nightflow/domain/metering/describe-frame'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog } from '@nightflow/event-log/event-log'
import { EventLogOverloaded, EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { hashGatewayKey } from '@nightflow/ingest/shared/gateway-keys'
import { FrameAcknowledged, frameLimits, ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { Problem } from '@nightflow/schemas/shared/problem'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IngestApp, ingestApp, northKey, southKey } from '../../support/data/ingest-app.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

const sentAt = '2026-03-01T12:00:00Z'
const clock = { now: Date.parse('2026-03-01T12:00:05Z') }
const now = () => clock.now

let database: FreshDatabase
let log: EventLog
let ingest: IngestApp
beforeAll(async () => {
  database = await freshDatabase('ingest_frames')
  log = createPostgresEventLog({ pool: database.pool, connectionString: database.connectionString })
  ingest = await ingestApp(log, { now })
})
afterAll(async () => {
  await ingest.app.close()
  await log.close()
  await database.drop()
})

const frame = (frameId: string, readings: unknown = [{ meter: '7', at: sentAt, litres: 12.3456 }]) => ({ frameId, sentAt, readings })
const problemOf = (answer: LightMyRequestResponse) => {
  expect(answer.headers['content-type']).toContain('application/problem+json')
  const problem = Problem.parse(answer.json())
  expect(problem.status).toBe(answer.statusCode)
  return problem
}

describe('a frame that arrives', () => {
  it('is one event in the log of its utility, durable when it is acknowledged', async () => {
    const readings = [
      { meter: '8', at: sentAt, litres: 5 },
      { meter: '7', at: sentAt, litres: 12.3456, flags: ['leak'] },
      { meter: '8', at: sentAt, litres: 5 },
      { meter: '8', at: sentAt, litres: -5 },
    ]
    const answer = await ingest.post(frame('one', readings))
    expect(answer.statusCode).toBe(202)
    const acknowledged = FrameAcknowledged.parse(answer.json())
    expect(acknowledged).toEqual({
      frameId: 'one',
      accepted: 2,
      duplicates: 1,
      rejected: [{ index: 3, meter: expect.any(String), reason: 'negative', field: 'litres', value: '-5' }],
      position: expect.any(Number),
    })
    const [event] = await log.readAll(acknowledged.position! - 1, { limit: 1 })
    expect(event).toMatchObject({
      stream: 'north/metering-gateway-tower',
      type: 'metering.ReadingsReported',
      metadata: { tenant: 'north', actor: 'gateway:tower' },
    })
    const data = ReadingsReported.parse(event!.data)
    expect(data).toMatchObject({
      source: 'frames',
      gateway: 'tower',
      meterCount: 2,
      firstAt: '2026-03-01T12:00:00.000Z',
      receivedAt: '2026-03-01T12:00:05.000Z',
    })
    expect(JSON.parse(data.raw!)).toEqual(frame('one', readings))
    expect(describeFrame(unpackFrame(event!.packed!), 10)).toEqual([
      { meter: '7', at: '2026-03-01T12:00:00.000Z', litres: 12.346, flags: ['leak'] },
      { meter: '8', at: '2026-03-01T12:00:00.000Z', litres: 5 },
    ])
  })

  it('is answered as the first time and stored once, however often it comes, also at the same time', async () => {
    const readings = [{ meter: '7', at: sentAt, litres: 1 }, 'rubbish \u0000 \ud83d\ude00 \udc00', { meter: '7', at: sentAt, litres: 1 }]
    const first = await ingest.post(frame('two', readings))
    const head = await log.head()
    const again = await Promise.all(Array.from({ length: 20 }, () => ingest.post(frame('two', readings))))
    clock.now += 1000
    const changed = await ingest.post(frame('two', []))
    for (const answer of [...again, changed]) {
      expect(answer.statusCode).toBe(202)
      expect(answer.body).toBe(first.body)
    }
    expect(await log.head()).toBe(head)
    const race = await Promise.all(Array.from({ length: 20 }, () => ingest.post(frame('three'))))
    expect(new Set(race.map((answer) => answer.body)).size).toBe(1)
    expect(await log.head()).toBe(head + 1)
  })

  it('is another frame when another gateway sends it', async () => {
    const north = await ingest.post(frame('shared'))
    const south = await ingest.post(frame('shared'), { headers: { authorization: `Bearer ${southKey}` } })
    expect(south.json().position).not.toBe(north.json().position)
  })

  it('may hold nothing, and nothing good', async () => {
    expect((await ingest.post(frame('empty', []))).json()).toMatchObject({ accepted: 0, rejected: [] })
    expect((await ingest.post(frame('empty columns', {}))).json()).toMatchObject({ accepted: 0, rejected: [] })
    const answer = await ingest.post(frame('all bad', { litres: [1, 2] }))
    expect(answer.json()).toMatchObject({ accepted: 0, rejected: [{ reason: 'meter-missing' }, { reason: 'meter-missing' }] })
    const [event] = await log.readAll(answer.json().position - 1, { limit: 1 })
    expect(ReadingsReported.parse(event!.data)).toMatchObject({ firstAt: null, lastAt: null, meterCount: 0 })
  })

  it('may be compressed, as far as it inflates to what is allowed', async () => {
    const headers = { 'content-encoding': 'gzip' }
    expect((await ingest.post(gzipSync(JSON.stringify(frame('gzip'))), { headers })).statusCode).toBe(202)
    const bomb = gzipSync(Buffer.alloc(frameLimits.bodyBytesMax + 1, 32))
    expect(problemOf(await ingest.post(bomb, { headers })).code).toBe('too-large')
    expect(problemOf(await ingest.post(gzipSync(JSON.stringify(frame('gzip'))).subarray(0, 30), { headers })).code).toBe('request-invalid')
    expect(problemOf(await ingest.post(frame('plain'), { headers })).code).toBe('request-invalid')
    expect(problemOf(await ingest.post(frame('brotli'), { headers: { 'content-encoding': 'br' } })).code).toBe('unsupported-media-type')
  })

  it('is refused when it is too large or of an unknown kind', async () => {
    expect(problemOf(await ingest.post(Buffer.alloc(frameLimits.bodyBytesMax + 1, 32))).code).toBe('too-large')
    const many = new Array(frameLimits.readingsMax + 1).fill(null)
    expect(problemOf(await ingest.post(frame('many', many))).code).toBe('too-large')
    expect(problemOf(await ingest.post(frame('xml'), { headers: { 'content-type': 'text/xml' } })).code).toBe('unsupported-media-type')
  })
})

describe('a gateway', () => {
  it('needs a key that is known', async () => {
    for (const authorization of [
      '',
      'Bearer',
      `Basic ${northKey}`,
      'Bearer nfk_short',
      'Bearer nfk_unknownunknownunknown',
      `Bearer ${northKey}\u00e4`,
    ]) {
      const answer = await ingest.post(frame('never'), { headers: { authorization } })
      expect(answer.statusCode).toBe(401)
      expect(problemOf(answer).code).toBe('gateway-key-unknown')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  it('is turned away a few seconds after its key was revoked', async () => {
    const key = 'nfk_revokedrevokedrevoked'
    const headers = { authorization: `Bearer ${key}` }
    ingest.gateways.set(hashGatewayKey(key).toString('hex'), { tenant: 'north', name: 'old' })
    expect((await ingest.post(frame('last'), { headers })).statusCode).toBe(202)
    ingest.gateways.clear()
    clock.now += 3_001
    expect((await ingest.post(frame('too late'), { headers })).statusCode).toBe(401)
    for (const [one, name] of [
      [northKey, 'north'],
      [southKey, 'south'],
    ] as const)
      ingest.gateways.set(hashGatewayKey(one).toString('hex'), { tenant: name, name: 'tower' })
    clock.now += 3_001
  })

  it('that sends too fast gets a Retry-After, and the others are not affected', async () => {
    const slow = await ingestApp(log, { now, rateLimits: { requestsPerSecond: 1, burst: 2 } })
    const answers = [await slow.post(frame('r1')), await slow.post(frame('r2')), await slow.post(frame('r3'))]
    expect(answers.map((answer) => answer.statusCode)).toEqual([202, 202, 429])
    expect(problemOf(answers[2]!).code).toBe('too-fast')
    expect(answers[2]!.headers['retry-after']).toBe('1')
    expect((await slow.post(frame('r3'), { headers: { authorization: `Bearer ${southKey}` } })).statusCode).toBe(202)
    clock.now += 1_000
    expect((await slow.post(frame('r3'))).statusCode).toBe(202)
    await slow.app.close()
  })
})

describe('when the log cannot take a frame', () => {
  it.each([
    ['is full', new EventLogOverloaded('full'), '1'],
    ['does not answer', new EventLogUnavailable('gone'), '5'],
  ])('because it %s, the gateway is asked to send it again', async (_, error, retryAfter) => {
    const failing = await ingestApp({ ...log, append: () => Promise.reject(error) }, { now })
    const answer = await failing.post(frame('later'))
    expect(answer.statusCode).toBe(503)
    expect(problemOf(answer).code).toBe('unavailable')
    expect(answer.headers['retry-after']).toBe(retryAfter)
    await failing.app.close()
  })
})
