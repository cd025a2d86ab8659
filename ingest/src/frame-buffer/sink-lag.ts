import { sinkGroup, withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'

/** Frames in Kafka that no sink has settled yet. Throws when the brokers do not answer or the topic is absent. */
export const readSinkLag = (settings: KafkaSettings): Promise<number> =>
  withAdmin(openKafka(settings, 'lag'), async (admin) => {
    const ends = await admin.fetchTopicOffsets(settings.topic)
    const [committed] = await admin.fetchOffsets({ groupId: sinkGroup(settings.topic), topics: [settings.topic] })
    const settled = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
    let lag = 0n
    for (const { partition, low, high } of ends) {
      const from = settled.get(partition) ?? -1n
      // Nothing committed yet (-1): everything that is still kept is open.
      lag += BigInt(high) - (from > BigInt(low) ? from : BigInt(low))
    }
    return Number(lag)
  })
