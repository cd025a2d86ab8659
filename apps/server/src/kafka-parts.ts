import { type FrameBuffer, openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import type { Logger } from 'pino'
import type { Configuration } from './configuration.ts'
import { type KafkaReach, watchKafkaReach } from './kafka-reach.ts'
import { kafkaSettingsOf } from './kafka-settings.ts'
import type { Metrics } from './metrics/metrics.ts'
import { observePuts } from './metrics/observe-puts.ts'
import { type SinkLag, watchSinkLag } from './metrics/sink-lag.ts'
import type { OpenedLog } from './open-log.ts'
import { correlatePuts } from './requests/request-context.ts'
import type { Stopper } from './stopper.ts'

/** Kafka parts of a process besides a sink. */
export type KafkaParts = {
  /** Where gateways come: in it their frames are acknowledged. */
  buffer?: FrameBuffer
  /** There too: whether Kafka takes their frames. */
  kafkaReach?: KafkaReach
  /** Where a sink runs: how far the sinks are. */
  sinkLag?: SinkLag
}

type Parts = { configuration: Configuration; logger: Logger }
type Opened = Pick<OpenedLog, 'log' | 'tracePuts'> & { metrics: Metrics }

/** Nothing without Kafka. */
export const openKafkaParts = ({ configuration, logger }: Parts, { log, tracePuts, metrics }: Opened, stoppers: Stopper[]): KafkaParts => {
  const kafka = kafkaSettingsOf(configuration)
  const parts: KafkaParts = {}
  if (kafka && configuration.roles.includes('gateway')) {
    const buffer = openFrameBuffer(kafka, log, {
      onError: (error) => logger.error({ err: error }, 'Kafka did not acknowledge frames; their gateways were asked to send them again'),
      onLog: (message, more) => logger.debug({ from: 'kafka', ...more }, message),
    })
    stoppers.push({ name: 'frame buffer', stop: buffer.close })
    parts.buffer = correlatePuts(tracePuts(observePuts(buffer, metrics)))
    parts.kafkaReach = watchKafkaReach(kafka)
    stoppers.push({ name: 'look at Kafka', stop: parts.kafkaReach.close })
  }
  if (kafka && configuration.roles.includes('sink')) {
    parts.sinkLag = watchSinkLag(kafka, configuration.kafkaLagMax)
    stoppers.push({ name: 'sink lag', stop: parts.sinkLag.close })
  }
  return parts
}
