import type { IHeaders, Kafka, KafkaMessage } from 'kafkajs'
import type { Refused } from './append-frames.ts'
import { deadLetterTopic } from './frame-topics.ts'
import type { KafkaSettings } from './kafka-connection.ts'
import { openProducer } from './open-producer.ts'

/** A message that could not be appended: its bytes and key are as they came, the rest is in its headers. */
export type DeadLetter = {
  offset: string
  reason: string
  /** When it was set aside, ISO 8601. */
  setAsideAt: string
  /** Where it lay in the topic of the frames. */
  partition: number
  frameOffset: string
  key: string
  value: Buffer
}

export type DeadLetters = {
  /** Settles once all in-sync replicas have them, some perhaps twice. */
  put(partition: number, refused: readonly Refused[]): Promise<void>
  close(): Promise<void>
}

const headerNames = { reason: 'nightflow-reason', setAsideAt: 'nightflow-set-aside-at', partition: 'nightflow-partition' } as const
const offsetHeader = 'nightflow-offset'

/** Opens the topic for writing; it exists. */
export const openDeadLetters = async (kafka: Kafka, { topic }: Pick<KafkaSettings, 'topic'>): Promise<DeadLetters> => {
  // Partitions send at once. A producer that counts gives the number of a request that failed to the next one, and brokers that had
  // written the first take the next for its repetition. Repetitions are harmless instead: the log knows their frames.
  const producer = await openProducer(kafka, { idempotent: false })
  return {
    put: async (partition, refused) => {
      const messages = refused.map(({ message, reason }) => ({
        key: message.key,
        value: message.value,
        headers: {
          [headerNames.reason]: reason,
          [headerNames.setAsideAt]: new Date().toISOString(),
          [headerNames.partition]: String(partition),
          [offsetHeader]: message.offset,
        },
      }))
      // One by one: a topic that takes each of them need not take all at once.
      for (const message of messages) await producer.send(deadLetterTopic(topic), [message])
    },
    close: () => producer.disconnect().catch(() => {}),
  }
}

export const deadLetterOf = ({ offset, headers, key, value }: KafkaMessage): DeadLetter => ({
  offset,
  reason: textOf(headers, headerNames.reason),
  setAsideAt: textOf(headers, headerNames.setAsideAt),
  partition: Number(textOf(headers, headerNames.partition)),
  frameOffset: textOf(headers, offsetHeader),
  key: key?.toString('utf8') ?? '',
  value: value ?? Buffer.alloc(0),
})

const textOf = (headers: IHeaders | undefined, name: string): string => {
  const value = headers?.[name]
  return (Array.isArray(value) ? value[0] : value)?.toString('utf8') ?? ''
}
