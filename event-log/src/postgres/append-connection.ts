import type pg from 'pg'
import { EventLogUnavailable } from '../event-log-errors.ts'
import { AttentiveClient } from './attentive-client.ts'
import { isExhausted, isMovedAway, isPassing } from './connection-errors.ts'

/** Retries after a lost connection: 8 attempts with pauses of 6 s together, none begun after 30 s; then the caller gets the error. */
const retryLimits = { attempts: 8, firstPauseMilliseconds: 50, pauseMaximumMilliseconds: 5000, lastBeginMilliseconds: 30_000 } as const

// An append waits for the head's lock, so this also bounds how long one foreign transaction may hold it.
const statementTimeoutMilliseconds = 30_000

/** The one connection that appends use: opened when first needed, opened again after it was lost. */
export type AppendConnection = {
  /** Runs `work`, again on a new connection when that one was lost. Throws `EventLogUnavailable` after the last attempt. */
  run<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export const openAppendConnection = (connectionString: string): AppendConnection => {
  let client: pg.Client | undefined

  const connect = async (): Promise<pg.Client> => {
    if (client) return client
    const opened: pg.Client = new AttentiveClient({
      connectionString,
      application_name: 'nightflow append',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: statementTimeoutMilliseconds + 5000,
      statement_timeout: statementTimeoutMilliseconds,
      idle_in_transaction_session_timeout: statementTimeoutMilliseconds,
    })
    // Without a listener a connection lost while idle would end the process.
    opened.on('error', () => drop(opened))
    opened.on('end', () => drop(opened))
    try {
      await opened.connect()
    } catch (error) {
      drop(opened)
      throw error
    }
    client = opened
    return opened
  }

  const drop = (lost: pg.Client): void => {
    if (client === lost) client = undefined
    lost.end().catch(() => undefined)
  }

  const run = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    // A monotonic clock: the wall clock may be set meanwhile.
    const begun = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      let used: pg.Client | undefined
      try {
        used = await connect()
        return await work(used)
      } catch (error) {
        if (isMovedAway(error)) throw movedAway(error as Error)
        if (isExhausted(error)) throw exhausted(error as Error)
        if (!isPassing(error)) throw error
        if (used) drop(used)
        if (attempt === retryLimits.attempts || performance.now() - begun > retryLimits.lastBeginMilliseconds)
          throw unavailable(error as Error, attempt, begun)
        await pause(Math.min(retryLimits.firstPauseMilliseconds * 2 ** (attempt - 1), retryLimits.pauseMaximumMilliseconds))
      }
    }
  }

  return {
    run,
    close: async () => {
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

const movedAway = (error: Error): EventLogUnavailable =>
  new EventLogUnavailable(`${error.message}: start this process anew with the address of the log`, { cause: error })

/** Not tried again here: space that is missing now is missing in six seconds too, and the caller retries. */
const exhausted = (error: Error): EventLogUnavailable =>
  new EventLogUnavailable(
    `the event log's database cannot store anything now (${error.message}): make room for it; appending again with the same event ids is safe`,
    { cause: error },
  )

const unavailable = (error: Error, attempts: number, begun: number): EventLogUnavailable => {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  return new EventLogUnavailable(
    `the event log's database did not answer ${attempts} attempts within ${seconds} s (${error.message}): check that it runs and can be reached; appending again with the same event ids is safe`,
    { cause: error },
  )
}

const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))
