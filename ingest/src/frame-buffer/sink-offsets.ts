import type { Admin } from 'kafkajs'
import { sinkGroup } from './frame-topics.ts'

/** Where the sinks are in a partition, between the oldest frame that is kept and the next one to come. */
export type SinkOffsets = { partition: number; low: bigint; high: bigint; committed: bigint | undefined }

/** Throws when the brokers do not answer or the topic is absent. */
export const readSinkOffsets = async (admin: Admin, topic: string): Promise<SinkOffsets[]> => {
  // Committed offsets first: a sink may commit more between the two queries; its lag is then smaller than computed, never negative.
  const [group] = await admin.fetchOffsets({ groupId: sinkGroup(topic), topics: [topic] })
  const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
  const ends = await admin.fetchTopicOffsets(topic)
  return ends.map(({ partition, low, high }) => {
    const offset = committed.get(partition) ?? -1n
    // Below zero nothing is committed, or the client library has taken it back.
    return { partition, low: BigInt(low), high: BigInt(high), committed: offset < 0n ? undefined : offset }
  })
}
