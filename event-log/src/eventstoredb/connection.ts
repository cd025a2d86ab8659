import { type Credentials, EventStoreDBClient } from '@eventstore/db-client'
import { EventLogUnavailable } from '../event-log-errors.ts'
import { isPassing } from './passing-errors.ts'

/** Retries after a lost connection: 8 attempts with pauses of 6 s together, none begun after 30 s; then the caller gets the error. */
const retryLimits = { attempts: 8, firstPauseMilliseconds: 50, pauseMaximumMilliseconds: 5000, lastBeginMilliseconds: 30_000 } as const

/** `standard` is the server's default. A record in its file has at most 16 MiB, including the envelope of an event. */
const appendBytes = { standard: 1024 * 1024, max: 16_000_000 } as const

/** The connection to the server or cluster; the client finds the leader and opens channels again by itself. */
export type Connection = {
  client: EventStoreDBClient
  /** Given with every append, see `credentialsOf`. */
  credentials: Credentials
  /** The server's MaxAppendSize as the connection string says it: no client can ask for it. */
  appendBytesMax: number
  /** Runs `work`, again when the server was away for a moment. Throws `EventLogUnavailable` after the last attempt. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The pause before attempt `failures + 1`, in milliseconds: doubled each time up to 5 s, with a random third so that not all come back at once. */
export const pauseAfter = (failures: number): number =>
  Math.min(retryLimits.firstPauseMilliseconds * 2 ** (failures - 1), retryLimits.pauseMaximumMilliseconds) * (1 - Math.random() / 3)

export const openConnection = (connectionString: string): Connection => {
  const credentials = credentialsOf(connectionString)
  if (/[?&]nodePreference=(?!leader(&|$))/i.test(connectionString))
    throw new Error('the connection string of EventStoreDB prefers another node than the leader: a follower lags behind what was appended')
  const appendBytesMax = appendBytesMaxOf(connectionString)
  const client = EventStoreDBClient.connectionString(withoutAppendSize(connectionString))
  let closed = false

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // A monotonic clock: the wall clock may be set meanwhile.
    const begun = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      if (closed) throw new EventLogUnavailable('the event log is closed')
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error)) throw error
        if (attempt === retryLimits.attempts || performance.now() - begun > retryLimits.lastBeginMilliseconds)
          throw unavailable(error as Error, attempt, begun)
        await pause(pauseAfter(attempt))
      }
    }
  }

  return {
    client,
    credentials,
    appendBytesMax,
    run,
    close: async () => {
      closed = true
      await client.dispose()
    },
  }
}

/**
 * User and password of a connection string. They are handed over with every append although the client knows them, because that makes it
 * send the append as a call of its own, with a deadline. Its other way, batches on one shared call, keeps the waiting answers of all
 * clients of the process in one table: a connection lost by one fails the appends of the others, and an answer that comes after that
 * ends the process (6.2.1, streams/appendToStream/batchAppend).
 */
const credentialsOf = (connectionString: string): Credentials => {
  const found = /^[a-z+]+:\/\/([^:@/?]+):([^@/?]*)@/.exec(connectionString)
  if (found) return { username: decodeURIComponent(found[1]!), password: decodeURIComponent(found[2]!) }
  // Without TLS the client sends no credentials at all.
  if (/[?&]tls=false(&|$)/i.test(connectionString)) return { username: '', password: '' }
  throw new Error(
    'the connection string of EventStoreDB names no user: write esdb://<user>:<password>@<host>:2113, or add ?tls=false for a server without security',
  )
}

const appendSizeOption = /([?&])maxAppendSize=([^&]*)(?:&|$)/i

const appendBytesMaxOf = (connectionString: string): number => {
  const given = appendSizeOption.exec(connectionString)?.[2]
  if (given === undefined) return appendBytes.standard
  const bytes = /^\d{1,9}$/.test(given) ? Number(given) : 0
  if (bytes >= 1 && bytes <= appendBytes.max) return bytes
  throw new Error(
    `maxAppendSize in the connection string of EventStoreDB is "${given}" and must be the server's MaxAppendSize in bytes, at most ${appendBytes.max}`,
  )
}

/** The client warns of options that are not its own. */
const withoutAppendSize = (connectionString: string): string => connectionString.replace(appendSizeOption, '$1').replace(/[?&]$/, '')

const unavailable = (error: Error, attempts: number, begun: number): EventLogUnavailable => {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  return new EventLogUnavailable(
    `EventStoreDB did not answer ${attempts} attempts within ${seconds} s (${error.message}): check that it runs and can be reached; appending again with the same event ids is safe`,
    { cause: error },
  )
}

export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const over = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      resume()
    }
    const timer = setTimeout(over, milliseconds)
    signal?.addEventListener('abort', over)
    if (signal?.aborted) over()
  })
