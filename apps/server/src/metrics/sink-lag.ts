import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { openSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import { gaugeOnDemand, type Metrics } from './metrics.ts'

/** How many frames wait in Kafka for the sinks, and how many may. */
export type SinkLag = {
  max: number
  /** Undefined when Kafka does not say in time. */
  read(): Promise<number | undefined>
  close(): Promise<void>
}

const lookMillisecondsMax = 3_000
const goodMilliseconds = 500

/** Asks Kafka at most twice a second, whatever number of scrapes and health checks want to know. */
export const watchSinkLag = (settings: KafkaSettings, max: number): SinkLag => {
  const kafka = openSinkLag(settings)
  let latest: { at: number; lag: Promise<number | undefined> } | undefined
  const look = (): Promise<number | undefined> => {
    const tooLate = new Promise<undefined>((done) => void setTimeout(() => done(undefined), lookMillisecondsMax).unref())
    return Promise.race([kafka.read().catch(() => undefined), tooLate])
  }
  return {
    max,
    read: () => {
      if (!latest || performance.now() - latest.at > goodMilliseconds) latest = { at: performance.now(), lag: look() }
      return latest.lag
    },
    close: kafka.close,
  }
}

export const exposeSinkLag = (metrics: Metrics, sinkLag: SinkLag): void => {
  gaugeOnDemand(
    metrics,
    { name: 'nightflow_sink_lag_frames', help: 'Frames in Kafka that no sink has brought to the log yet.' },
    async (gauge) => {
      const lag = await sinkLag.read()
      if (lag !== undefined) gauge.set(lag)
    },
  )
}
