import { ErrorType, isCommandError } from '@eventstore/db-client'

const passingTypes: ReadonlySet<string> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.TIMEOUT,
  ErrorType.NOT_LEADER,
])
// Messages of server, client and transport without a type of their own.
const passingMessages =
  /server is (busy|not ready)|no leader info|failed to discover|RST_STREAM|GOAWAY|channel has been (shut down|closed)|connection (dropped|closed)|ECONN|EPIPE|socket hang up/i

/** The server was silent for too long, or a reading ended before its end. */
export class ReadingBroke extends Error {
  override name = 'ReadingBroke'
}

/** Whether an error is temporary (a connection, a restart) rather than one of the request: then a retry makes sense. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof ReadingBroke) return true
  if (!(error instanceof Error)) return false
  if (isCommandError(error) && passingTypes.has(error.type)) return true
  return passingMessages.test(error.message)
}

export const isOfType = (error: unknown, type: ErrorType): boolean => error instanceof Error && isCommandError(error) && error.type === type

const grpcInvalidArgument = 3
/** The requested position is not the beginning of a record. */
export const isInvalidPosition = (error: unknown): boolean =>
  error instanceof Error && isCommandError(error) && error.code === grpcInvalidArgument && /position/i.test(error.message)
