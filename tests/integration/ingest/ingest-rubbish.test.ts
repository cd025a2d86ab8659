import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { FrameAcknowledged, ReadingsReported, readingFields } from '@nightflow/schemas/metering/report-readings'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'

const arrow = 'application/vnd.apache.arrow.stream'
const packed = 'application/vnd.nightflow.frame'
const sentAt = new Date(Date.now() - 60_000).toISOString()

let log: EventLog
let ingest: IngestApp
beforeAll(async () => {
  log = createMemoryEventLog()
  ingest = await ingestApp(log)
})
afterAll(async () => {
  await ingest.app.close()
  await log.close()
})

let goodFrames = 0
/** A good frame is accepted whole, whatever came before it. */
const expectGoodFrame = async () => {
  goodFrames += 1
  const answer = await ingest.post({
    frameId: `good ${goodFrames}`,
    sentAt,
    readings: { meter: ['7', '8'], at: [sentAt, sentAt], litres: [goodFrames, null], pressureKilopascal: [null, 3] },
  })
  expect(answer.statusCode).toBe(202)
  expect(answer.json()).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] })
}

/** Sends rubbish. It may be refused or quarantined, never more; what the log holds of it can be read. */
const expectNoHarm = async (body: Buffer | string, headers: Record<string, string> = {}, url = '/ingest/v1/frames') => {
  const answer = await ingest.post(body, { headers, url })
  expect([202, 400, 413, 415]).toContain(answer.statusCode)
  if (answer.statusCode !== 202) {
    expect(answer.json().code).toBeTypeOf('string')
    return
  }
  const acknowledged = FrameAcknowledged.parse(answer.json())
  const [event] = await log.readAll(acknowledged.position! - 1, { limit: 1 })
  ReadingsReported.parse(event!.data)
  expect(unpackFrame(event!.packed!).count).toBe(acknowledged.accepted)
}

const envelope = (readings: string) => `{"frameId":"rubbish ${Math.random()}","sentAt":"${sentAt}","readings":${readings}}`
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const deepObject = (depth: number) => [...new Array(depth).fill('{"a":'), '1', ...new Array(depth).fill('}')].join('')

