import type { KafkaSettings } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { openTopicReach } from '@nightflow/ingest/frame-buffer/topic-reach'

/** Whether Kafka takes frames now. */
export type KafkaReach = {
  /** False too when Kafka does not say in time. */
  read(): Promise<boolean>
  close(): Promise<void>
}

const lookMillisecondsMax = 3_000
const goodMilliseconds = 500

/** Asks Kafka at most twice a second, whoever wants to know. */
export const watchKafkaReach = (settings: KafkaSettings): KafkaReach => {
  const reach = openTopicReach(settings)
  let latest: { at: number; isReached: Promise<boolean> } | undefined
  const look = (): Promise<boolean> => {
    const tooLate = new Promise<false>((done) => void setTimeout(() => done(false), lookMillisecondsMax).unref())
    return Promise.race([
      reach.look().then(
        () => true,
        () => false,
      ),
      tooLate,
    ])
  }
  return {
    read: () => {
      if (!latest || performance.now() - latest.at > goodMilliseconds) latest = { at: performance.now(), isReached: look() }
      return latest.isReached
    },
    close: reach.close,
  }
}
