import type { Admin } from 'kafkajs'
import { withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'
import { readSinkOffsets } from './sink-offsets.ts'

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
  let lag = 0n
  // Frames that Kafka deleted unread count until a sink has told of them and passes them over. Where nothing is committed, everything that
  // is still kept is open.
  for (const { low, high, committed } of await readSinkOffsets(admin, topic)) lag += high - (committed ?? low)
  return Number(lag)
}
