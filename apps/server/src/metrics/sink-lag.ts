import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { openSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import { throttled } from '../throttled.ts'
import { gaugeOnDemand, type Metrics } from './metrics.ts'

/** How many frames wait in Kafka for the sinks, and how many may. */
export type SinkLag = {
  max: number
  /** Undefined when Kafka does not say in time. */
  read(): Promise<number | undefined>
  close(): Promise<void>
}

export const watchSinkLag = (settings: KafkaSettings, max: number): SinkLag => {
  const kafka = openSinkLag(settings)
  return { max, read: throttled(kafka), close: kafka.close }
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
