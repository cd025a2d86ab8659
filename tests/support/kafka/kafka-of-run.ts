import { inject } from 'vitest'
import type { KafkaBroker } from './kafka-broker.ts'

/** The broker that the files of a run share. None may end it: a file that does starts its own with `startKafka`. Topics are named uniquely. */
export const kafkaOfRun = async (): Promise<KafkaBroker> => {
  const answer = await fetch(inject('kafkaForRunUrl'))
  if (!answer.ok) throw new Error(await answer.text())
  return { brokers: (await answer.json()) as string[], stop: async () => undefined }
}
