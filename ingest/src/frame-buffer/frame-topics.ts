import type { Admin, ITopicConfig, Kafka } from 'kafkajs'
import { messageBytesMax } from './frame-message.ts'
import type { KafkaSettings } from './kafka-connection.ts'

export const deadLetterTopic = (topic: string): string => `${topic}.dead-letters`
/** The consumer group of all sinks of a topic: each frame is for one of them. */
export const sinkGroup = (topic: string): string => `${topic}.sink`
/** The group whose offset says which dead letters were replayed already. */
export const replayGroup = (topic: string): string => `${topic}.dead-letters.replay`

/** With three copies one broker may be away; with fewer every copy has to be there, and one is all there is. */
export const inSyncReplicasMin = (replication: number): number => (replication >= 3 ? 2 : 1)

const settingsOf = (replication: number, more: Record<string, string>): ITopicConfig['configEntries'] =>
  Object.entries({
    'cleanup.policy': 'delete',
    'min.insync.replicas': String(inSyncReplicasMin(replication)),
    // A replica that missed acknowledged frames must not become the leader.
    'unclean.leader.election.enable': 'false',
    'max.message.bytes': String(messageBytesMax),
    // The brokers' time, not the gateway's: brokers refuse frames of a clock that is an hour ahead, and would soon delete those of one that
    // is further behind than they keep frames.
    'message.timestamp.type': 'LogAppendTime',
    // Packed columns are dense already; a codec would cost the gateway more than it saves the disk.
    'compression.type': 'producer',
    ...more,
  }).map(([name, value]) => ({ name, value }))

/** The topics with the settings of docs/frame-buffer.md. */
const topicsOf = ({ topic, partitions, replication, retentionHours }: KafkaSettings): ITopicConfig[] => [
  {
    topic,
    numPartitions: partitions,
    replicationFactor: replication,
    configEntries: settingsOf(replication, { 'retention.ms': String(retentionHours * 3_600_000), 'retention.bytes': '-1' }),
  },
  {
    topic: deadLetterTopic(topic),
    numPartitions: 1,
    replicationFactor: replication,
    // Kept until an operator decides: what could not be appended is nowhere else.
    configEntries: settingsOf(replication, {
      'retention.ms': '-1',
      'retention.bytes': '-1',
      // The reason comes on top of the largest message.
      'max.message.bytes': String(messageBytesMax + 64 * 1024),
    }),
  },
]

/** Creates the topics that are absent; those that exist stay as their owner made them. Safe to call from several processes at once. */
export const ensureTopics = (kafka: Kafka, settings: KafkaSettings): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    const present = new Set(await admin.listTopics())
    const absent = topicsOf(settings).filter(({ topic }) => !present.has(topic))
    if (absent.length > 0) await admin.createTopics({ topics: absent, waitForLeaders: true })
  })

export const withAdmin = async <Result>(kafka: Kafka, work: (admin: Admin) => Promise<Result>): Promise<Result> => {
  const admin = kafka.admin()
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
