import type { EventLog } from '@nightflow/event-log/event-log'
import { runFrameSink } from '@nightflow/ingest/frame-buffer/frame-sink'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from './role.ts'

const expiryMessages = {
  certain:
    'Kafka deleted acknowledged frames before a sink brought them to the log; have their gateways send them again (docs/frame-buffer.md, "Frames that expire")',
  possible:
    'Kafka deleted frames and has forgotten which of them were in the log already; see whether some are missing (docs/frame-buffer.md, "Frames that expire")',
} as const

/** Brings frames from Kafka to the log; several of them, in whatever processes, share the work. */
export const startSink = (parts: { kafka: KafkaSettings; log: EventLog; logger: Logger; metrics: Metrics }): Role => {
  const { kafka, log, logger, metrics } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  // A counter that is first seen when it has counted already shows no increase.
  for (const loss of ['certain', 'possible'] as const) metrics.expiredFrames.inc({ loss }, 0)
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
      onExpired: ({ loss, frames, ...where }) => {
        metrics.expiredFrames.inc({ loss }, frames)
        logger.error({ loss, frames, ...where }, expiryMessages[loss])
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
