import type { AppendResult, EventLog } from '@nightflow/event-log/event-log'
import { AppendInvalid } from '@nightflow/event-log/event-log-errors'
import type { KafkaMessage } from 'kafkajs'
import { type BufferedFrame, decodeFrameMessage } from './frame-message.ts'

/** A message that can never be appended as it is, and why. */
export type Refused = { message: KafkaMessage; reason: string }

export type Appended = {
  /** So many messages from the beginning are settled: in the log, or refused for good. */
  settled: number
  refused: Refused[]
  /** Why the message after them is not settled; trying again may help. */
  failure?: Error
}

/**
 * Appends messages to the log in their order, all at once so that the log groups them, and returns how far it came. A message that the log has already
 * (a delivery that came twice) counts as appended.
 */
export const appendFrames = async (log: Pick<EventLog, 'append'>, messages: readonly KafkaMessage[]): Promise<Appended> => {
  const outcomes = await Promise.all(messages.map((message) => settle(log, message)))
  const refused: Refused[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'appended') continue
    if ('reason' in outcome) refused.push(outcome)
    else return { settled: index, refused, failure: outcome }
  }
  return { settled: messages.length, refused }
}

const settle = async (log: Pick<EventLog, 'append'>, message: KafkaMessage): Promise<'appended' | Refused | Error> => {
  let frame: BufferedFrame
  try {
    frame = decodeFrameMessage(message.value)
  } catch (error) {
    return { message, reason: (error as Error).message }
  }
  try {
    const result: AppendResult = await log.append(frame.stream, 'any', [frame.event])
    return result.status === 'conflict' ? new Error(`stream ${frame.stream} refused an append at any version`) : 'appended'
  } catch (error) {
    return isForGood(error) ? { message, reason: (error as Error).message.slice(0, 1_000) } : (error as Error)
  }
}

// Classes of SQLSTATE that speak of the content: 22 data exception, 23 integrity constraint, 54 program limit exceeded. All others (a full
// disk, a lost right, a database that only reads) pass once the database is repaired, and nothing is lost by waiting.
const contentStates = /^(22|23|54)/
/** A check that failed; where it has no name it is that of a month without a partition, which is no fault of the content. */
const checkViolation = '23514'

const isForGood = (error: unknown): boolean => {
  if (error instanceof AppendInvalid) return true
  const { cause } = error as { cause?: { code?: unknown; constraint?: unknown } }
  if (cause?.code === checkViolation) return cause.constraint !== undefined
  return typeof cause?.code === 'string' && contentStates.test(cause.code)
}
