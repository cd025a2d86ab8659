import { EventLogUnavailable } from '../event-log-errors.ts'

// Classes and codes of SQLSTATE after which the same statement may succeed on a new connection:
// 08 connection, 57P01-57P05 shutdown and restart, 53300 too many connections, 40 serialization and deadlock, 55P03 lock not available,
// 25P03 the server gave up on an idle transaction, 57014 on a statement that waited too long for the head's lock, 25006 a server that only
// reads: after a failover the name leads to another one soon, but the old connection does not.
const passingStates = /^(08...|57P0[1-5]|53300|40...|55P03|25P03|57014|25006)$/
const passingSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
// Messages of the driver without a code.
const passingMessages =
  /connection terminated|connection ended|query read timeout|timeout expired|client has encountered a connection error|client was closed/i

/** Whether an error is temporary (a connection, a restart) rather than one of the statement: then a retry makes sense. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return passingStates.test(code) || passingSystemCodes.has(code)
  return passingMessages.test(error.message)
}

// Classes of SQLSTATE that speak of the server's means: 53 no disk, no memory left, 58 the operating system failed it. 53300 passes by itself.
const exhaustedStates = /^(53|58)/

/** Whether the server can serve no request until space is freed. */
export const isExhausted = (error: unknown): boolean =>
  !isPassing(error) && error instanceof Error && exhaustedStates.test(String((error as { code?: unknown }).code))

/** Whether the log of this database has been moved to another engine while this process was running (`migrations/keep-place.ts`). */
export const isMovedAway = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '55000'

/** A read whose caller treats an unreachable database as any other temporary error. */
export const unavailableWhenAway = async <Result>(read: Promise<Result>): Promise<Result> => {
  try {
    return await read
  } catch (error) {
    if (!isPassing(error) && !isExhausted(error)) throw error
    throw new EventLogUnavailable(`the event log's database does not answer (${(error as Error).message})`, { cause: error })
  }
}

export const isUniqueViolation = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '23505'
