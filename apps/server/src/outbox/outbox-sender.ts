import { setTimeout as pause } from 'node:timers/promises'
import {
  attachmentOf,
  type Channel,
  type ClaimedMessage,
  claimMessages,
  forgetOldMessages,
  markFailed,
  markKept,
  markSent,
} from '@nightflow/platform/messages/outbox'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from '../roles/role.ts'
import type { Way } from './way.ts'

const lookEveryMilliseconds = 1_000
const forgetEveryMilliseconds = 3_600_000
const messagesAtOnce = 10

export type Ways = Partial<Record<Channel, Way>>

/** Sends what waits in the outbox. Any number of processes may do so: each takes messages that no other one has. */
export const startOutboxSender = ({ pool, logger, ways }: { pool: Pool; logger: Logger; ways: Ways }): Role => {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = retryUntilStopped('outbox sender', logger, signal, () => keepSending(pool, ways, logger, signal))
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
      for (const way of Object.values(ways)) way.close()
    },
  }
}

const keepSending = async (pool: Pool, ways: Ways, logger: Logger, signal: AbortSignal): Promise<void> => {
  let forgotAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    if (performance.now() - forgotAt > forgetEveryMilliseconds) {
      forgotAt = performance.now()
      await forgetOldMessages(pool)
    }
    const messages = await claimMessages(pool, messagesAtOnce)
    await Promise.all(messages.map((message) => sendOne(pool, message, ways, logger)))
    // A full page means that more are waiting.
    if (messages.length < messagesAtOnce) await pause(lookEveryMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

const sendOne = async (pool: Pool, message: ClaimedMessage, ways: Ways, logger: Logger): Promise<void> => {
  const way = ways[message.channel]
  if (!way) return markKept(pool, message.messageId)
  try {
    await way.send(message, message.channel === 'email' ? await attachmentOf(pool, message.messageId) : undefined)
  } catch (error) {
    logger.warn({ messageId: message.messageId, channel: message.channel, err: error }, 'a message could not be sent')
    return markFailed(pool, message, error instanceof Error ? error.message : String(error))
  }
  await markSent(pool, message.messageId)
}
