import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { openTopicReach } from '@nightflow/ingest/frame-buffer/topic-reach'
import { throttled } from './throttled.ts'

/** Whether Kafka takes frames now. */
export type KafkaReach = {
  /** False too when Kafka does not say in time. */
  read(): Promise<boolean>
  close(): Promise<void>
}

export const watchKafkaReach = (settings: KafkaSettings): KafkaReach => {
  const reach = openTopicReach(settings)
  const read = throttled({ look: () => reach.look().then(() => true) })
  return { read: async () => (await read()) ?? false, close: reach.close }
}
