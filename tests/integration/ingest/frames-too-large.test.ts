import { anEvent, aStream } from '@nightflow/event-log/event-log.conformance'
import { AppendTooLarge } from '@nightflow/event-log/event-log-errors'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { runFrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import { keepInBuffer } from '@nightflow/ingest/frame-buffer/keep-in-buffer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { type StandInOfTest, standInOfTest } from '../../support/eventstoredb-stand-in/stand-in-of-test.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'
import { findWayToKafka } from '../../support/kafka/kafka-broker.ts'
import { ownTopic, removeTopics, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'

// On the STAND-IN, which counts as the server does: data, metadata, and two bytes for each character of the type.
const raisedBytes = 4_000_000
let { server, log, open, stop } = {} as StandInOfTest
beforeEach(async () => {
  ;({ server, log, open, stop } = await standInOfTest())
})
afterEach(() => stop())

/** Readings that are rejected take most room in the log: each is stored with its reason and the value sent. */
const frameOf = (frameId: string, rejected: number) => ({
  frameId,
  sentAt: '2026-01-01T00:00:00Z',
  readings: Array.from({ length: rejected }, (_, index) => ({ meter: `${index}`, at: '2026-01-01T00:00:00Z', litres: -1 })),
})

/** Sends a frame that is far too large, and one of nearly the largest size that the answer allows; gives the answers. */
const sendAroundTheLimit = async ({ post }: IngestApp) => {
  const refused = await post(frameOf('too-large', 20_000))
  expect([refused.statusCode, refused.json()]).toEqual([
    413,
    expect.objectContaining({
      code: 'too-large',
      detail: expect.stringMatching(/^the frame is \d+ bytes packed, with what was rejected of it, and the log takes 1048576: split it$/),
    }),
  ])
  const [bytes, bytesMax] = [...String(refused.json().detail).matchAll(/\d+/g)].map(([digits]) => Number(digits)) as [number, number]
  return post(frameOf('large', Math.floor((20_000 * bytesMax) / bytes) - 20))
}

describe('a frame that is larger than the log takes at once', () => {
  test('is refused with what it measures, and one just below goes in', async () => {
    const answer = await sendAroundTheLimit(await ingestApp(log))
    expect(answer.statusCode).toBe(202)
    expect((await log.readAll(0)).map(({ data }) => data.frameId)).toEqual(['large'])
  })

  test('goes in where the server takes more and the connection string says so', async () => {
    const large = await startEventStoreDbStandIn({ appendBytesMax: raisedBytes })
    const roomy = createEventStoreDbEventLog({ connectionString: `${large.connectionString}&maxAppendSize=${raisedBytes}` })
    const { post } = await ingestApp(roomy)
    expect((await post(frameOf('large', 20_000))).statusCode).toBe(202)
    await roomy.close()
    await large.stop()
  })

  const way = findWayToKafka()
  test.skipIf('absent' in way)('is not acknowledged by Kafka either, and what Kafka acknowledges enters the log', async () => {
    const broker = await kafkaOfRun()
    const settings = ownTopic(broker)
    const buffer = openFrameBuffer(settings, log)
    const answer = await sendAroundTheLimit(await ingestApp(log, { keepFrame: keepInBuffer(buffer) }))
    expect([answer.statusCode, answer.json().position]).toEqual([202, null])
    const stopping = new AbortController()
    const deadLetters: string[] = []
    const onDeadLetter = (reason: string) => deadLetters.push(reason)
    const ended = runFrameSink({ settings, log, signal: stopping.signal, onDeadLetter })
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(deadLetters).toEqual([])
    expect((await log.readAll(0)).map(({ data }) => data.frameId)).toEqual(['large'])
    stopping.abort()
    await ended
    await buffer.close()
    await removeTopics(broker, settings)
  })
})

describe('the size of an append', () => {
  test('is counted to the byte as the server counts it, and too large a one leaves nothing behind', async () => {
    const event = anEvent({ data: { quoted: '"水表"' }, packed: new Uint8Array(1000) })
    const largest = { ...event, packed: new Uint8Array(1000 + log.appendBytesMax - log.bytesOf(event)) }
    expect(await log.append(aStream(), 0, [largest])).toMatchObject({ status: 'appended' })
    const before = server.log.endPosition()
    const larger = { ...anEvent({ data: event.data }), packed: new Uint8Array(largest.packed.byteLength + 1) }
    await expect(log.append(aStream(), 0, [larger])).rejects.toThrow(AppendTooLarge)
    expect(server.log.endPosition()).toBe(before)
    // The server agrees: a client with too large a limit sends, and the server refuses.
    await expect(open(`&maxAppendSize=${raisedBytes}`).append(aStream(), 0, [larger])).rejects.toThrow('the log takes 1048576')
  })

  test('is what a server takes by default unless the connection string says another number', () => {
    expect(log.appendBytesMax).toBe(1024 * 1024)
    for (const wrong of ['16777216', '1MB', '0']) expect(() => open(`&maxAppendSize=${wrong}`)).toThrow('maxAppendSize')
  })
})
