import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RouteLabels } from './route-labels.ts'

const fastSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Metrics of this process, in a registry of its own. Labels are words of ours (outcomes, reasons, route patterns, up to a limit), never
 * anything that a request says: the number of series is bounded. Nothing here runs per reading; a frame costs a handful of additions.
 */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor, garbage collection and the lag of the event loop.
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    routes: new RouteLabels(),
    frames: new Counter({ name: 'nightflow_frames_total', help: 'Frames in the log.', labelNames: ['outcome'], registers }),
    readings: new Counter({ name: 'nightflow_readings_total', help: 'Readings of new frames.', labelNames: ['outcome'], registers }),
    rejectedReadings: new Counter({
      name: 'nightflow_readings_rejected_total',
      help: 'Readings of new frames that were set aside, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    appendSeconds: new Histogram({
      name: 'nightflow_append_seconds',
      help: 'From asking the log to append until it is durable.',
      labelNames: ['kind'],
      buckets: fastSeconds,
      registers,
    }),
    failedAppends: new Counter({
      name: 'nightflow_appends_failed_total',
      help: 'Appends that the log did not take, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    bufferedFrames: new Counter({
      name: 'nightflow_buffered_frames_total',
      help: 'Frames that Kafka acknowledged before the log has them.',
      labelNames: ['outcome'],
      registers,
    }),
    bufferedReadings: new Counter({
      name: 'nightflow_buffered_readings_total',
      help: 'Readings of frames that Kafka acknowledged.',
      labelNames: ['outcome'],
      registers,
    }),
    bufferedReadingsRejected: new Counter({
      name: 'nightflow_buffered_readings_rejected_total',
      help: 'Readings of frames that Kafka acknowledged that were set aside, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    bufferSeconds: new Histogram({
      name: 'nightflow_buffer_seconds',
      help: 'From handing a frame to Kafka until all in-sync replicas have it.',
      buckets: fastSeconds,
      registers,
    }),
    bufferRefusals: new Counter({
      name: 'nightflow_buffer_refusals_total',
      help: 'Frames that Kafka did not acknowledge, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'nightflow_dead_letters_total',
      help: 'Messages that the log can never take and that were set aside in Kafka.',
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'nightflow_http_request_seconds',
      help: 'From the first byte of a request to the last of its answer, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: fastSeconds,
      registers,
    }),
    querySeconds: new Histogram({
      name: 'nightflow_query_seconds',
      help: 'From asking the database for a connection until it answered a question to the read models, by the route that asked.',
      labelNames: ['method', 'route'],
      buckets: fastSeconds,
      registers,
    }),
    projectedEvents: new Counter({ name: 'nightflow_projector_events_total', help: 'Events turned into views.', registers }),
    projectorPageSeconds: new Histogram({
      name: 'nightflow_projector_page_seconds',
      help: 'One transaction of the projector.',
      buckets: fastSeconds,
      registers,
    }),
    projectorFailures: new Counter({
      name: 'nightflow_projector_failures_total',
      help: 'Times the projector failed and went on from its checkpoint.',
      registers,
    }),
    projectorShards: new Gauge({
      name: 'nightflow_projector_shards',
      help: 'Shards of the read models that this process holds.',
      registers,
    }),
    skippedByPolicies: countSkips(registers),
    expiredFrames: new Counter({
      name: 'nightflow_sink_expired_frames_total',
      help: 'Acknowledged frames that Kafka deleted before a sink read them; possible ones may be in the log.',
      labelNames: ['loss'],
      registers,
    }),
    postgresRestarts: new Counter({
      name: 'nightflow_embedded_postgres_restarts_total',
      help: 'Times the embedded PostgreSQL ended on its own and was started again.',
      registers,
    }),
  }
}

const countSkips = (registers: Registry[]) =>
  new Counter({
    name: 'nightflow_policy_skips_total',
    help: 'Events and conditions that a policy could not react to, by policy.',
    labelNames: ['policy'],
    registers,
  })

export type Metrics = ReturnType<typeof createMetrics>

/** A value that is read on request, and left out when it cannot be read. */
export const gaugeOnDemand = (
  { registry }: Metrics,
  options: { name: string; help: string; labelNames?: string[] },
  read: (gauge: Gauge) => void | Promise<void>,
): void => {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      this.reset()
      await read(this)
    },
  })
}
