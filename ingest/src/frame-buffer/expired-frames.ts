import type { Consumer } from 'kafkajs'
import { withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'
import { readSinkOffsets } from './sink-offsets.ts'

/** Frames of a partition that Kafka deleted before a sink of ours read them: from one offset to another, both included. */
export type ExpiredFrames = {
  /** Only possible where the group has forgotten how far it was: the log may have some of them, or all. */
  loss: 'certain' | 'possible'
  partition: number
  firstOffset: string
  lastOffset: string
  frames: number
}

/** Partitions rest meanwhile. Brokers that answer nothing for so long, a few times in a row, let the sink begin anew. */
const lookMilliseconds = 3_000

/**
 * Finds out what Kafka deleted unread. The client library says nothing of it: it forgets where the group was and goes on with the oldest frame
 * that is left. Those of its time away a sink sees when it gets its partitions, those of a time when the log did not take any by the gap
 * before the next one it reads.
 */
export class ExpiryWatch {
  readonly #settings: KafkaSettings
  readonly #onExpired: (frames: ExpiredFrames) => void
  /** The offset that comes next in each partition of this sink. */
  readonly #next = new Map<number, bigint>()
  #assignments = 0

  constructor(settings: KafkaSettings, onExpired: (frames: ExpiredFrames) => void) {
    this.#settings = settings
    this.#onExpired = onExpired
  }

  /** To be called at once when the group has shared its partitions out: nothing is read from ours before they were looked at. */
  async assigned(consumer: Consumer, partitions: number[]): Promise<void> {
    this.#assignments += 1
    const assignment = this.#assignments
    if (partitions.length === 0) return
    const { topic } = this.#settings
    const ours = [{ topic, partitions }]
    consumer.pause(ours)
    const kafka = openKafka(this.#settings, 'sink', { requestMilliseconds: lookMilliseconds })
    const offsets = await withAdmin(kafka, (admin) => readSinkOffsets(admin, topic))
    // The group has shared them out again meanwhile, and what is ours now is looked at by itself.
    if (assignment !== this.#assignments) return
    this.#next.clear()
    for (const { partition, low, committed } of offsets) {
      if (!partitions.includes(partition)) continue
      this.#next.set(partition, committed ?? low)
      if ((committed ?? 0n) >= low) continue
      this.#tell(committed === undefined ? 'possible' : 'certain', partition, committed ?? 0n, low)
      this.#next.set(partition, low)
      // Commits it too, so that the same frames are not reported again.
      consumer.seek({ topic, partition, offset: String(low) })
    }
    consumer.resume(ours)
  }

  /** A batch begins with this offset. Frames are deleted from the oldest on and by nothing else, so offsets have no other gaps. */
  begins(partition: number, offset: string): void {
    const next = this.#next.get(partition)
    if (next !== undefined && next < BigInt(offset)) this.#tell('certain', partition, next, BigInt(offset))
    this.#next.set(partition, BigInt(offset))
  }

  settled(partition: number, offset: string): void {
    this.#next.set(partition, BigInt(offset) + 1n)
  }

  #tell(loss: ExpiredFrames['loss'], partition: number, first: bigint, next: bigint): void {
    this.#onExpired({ loss, partition, firstOffset: String(first), lastOffset: String(next - 1n), frames: Number(next - first) })
  }
}
