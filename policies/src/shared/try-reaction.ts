import { setTimeout as pause } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import { AppendInvalid, EventLogOverloaded, EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { isOfContent, sqlStateOf } from '@nightflow/projections/projector/set-aside-events'
import type { Pool } from 'pg'

/** An error that is neither one of content nor of an engine, such as a stream that others keep changing, is tried so often. */
const attemptsMax = 5
const firstPauseMilliseconds = 100

/** Connection, resources, operator intervention and system errors: the next occasion would fail as well. */
const stateOfEngine = /^(08|53|57|58)/

/**
 * Runs a reaction; returns the error that makes its occasion a dead letter. Throws where log or database are unavailable, so that nothing is
 * set aside for it.
 */
export const tryReaction = async (
  { log, pool, signal }: { log: EventLog; pool: Pool; signal: AbortSignal },
  react: () => void | Promise<void>,
): Promise<Error | undefined> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await react()
      return undefined
    } catch (error) {
      if (signal.aborted || isOfEngine(error)) throw error
      if (isOfContent(error) || error instanceof AppendInvalid) return error
      // Throws where an engine does not answer.
      await Promise.all([pool.query('select'), log.head()])
      if (attempt >= attemptsMax) return error instanceof Error ? error : new Error(String(error))
      await pause(firstPauseMilliseconds * 2 ** (attempt - 1), undefined, { signal })
    }
  }
}

const isOfEngine = (error: unknown): boolean =>
  error instanceof EventLogUnavailable ||
  error instanceof EventLogOverloaded ||
  (error instanceof Error && stateOfEngine.test(sqlStateOf(error) ?? ''))
