import type { EventLog } from '@nightflow/event-log/event-log'
import { runFrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from './role.ts'

/** Brings frames from Kafka to the log; several of them, in whatever processes, share the work. */
export const startSink = (parts: { kafka: KafkaSettings; log: EventLog; logger: Logger; metrics: Metrics }): Role => {
  const { kafka, log, logger, metrics } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = retryUntilStopped('sink', logger, signal, () =>
    runFrameSink({
      settings: kafka,
      log,
      signal,
      onError: (error, retryMilliseconds) => logger.error({ err: error, retryMilliseconds }, 'sink failed and goes on where it was'),
      onDeadLetter: (reason, place) => {
        metrics.deadLetters.inc()
        logger.error({ reason, ...place }, 'a frame cannot be appended and waits among the dead letters (nightflow dead-letters list)')
      },
      onLog: (message, more) => logger.debug({ from: 'kafka', ...more }, message),
    }),
  )
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
