import type { Admin } from 'kafkajs'
import { ensureTopics, inSyncReplicasMin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'
import { impatient, type KafkaLooks, openKafkaLooks } from './kafka-looks.ts'

/** Looks whether Kafka would take a frame now; throws with what is missing. */
export const openTopicReach = (settings: KafkaSettings): KafkaLooks<void> =>
  openKafkaLooks(
    async () => {
      const kafka = openKafka(settings, 'reach', impatient)
      // Where no frame has come yet: a request for metadata of an absent topic may create it with the brokers' defaults.
      await ensureTopics(kafka, settings)
      const admin = kafka.admin()
      await admin.connect()
      return admin
    },
    (admin) => expectTaken(admin, settings),
  )

/** Every partition needs a leader that answers and, because frames are for all in-sync replicas, enough of those. */
const expectTaken = async (admin: Admin, { topic }: KafkaSettings): Promise<void> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  for (const { partitionId, leader, isr, replicas } of topics.flatMap(({ partitions }) => partitions))
    if (leader < 0 || isr.length < inSyncReplicasMin(replicas.length))
      throw new Error(`partition ${partitionId} of ${topic} has ${isr.length} of ${replicas.length} replicas in step`)
  await admin.fetchTopicOffsets(topic)
}
