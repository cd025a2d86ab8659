import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { ExpiredFrames } from '@nightflow/ingest/frame-buffer/expired-frames'
import { type FrameBuffer, openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { sinkGroup, withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { type KafkaSettings, openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { readSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import { createMetrics } from '@nightflow/server/metrics/metrics'
import { startSink } from '@nightflow/server/roles/sink'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog, numberedFrame, ownTopic, removeTopics, startTestSink, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import { waitUntil } from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

type SinkParts = Parameters<typeof startSink>[0]

const tower = { tenant: 'north', name: 'tower' }
const idsOf = (indexes: number[]): string[] => indexes.map((index) => numberedFrame(tower, index).written.data.frameId)

describe.skipIf('absent' in way)('frames that Kafka deleted before a sink brought them to the log', () => {
  let broker: KafkaBroker
  let database: FreshDatabase
  let settings: KafkaSettings
  let buffer: FrameBuffer
  let expired: ExpiredFrames[]

  beforeAll(async () => {
    broker = await kafkaOfRun()
  })
  beforeEach(async () => {
    database = await freshDatabase('kafka-expired')
    settings = ownTopic(broker, 1)
    buffer = openFrameBuffer(settings, createMemoryEventLog())
    expired = []
  })
  afterEach(async () => {
    await buffer.close()
    await removeTopics(broker, settings)
    await database.drop()
  })

  const put = async (first: number, last: number): Promise<void> => {
    for (let index = first; index <= last; index += 1) await buffer.put(numberedFrame(tower, index).buffered)
  }
  /** Deletes records as retention does once its time is over. */
  const deleteBefore = (offset: number): Promise<void> =>
    withAdmin(openKafka(settings, 'test'), async (admin) => {
      // It deletes only in topics that it knows.
      await admin.fetchTopicOffsets(settings.topic)
      await admin.deleteTopicRecords({ topic: settings.topic, partitions: [{ partition: 0, offset: String(offset) }] })
    })
  const open = (more: Parameters<typeof startTestSink>[2] = {}) =>
    startTestSink(settings, database, { onExpired: (frames) => expired.push(frames), ...more })
  const drainOnce = async (): Promise<void> => {
    const sink = open()
    expect(await waitUntilDrained(settings)).toBe(true)
    await sink.stop()
  }

  test('while the sinks were away are logged once, and the sink goes on with the rest', async () => {
    await put(0, 2)
    await drainOnce()
    await put(3, 9)
    await deleteBefore(8)
    expect(expired).toEqual([])
    expect(await readSinkLag(settings), 'what is gone has not come to the log').toBe(7)
    await drainOnce()
    await drainOnce()
    expect(expired).toEqual([{ loss: 'certain', partition: 0, firstOffset: '3', lastOffset: '7', frames: 5 }])
    expect(await frameIdsInLog(database.pool, tower)).toEqual(idsOf([0, 1, 2, 8, 9]))
  })

  test('are logged also where no frame is left', async () => {
    await put(0, 2)
    await drainOnce()
    await put(3, 4)
    await deleteBefore(5)
    await drainOnce()
    expect(expired).toMatchObject([{ loss: 'certain', firstOffset: '3', lastOffset: '4' }])
  })

  test('while a sink waited for the log are logged when it goes on', async () => {
    await put(0, 0)
    let isAway = false
    const log = createPostgresEventLog(database)
    const sink = open({
      log: { append: (...parameters) => (isAway ? Promise.reject(new Error('the log is away')) : log.append(...parameters)) },
    })
    expect(await waitUntil(() => sink.settled() === 1)).toBe(true)
    isAway = true
    await put(1, 6)
    expect(await waitUntil(() => sink.errors.length > 0)).toBe(true)
    await deleteBefore(5)
    isAway = false
    expect(await waitUntilDrained(settings)).toBe(true)
    await sink.stop()
    await log.close()
    expect(expired).toEqual([{ loss: 'certain', partition: 0, firstOffset: '1', lastOffset: '4', frames: 4 }])
    expect(await frameIdsInLog(database.pool, tower)).toEqual(idsOf([0, 5, 6]))
  })

  test('may have been among those of which the group has forgotten how far it was', async () => {
    await put(0, 4)
    await drainOnce()
    await put(5, 6)
    // Brokers delete a group that was empty for seven days, unless configured otherwise.
    await withAdmin(openKafka(settings, 'test'), (admin) => admin.deleteGroups([sinkGroup(settings.topic)]))
    await deleteBefore(6)
    await drainOnce()
    await drainOnce()
    expect(expired).toEqual([{ loss: 'possible', partition: 0, firstOffset: '0', lastOffset: '5', frames: 6 }])
  })

  test('are in the log of the process and in its metrics', async () => {
    await put(0, 0)
    await drainOnce()
    await put(1, 3)
    await deleteBefore(3)
    const told: object[] = []
    const logger = { error: (fields: object, message: string) => told.push({ ...fields, message }), debug: () => undefined }
    const metrics = createMetrics()
    const log = createPostgresEventLog(database)
    const role = startSink({ kafka: settings, log, logger: logger as unknown as SinkParts['logger'], metrics })
    expect(await waitUntilDrained(settings)).toBe(true)
    await role.stop()
    await log.close()
    expect(told).toMatchObject([
      { partition: 0, firstOffset: '1', lastOffset: '2', frames: 2, loss: 'certain', message: expect.stringContaining('frame-buffer.md') },
    ])
    const text = await metrics.registry.metrics()
    expect(text).toContain('nightflow_sink_expired_frames_total{loss="certain"} 2')
    expect(text).toContain('nightflow_sink_expired_frames_total{loss="possible"} 0')
  })
})
