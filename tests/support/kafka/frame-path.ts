import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { type FrameBuffer, openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import type { FrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { type FreshDatabase, freshDatabase } from '../database/postgres.ts'
import type { KafkaBroker } from './kafka-broker.ts'
import { ownTopic, type RunningSink, removeTopics, startTestSink } from './kafka-frames.ts'

/** The way of a test's frames: buffer, topics, sinks and a log in a database of its own. */
export type FramePath = {
  database: FreshDatabase
  log: EventLog
  settings: KafkaSettings
  buffer: FrameBuffer
  /** It is stopped at the end of the test where the test has not stopped it. */
  startSink(more?: Partial<FrameSink>): RunningSink
  remove(): Promise<void>
}

export const openFramePath = async (broker: KafkaBroker, partitions?: number): Promise<FramePath> => {
  const database = await freshDatabase('kafka')
  const log = createPostgresEventLog(database)
  const settings = ownTopic(broker, partitions)
  const buffer = openFrameBuffer(settings, log)
  const running = new Set<RunningSink>()
  const startSink = (more: Partial<FrameSink> = {}): RunningSink => {
    const sink = startTestSink(settings, database, more)
    const stop = (): Promise<void> => {
      running.delete(stoppable)
      return sink.stop()
    }
    const stoppable = { ...sink, stop }
    running.add(stoppable)
    return stoppable
  }
  const remove = async (): Promise<void> => {
    await Promise.all([...running].map((sink) => sink.stop()))
    await buffer.close()
    await removeTopics(broker, settings)
    await log.close()
    await database.drop()
  }
  return { database, log, settings, buffer, startSink, remove }
}