describe('a gateway that sends rubbish', () => {
  const bodies: [string, Buffer | string, Record<string, string>?][] = [
    ['nothing', ''],
    ['blanks', '   '],
    ['half of a frame', envelope('[{"meter":"7","at"').slice(0, -1)],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"frame"'],
    ['NaN', 'NaN'],
    ['random bytes', randomBytes(10_000)],
    ['random bytes as Arrow', randomBytes(10_000), { 'content-type': arrow }],
    ['nothing as Arrow', '', { 'content-type': arrow }],
    ['random bytes as a packed frame', randomBytes(10_000), { 'content-type': packed }],
    ['a packed frame that claims readings and has none', Buffer.from('01ffff03', 'hex'), { 'content-type': packed }],
    ['JSON as Arrow', envelope('[]'), { 'content-type': arrow }],
    ['Arrow with a huge metadata length', Buffer.from('ffffffffffffff7f00000000', 'hex'), { 'content-type': arrow }],
    ['deep arrays', deep(200_000)],
    ['a deep reading', envelope(`[${deep(200_000)}]`)],
    ['a deep field', envelope(`[{"meter":"7","at":"${sentAt}","litres":${deepObject(100_000)}}]`)],
    ['deep readings in columns', envelope(`{"meter":[${deep(100_000)}],"at":[${deepObject(100_000)}]}`)],
    [
      'huge numbers',
      envelope(
        `[{"meter":"7","at":1e400,"litres":1e400},{"meter":"7","at":"${sentAt}","litres":-1e400},{"meter":"7","at":-1e308,"seconds":1e308}]`,
      ),
    ],
    ['a number of a million digits', envelope(`[{"meter":"7","at":"${sentAt}","litres":${'9'.repeat(1_000_000)}}]`)],
    ['a text of a million letters', envelope(`[{"meter":"${'7'.repeat(1_000_000)}","at":"${'2'.repeat(1_000_000)}"}]`)],
    [
      'lone surrogates',
      envelope(
        `[{"meter":"\\ud800","at":"${sentAt}"},{"meter":"7","at":"${sentAt}","\\udfff":"\\ud800\\u0000"},{"meter":"7","at":"\\u0000"}]`,
      ),
    ],
    ['a frame id of a lone surrogate', `{"frameId":"\\ud800","sentAt":"${sentAt}","readings":[]}`],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"frameId":"'), Buffer.of(0xff, 0xfe, 0xc0), Buffer.from(`","sentAt":"${sentAt}","readings":[]}`)]),
    ],
    [
      'prototype keys',
      envelope(
        `[{"__proto__":{"meter":"7"},"constructor":{"prototype":1}},{"meter":"7","at":"${sentAt}","hasOwnProperty":1,"toString":null,"litres":1}]`,
      ),
    ],
    ['prototype columns', envelope('{"__proto__":[1],"constructor":[2],"toString":[3]}')],
    ['columns that are no arrays', envelope('{"meter":"7","at":{"length":3}}')],
    ['columns of different lengths', envelope('{"meter":["7"],"at":[]}')],
    ['an array that looks like columns', envelope('[["meter"],["7"]]')],
    ['duplicate keys', `{"frameId":"a","frameId":7,"sentAt":"${sentAt}","readings":[],"readings":{"at":[1]}}`],
    ['fifty thousand and one readings', envelope(`[${new Array(50_001).fill('{}').join()}]`)],
    ['fifty thousand bad readings', envelope(`[${new Array(50_000).fill('{"x":1}').join()}]`)],
    [
      'fifty thousand flag sets',
      envelope(`[${Array.from({ length: 50_000 }, (_, row) => `{"meter":"7","at":"${sentAt}","flags":["f${row}"]}`).join()}]`),
    ],
    ['a hundred thousand unknown columns', envelope(`{${Array.from({ length: 100_000 }, (_, place) => `"c${place}":[1]`).join()}}`)],
    ['a sending time that is none', `{"frameId":"a","sentAt":"9999-12-31T23:59:59-23:59","readings":[]}`],
    ['a truncated gzip', gzipSync(envelope('[]')).subarray(0, 40), { 'content-encoding': 'gzip' }],
    ['a gzip bomb', gzipSync(Buffer.alloc(100_000_000)), { 'content-encoding': 'gzip' }],
    ['something else than gzip', randomBytes(100), { 'content-encoding': 'gzip' }],
    ['an unknown encoding', envelope('[]'), { 'content-encoding': 'zstd, gzip, \u00ff' }],
    ['an unknown type', envelope('[]'), { 'content-type': 'application/x-nothing' }],
    ['a malformed type', envelope('[]'), { 'content-type': ';;;=' }],
  ]

  it.each(bodies)('as %s gets no server error and stops no good frame', async (_, body, headers) => {
    await expectNoHarm(body, headers)
    await expectGoodFrame()
  })

  it('in its query gets no server error', async () => {
    for (const query of ['?frameId=a&frameId=b', '?frameId[]=1', '?__proto__=1&sentAt=%00', '?%E0%A4%A', `?${'a'.repeat(3000)}`])
      await expectNoHarm(randomBytes(100), { 'content-type': arrow }, `/ingest/v1/frames${query}`)
    await expectGoodFrame()
  })

  it('of any JSON at all gets no server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6, stringUnit: 'binary' }), (body) => expectNoHarm(body)),
      { numRuns: 300 },
    )
    await expectGoodFrame()
  })

  it('of any values in the right places gets no server error', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), fc.constantFrom('7', sentAt, 12, 'open', ['leak'], null))
    const field = fc.oneof(fc.constantFrom(...readingFields), fc.constantFrom(...readingFields), fc.string({ unit: 'binary' }))
    const objects = fc.array(fc.oneof(value, fc.dictionary(field, value, { maxKeys: 8 })), { maxLength: 12 })
    const columns = fc
      .nat(12)
      .chain((count) => fc.dictionary(field, fc.array(value, { minLength: count, maxLength: count }), { maxKeys: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(objects, columns), fc.uuid(), (readings, frameId) =>
        expectNoHarm(JSON.stringify({ frameId, sentAt, readings })),
      ),
      { numRuns: 500 },
    )
    await expectGoodFrame()
  })

  it('of any bytes as any type gets no server error', async () => {
    const types = fc.constantFrom('application/json', arrow, packed, 'text/plain', 'application/json; charset=utf-16')
    const encodings = fc.constantFrom('identity', 'gzip', 'x-gzip', 'GZIP')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, encodings, (bytes, type, encoding) =>
        expectNoHarm(Buffer.from(bytes), { 'content-type': type, 'content-encoding': encoding }),
      ),
      { numRuns: 300 },
    )
    await expectGoodFrame()
  })
})
