import type { DeadLetter } from '@nightflow/ingest/frame-buffer/dead-letters'
import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { listDeadLetters, replayDeadLetters } from '@nightflow/ingest/frame-buffer/replay-dead-letters'
import { readConfiguration } from '@nightflow/server/configuration'
import { kafkaSettingsOf } from '@nightflow/server/kafka-settings'
import { StartRefusal } from '@nightflow/server/start-refusal'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { printLine } from '../shared/print-line.ts'

export type KafkaOptions = { kafkaBrokers?: string; kafkaTopic?: string }

/** Prints every dead letter that waits, oldest first, one JSON object a line; `raw`: with its bytes in base64. */
export const printDeadLetters = async (options: KafkaOptions & { raw: boolean }): Promise<void> => {
  await withBrokers(() => listDeadLetters(findKafka(options), (letter) => printLine(lineOf(letter, options.raw))))
}

/** Puts every dead letter that waits back among the frames and says how many they were. */
export const putDeadLettersBack = async (options: KafkaOptions): Promise<void> => {
  const count = await withBrokers(() => replayDeadLetters(findKafka(options)))
  await printLine(
    count === 0 ? 'No dead letter waits.' : `${count} put back; what cannot be appended this time either comes back to the dead letters.`,
  )
}

const lineOf = ({ value, ...letter }: DeadLetter, isRaw: boolean): string =>
  JSON.stringify({ ...letter, bytes: value.byteLength, ...(isRaw && { raw: value.toString('base64') }) })

const findKafka = ({ kafkaBrokers, kafkaTopic }: KafkaOptions): KafkaSettings => {
  const flags = [...(kafkaBrokers ? ['--kafka-brokers', kafkaBrokers] : []), ...(kafkaTopic ? ['--kafka-topic', kafkaTopic] : [])]
  try {
    const configuration = readConfiguration(flags, process.env)
    const kafka = configuration === 'help' ? undefined : kafkaSettingsOf(configuration)
    if (kafka) return kafka
  } catch (error) {
    if (error instanceof StartRefusal) throw new CommandRefusal(error.message)
    throw error
  }
  throw new CommandRefusal('name the brokers with --kafka-brokers host:port or KAFKA_BROKERS; without Kafka there are no dead letters.')
}

const withBrokers = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (/^KafkaJS(Connection|NumberOfRetries|NoBroker)/.test((error as Error).name))
      throw new CommandRefusal(`Kafka does not answer: ${(error as Error).message}; check --kafka-brokers and that it runs.`)
    throw error
  }
}
