import type { Admin } from 'kafkajs'
import { sinkGroup, withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'

/** Frames in Kafka that no sink has settled yet. Throws when the brokers do not answer or the topic is absent. */
export const readSinkLag = (settings: KafkaSettings): Promise<number> =>
  withAdmin(openKafka(settings, 'lag'), (admin) => lagOf(admin, settings))

/** Health and metrics wait three seconds. What is silent for as long is given up, and the next look opens another connection. */
const impatient = { requestMilliseconds: 3_000, retries: 1 } as const

/** The same for whoever asks again and again: over one connection, which is opened when first needed and anew after a failure. */
export const openSinkLag = (settings: KafkaSettings): { read(): Promise<number>; close(): Promise<void> } => {
  let opened: Promise<Admin> | undefined
  const open = async (): Promise<Admin> => {
    const admin = openKafka(settings, 'lag', impatient).admin()
    await admin.connect()
    return admin
  }
  const close = async (): Promise<void> => {
    const last = opened
    opened = undefined
    await last?.then((admin) => admin.disconnect()).catch(() => {})
  }
  return {
    read: async () => {
      opened ??= open()
      try {
        return await lagOf(await opened, settings)
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}

const lagOf = async (admin: Admin, { topic }: KafkaSettings): Promise<number> => {
  const ends = await admin.fetchTopicOffsets(topic)
  const [committed] = await admin.fetchOffsets({ groupId: sinkGroup(topic), topics: [topic] })
  const settled = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
  let lag = 0n
  for (const { partition, low, high } of ends) {
    const from = settled.get(partition) ?? -1n
    // Nothing committed yet (-1): everything that is still kept is open.
    lag += BigInt(high) - (from > BigInt(low) ? from : BigInt(low))
  }
  return Number(lag)
}
