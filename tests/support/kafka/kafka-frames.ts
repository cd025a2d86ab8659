import { randomUUID } from 'node:crypto'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { type FrameSink, runFrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import { deadLetterTopic, withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { type KafkaSettings, openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { readSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import { eventOf, frameStream, type Gateway, writeFrame } from '@nightflow/ingest/shared/accept-frame'
import type { Pool } from 'pg'
import { toColumns } from '../data/readings.ts'
import { waitUntil } from '../process/server-process.ts'
import type { KafkaBroker } from './kafka-broker.ts'

/** Settings of a topic that no other test knows. */
export const ownTopic = ({ brokers }: Pick<KafkaBroker, 'brokers'>, partitions = 3): KafkaSettings => ({
  brokers,
  topic: `test.${randomUUID()}`,
  partitions,
  replication: 1,
  retentionHours: 1,
  // The smallest size that brokers accept by default.
  sessionMilliseconds: 6_000,
})

/** Takes the topics away again where the broker is not thrown away with them. */
export const removeTopics = async ({ kill }: KafkaBroker, settings: KafkaSettings): Promise<void> => {
  if (kill) return
  await withAdmin(openKafka(settings, 'test'), (admin) =>
    admin.deleteTopics({ topics: [settings.topic, deadLetterTopic(settings.topic)] }),
  ).catch(() => undefined)
}

const start = Date.UTC(2026, 0, 1)

/** Frame number `index` of a gateway, with hourly registers of as many meters as it is to have readings. */
export const numberedFrame = (gateway: Gateway, index: number, readings = 2) => {
  const rows = Array.from({ length: readings }, (_, meter) => ({
    meter: `${meter}`,
    at: start + index * 3_600_000,
    registerMillilitres: index * 1_000 + meter,
  }))
  const written = writeFrame({
    gateway,
    frameId: `frame-${String(index).padStart(6, '0')}`,
    source: 'frames',
    sentAt: start,
    receivedAt: start,
    columns: toColumns(rows),
    rejected: [],
  })
  return { gateway, written, buffered: { stream: frameStream(gateway), event: eventOf(gateway, written) } }
}

export type RunningSink = { errors: Error[]; settled: () => number; stop(): Promise<void> }

/** A sink with a log of its own, as a process of its own would have. */
export const startTestSink = (
  settings: KafkaSettings,
  { pool, connectionString }: { pool: Pool; connectionString: string },
  more: Partial<FrameSink> = {},
): RunningSink => {
  const log = createPostgresEventLog({ pool, connectionString })
  const stopping = new AbortController()
  const errors: Error[] = []
  let settled = 0
  const ended = runFrameSink({
    settings,
    log,
    signal: stopping.signal,
    onError: (error) => errors.push(error),
    onSettled: (messages) => {
      settled += messages
    },
    ...more,
  })
  return {
    errors,
    settled: () => settled,
    stop: async () => {
      stopping.abort()
      await ended
      await log.close()
    },
  }
}

/** Waits until the sinks have settled everything that Kafka holds; whether they did in time. */
export const waitUntilDrained = (settings: KafkaSettings, millisecondsMax = 60_000): Promise<boolean> =>
  waitUntil(async () => (await readSinkLag(settings).catch(() => -1)) === 0, millisecondsMax)

/** Frame ids of a gateway in the order of the log. */
export const frameIdsInLog = async (pool: Pool, gateway: Gateway): Promise<string[]> => {
  const { rows } = await pool.query<{ frame: string }>(
    `select data->>'frameId' as frame from log.events where stream = $1 order by position`,
    [frameStream(gateway)],
  )
  return rows.map(({ frame }) => frame)
}
