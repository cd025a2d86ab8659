import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs'
import { type DeadLetter, deadLetterOf } from './dead-letters.ts'
import { deadLetterTopic, ensureTopics, replayGroup, withAdmin } from './frame-topics.ts'
import { type KafkaSettings, openKafka } from './kafka-connection.ts'
import { openProducer } from './open-producer.ts'

/** Dead letters are read on for so long after the last one came. */
const silenceMilliseconds = 30_000

type Reach = { first: bigint; end: bigint }

/** The offsets of the dead letters that wait: not replayed yet, written before now. */
const findWaiting = async (kafka: Kafka, settings: KafkaSettings): Promise<Reach> => {
  await ensureTopics(kafka, settings)
  const topic = deadLetterTopic(settings.topic)
  return withAdmin(kafka, async (admin) => {
    const [ends] = await admin.fetchTopicOffsets(topic)
    const [replayed] = await admin.fetchOffsets({ groupId: replayGroup(settings.topic), topics: [topic] })
    const low = BigInt(ends?.low ?? 0)
    const committed = BigInt(replayed?.partitions[0]?.offset ?? -1)
    return { first: committed > low ? committed : low, end: BigInt(ends?.high ?? 0) }
  })
}

/** Calls `onLetter` for every waiting dead letter, oldest first, and returns how many. Changes nothing. */
export const listDeadLetters = async (settings: KafkaSettings, onLetter: (letter: DeadLetter) => Promise<void>): Promise<number> => {
  const kafka = openKafka(settings, 'dead-letters')
  const groupId = `${replayGroup(settings.topic)}.list-${randomUUID()}`
  const count = await readWaiting(kafka, settings, groupId, async (message) => onLetter(deadLetterOf(message)))
  await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => {})
  return count
}

/**
 * Puts every dead letter that waits back among the frames, as it came, and answers how many. One that is refused again becomes a new dead
 * letter. Interrupted, it goes on where it was; one that is put back twice is stored once.
 */
export const replayDeadLetters = async (settings: KafkaSettings): Promise<number> => {
  const kafka = openKafka(settings, 'dead-letters')
  const producer = await openProducer(kafka, { idempotent: true })
  try {
    return await readWaiting(kafka, settings, replayGroup(settings.topic), async ({ key, value, offset }, consumer) => {
      await producer.send(settings.topic, [{ key, value }])
      const next = String(BigInt(offset) + 1n)
      await consumer.commitOffsets([{ topic: deadLetterTopic(settings.topic), partition: 0, offset: next }])
    })
  } finally {
    await producer.disconnect()
  }
}

/** Reads the dead letters that waited when it began. The reader commits what it wants committed. */
const readWaiting = async (
  kafka: Kafka,
  settings: KafkaSettings,
  groupId: string,
  onMessage: (message: KafkaMessage, consumer: Consumer) => Promise<void>,
): Promise<number> => {
  const { first, end } = await findWaiting(kafka, settings)
  if (first >= end) return 0
  const topic = deadLetterTopic(settings.topic)
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 500,
    retry: { retries: 6, restartOnFailure: async () => false },
  })
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  // A crash may come before anybody waits.
  done.catch(() => {})
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  let count = 0
  let next = first
  await consumer.connect()
  try {
    await consumer.subscribe({ topic, fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message }) => {
        const offset = BigInt(message.offset)
        if (offset < next || offset >= end) return
        await onMessage(message, consumer)
        count += 1
        next = offset + 1n
        if (next >= end) resolve()
      },
    })
    consumer.seek({ topic, partition: 0, offset: String(first) })
    await settledOrSilent(done, () => next)
  } finally {
    await consumer.disconnect()
  }
  return count
}

const settledOrSilent = async (done: Promise<void>, progress: () => bigint): Promise<void> => {
  for (;;) {
    const before = progress()
    const isDone = await Promise.race([done.then(() => true), sleep(silenceMilliseconds, false, { ref: false })])
    if (isDone) return
    if (progress() === before) throw new Error(`no dead letter came for ${silenceMilliseconds / 1000} s although some wait; try again`)
  }
}
