import { findWayToKafka } from '../support/kafka/kafka-broker.ts'
import { ownTopic, removeTopics, waitUntilDrained } from '../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../support/kafka/kafka-of-run.ts'
import type { Stage } from './stage.ts'

const way = findWayToKafka()
const drainMillisecondsMax = 60_000

/** Flags for a way through Kafka beside the direct one, where a broker can run. */
export const openWayThroughKafka = async (stage: Stage): Promise<{ flags: string[]; drain: () => Promise<void> } | undefined> => {
  if ('absent' in way) {
    console.info(way.absent)
    return undefined
  }
  const broker = await kafkaOfRun()
  const settings = ownTopic(broker, 3)
  stage.onEnd(() => removeTopics(broker, settings))
  const drain = async () => {
    if (!(await waitUntilDrained(settings, drainMillisecondsMax))) throw new Error('frames still wait in Kafka')
  }
  return { flags: ['--kafka-brokers', settings.brokers.join(','), '--kafka-topic', settings.topic], drain }
}
