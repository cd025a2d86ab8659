import type { Admin } from 'kafkajs'

/** A check waits three seconds. A connection that is silent for as long is closed, and the next check opens another one. */
export const impatient = { requestMilliseconds: 3_000, retries: 1 } as const

/** Polls Kafka over one connection. */
export type KafkaLooks<Answer> = {
  /** Throws when the brokers do not answer, or with what the question throws. */
  look(): Promise<Answer>
  close(): Promise<void>
}

/** Over a connection that is opened when first needed, and anew after a failure. */
export const openKafkaLooks = <Answer>(connect: () => Promise<Admin>, ask: (admin: Admin) => Promise<Answer>): KafkaLooks<Answer> => {
  let opened: Promise<Admin> | undefined
  const close = async (): Promise<void> => {
    const last = opened
    opened = undefined
    await last?.then((admin) => admin.disconnect()).catch(() => {})
  }
  return {
    look: async () => {
      opened ??= connect()
      try {
        return await ask(await opened)
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}
