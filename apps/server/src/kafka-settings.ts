import { type KafkaSettings, kafkaDefaults } from '@nightflow/ingest/frame-buffer/kafka-connection'
import type { Configuration } from './configuration.ts'

/** Kafka as configured; undefined where frames go to the log at once. */
export const kafkaSettingsOf = (configuration: Configuration): KafkaSettings | undefined => {
  const { kafkaBrokers: brokers, kafkaTopic, kafkaPartitions, kafkaReplication, kafkaRetentionHours } = configuration
  if (!brokers) return undefined
  return {
    brokers,
    topic: kafkaTopic,
    partitions: kafkaPartitions,
    replication: kafkaReplication ?? Math.min(brokers.length, kafkaDefaults.replicationMax),
    retentionHours: kafkaRetentionHours,
    sessionMilliseconds: kafkaDefaults.sessionMilliseconds,
  }
}
