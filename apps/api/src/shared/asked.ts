import type { EventLog } from '@nightflow/event-log/event-log'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { Background } from './background.ts'

/** What the API stands on. */
export type Foundation = {
  pool: Pool
  log: EventLog
  /** Text that signs and checks access tokens: `loadTokenSecret`. */
  tokenSecret: string
  /** How long a command waits for the views to see its events before it answers all the same. */
  viewWaitMilliseconds: number
  background: Background
}

/** Who asks, as the token says; nothing of it ever comes from the request itself. */
export type Caller = { tenant: string; username: string; role: Role }

/** A request by somebody not signed in. */
export type Visit = Foundation & { address: string; logger: FastifyBaseLogger }

/** A request by somebody signed in. */
export type Asked = Visit & {
  caller: Caller
  /** Runs a query that sees the caller's tenant alone, for at most half a minute. */
  read: <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>
}
