import type { Admin } from 'kafkajs'
import { withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'
import { impatient, type KafkaLooks, openKafkaLooks } from './kafka-looks.ts'
import { readSinkOffsets } from './sink-offsets.ts'

/** Frames in Kafka that no sink has settled yet. Throws when the brokers do not answer or the topic is absent. */
export const readSinkLag = (settings: KafkaSettings): Promise<number> =>
  withAdmin(openKafka(settings, 'lag'), (admin) => lagOf(admin, settings))

/** The same, cached for frequent callers. */
export const openSinkLag = (settings: KafkaSettings): KafkaLooks<number> =>
  openKafkaLooks(
    async () => {
      const admin = openKafka(settings, 'lag', impatient).admin()
      await admin.connect()
      return admin
    },
    (admin) => lagOf(admin, settings),
  )

const lagOf = async (admin: Admin, { topic }: KafkaSettings): Promise<number> => {
  let lag = 0n
  // Frames that Kafka deleted unread count until a sink has reported them and skips them. Where nothing is committed, everything that
  // is still kept is open.
  for (const { low, high, committed } of await readSinkOffsets(admin, topic)) lag += high - (committed ?? low)
  return Number(lag)
}
