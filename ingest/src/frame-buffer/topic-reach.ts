import type { Admin } from 'kafkajs'
import { ensureTopics, inSyncReplicasMin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'

/** Whoever looks waits three seconds. What is silent for as long is given up, and the next look opens another connection. */
const impatient = { requestMilliseconds: 3_000, retries: 1 } as const

/** Looks again and again whether Kafka would take a frame now, over one connection, which is opened anew after a failure. */
export type TopicReach = {
  /** Throws with what is missing. */
  look(): Promise<void>
  close(): Promise<void>
}

export const openTopicReach = (settings: KafkaSettings): TopicReach => {
  let opened: Promise<Admin> | undefined
  const open = async (): Promise<Admin> => {
    const kafka = openKafka(settings, 'reach', impatient)
    // Where no frame has come yet: asked about a topic that is absent, brokers may make one of their own taste.
    await ensureTopics(kafka, settings)
    const admin = kafka.admin()
    await admin.connect()
    return admin
  }
  const close = async (): Promise<void> => {
    const last = opened
    opened = undefined
    await last?.then((admin) => admin.disconnect()).catch(() => {})
  }
  return {
    look: async () => {
      opened ??= open()
      try {
        await expectTaken(await opened, settings)
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}

/** Every partition needs a leader that answers and, because frames are for all in-sync replicas, enough of those. */
const expectTaken = async (admin: Admin, { topic }: KafkaSettings): Promise<void> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  for (const { partitionId, leader, isr, replicas } of topics.flatMap(({ partitions }) => partitions))
    if (leader < 0 || isr.length < inSyncReplicasMin(replicas.length))
      throw new Error(`partition ${partitionId} of ${topic} has ${isr.length} of ${replicas.length} replicas in step`)
  await admin.fetchTopicOffsets(topic)
}
