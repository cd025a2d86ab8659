import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { ProjectorOrder, ProjectorReport } from './projector-worker.ts'
import type { Role } from './role.ts'

/** A batch is at most some seconds of work; a thread that does not end by then is ended, and its batch is rolled back. */
const stopMillisecondsMax = 10_000

type Parts = ProjectorOrder & { logger: Logger; metrics: Metrics }

const hear = (report: ProjectorReport, { logger, metrics }: Parts): void => {
  if ('traceTrouble' in report) {
    logger.warn(report.traceTrouble, 'traces are lost')
    return
  }
  if ('unprojectable' in report) {
    logger.error(report, 'an event cannot be projected and is set aside; see the audit screen')
    return
  }
  if ('failure' in report) {
    metrics.projectorFailures.inc()
    logger.error(report, 'projector failed and goes on from its checkpoint')
    return
  }
  if ('shards' in report) {
    metrics.projectorShards.set(report.shards.length)
    logger.info(report, 'shards of the read models that this process holds')
    return
  }
  metrics.projectedEvents.inc(report.events)
  metrics.projectorPageSeconds.observe(report.milliseconds / 1000)
}

const runThread = (order: ProjectorOrder, parts: Parts, signal: AbortSignal): Promise<void> =>
  new Promise((ended, failed) => {
    const thread = new Worker(new URL('./projector-worker.ts', import.meta.url), { workerData: order, name: 'projector' })
    let deadline: NodeJS.Timeout | undefined
    const stop = (): void => {
      thread.postMessage('stop')
      deadline = setTimeout(() => void thread.terminate(), stopMillisecondsMax)
    }
    thread.on('message', (report: ProjectorReport) => hear(report, parts))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let failure: Error | undefined
    thread.once('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    thread.once('exit', () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      parts.metrics.projectorShards.set(0)
      if (failure) failed(failure)
      else ended()
    })
  })

/** Turns the log into read models, in a thread of its own; started again when it fails. */
export const startProjector = (parts: Parts): Role => {
  const stopping = new AbortController()
  const order: ProjectorOrder = {
    databaseUrl: parts.databaseUrl,
    eventStoreDbUrl: parts.eventStoreDbUrl,
    ...(parts.trace && { trace: parts.trace }),
  }
  const ended = retryUntilStopped('projector', parts.logger, stopping.signal, () => runThread(order, parts, stopping.signal))
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
