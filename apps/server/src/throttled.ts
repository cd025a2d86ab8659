import type { KafkaLooks } from '@nightflow/ingest/frame-buffer/kafka-looks'

const lookMillisecondsMax = 3_000
const goodMilliseconds = 500

/** Queries Kafka at most twice a second, however many scrapes and health checks need it; undefined when it does not answer in time. */
export const throttled = <Answer>(kafka: Pick<KafkaLooks<Answer>, 'look'>): (() => Promise<Answer | undefined>) => {
  let latest: { at: number; answer: Promise<Answer | undefined> } | undefined
  const look = (): Promise<Answer | undefined> => {
    const tooLate = new Promise<undefined>((done) => void setTimeout(() => done(undefined), lookMillisecondsMax).unref())
    return Promise.race([kafka.look().catch(() => undefined), tooLate])
  }
  return () => {
    if (!latest || performance.now() - latest.at > goodMilliseconds) latest = { at: performance.now(), answer: look() }
    return latest.answer
  }
}
