import { type KafkaSettings, kafkaDefaults } from '@nightflow/ingest/frame-buffer/kafka-connection'
import type { Configuration } from './configuration.ts'

/** Kafka as configured; undefined where frames go to the log at once. */
export const kafkaSettingsOf = (configuration: Configuration): KafkaSettings | undefined => {
  const { kafkaUsername: username, kafkaPassword: password } = configuration
  const { kafkaBrokers: brokers, kafkaTopic, kafkaPartitions, kafkaReplication, kafkaRetentionHours } = configuration
  if (!brokers) return undefined
  return {
    brokers,
    tls: configuration.kafkaTls,
    signIn: username && password ? { mechanism: configuration.kafkaMechanism, username, password } : undefined,
    topic: kafkaTopic,
    partitions: kafkaPartitions,
    replication: kafkaReplication ?? Math.min(brokers.length, kafkaDefaults.replicationMax),
    retentionHours: kafkaRetentionHours,
    sessionMilliseconds: kafkaDefaults.sessionMilliseconds,
  }
}
