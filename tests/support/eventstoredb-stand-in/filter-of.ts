import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { StandInRecord } from './stand-in-log.ts'

// Records that the server reads before it answers a page, when the client does not say.
const defaultWindow = 32

/** The records that a subscription's filter lets through, and after how many records the server sends a checkpoint. */
export const filterOf = (
  filter: ReadReq.Options.FilterOptions | undefined,
): { allows: (record: StandInRecord) => boolean; checkpointEvery: number } => {
  if (!filter) return { allows: () => true, checkpointEvery: Number.POSITIVE_INFINITY }
  const window = filter.hasMax() ? filter.getMax() : defaultWindow
  const checkpointEvery = window * Math.max(1, filter.getCheckpointintervalmultiplier())
  const byType = filter.hasEventType()
  const expression = byType ? filter.getEventType()! : filter.getStreamIdentifier()!
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined
  const prefixes = expression.getPrefixList()
  const allows = (record: StandInRecord): boolean => {
    const text = byType ? record.type : record.stream
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix))
  }
  return { allows, checkpointEvery }
}
