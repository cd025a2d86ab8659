import type { ICustomPartitioner, Kafka, Message } from 'kafkajs'
import { kafkaLibrary } from './kafka-connection.ts'

export type KafkaProducer = {
  /** Settles once all in-sync replicas have the messages. */
  send(topic: string, messages: Message[]): Promise<void>
  disconnect(): Promise<void>
}

/**
 * A producer that is connected. An idempotent one counts what it sends, so that brokers know what comes twice; it must send one thing at a
 * time, and one that failed has lost count.
 */
export const openProducer = async (kafka: Kafka, { idempotent }: { idempotent: boolean }): Promise<KafkaProducer> => {
  /** Where the client library put each message when it sent it last. */
  const partitionOf = new WeakMap<Message, number>()
  const createPartitioner: ICustomPartitioner = () => {
    const choose = kafkaLibrary().Partitioners.DefaultPartitioner()
    return (choice) => {
      const partition = choose(choice)
      partitionOf.set(choice.message, partition)
      return partition
    }
  }
  const producer = kafka.producer({
    idempotent,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
  })
  try {
    await producer.connect()
  } catch (error) {
    // It connects before it reads the first offset from the brokers: without an answer its connections would stay open.
    await producer.disconnect().catch(() => {})
    throw error
  }
  return {
    send: async (topic, messages) => {
      const answers = await producer.send({ topic, acks: -1, timeout: 10_000, messages })
      // When a partition moves to a broker that has answered for its others already, the client library takes that answer for this one
      // too, and sends no more.
      const answered = new Set(answers.map(({ partition }) => partition))
      for (const message of messages) {
        const partition = partitionOf.get(message)
        if (partition === undefined || !answered.has(partition))
          throw new Error(`Kafka did not answer for partition ${partition} of ${topic}`)
      }
    },
    disconnect: () => producer.disconnect(),
  }
}
