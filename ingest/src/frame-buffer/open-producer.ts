import { type Kafka, Partitioners, type Producer } from 'kafkajs'

/**
 * A producer that is connected. An idempotent one counts what it sends, so that brokers know what comes twice; it must send one thing at a
 * time, and one that failed has lost count.
 */
export const openProducer = async (kafka: Kafka, { idempotent }: { idempotent: boolean }): Promise<Producer> => {
  const producer = kafka.producer({
    idempotent,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 },
  })
  try {
    await producer.connect()
    return producer
  } catch (error) {
    // It connects before it asks the brokers where to count from: without an answer its connections would stay open.
    await producer.disconnect().catch(() => {})
    throw error
  }
}
