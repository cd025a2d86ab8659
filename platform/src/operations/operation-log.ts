import type { Connections } from '@nightflow/event-log/postgres/database'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { writeAsTenant } from '../storage/write-as-tenant.ts'

/** An operation with actor, subject and outcome; `before` and `after` are the states around the decision, `position` is the place of its events. */
export type Operation = {
  tenant: string
  actor: string
  /** `METHOD /path` of the endpoint. */
  operation: string
  /** The request without secrets. */
  subject: object
  /** `accepted`, or the code of the refusal. */
  outcome: string
  before?: unknown
  after?: unknown
  position?: number
  address: string
}

/** Adds one row; the table refuses change and removal. Within a command the row and what the command changed are one transaction. */
export const recordOperation = async (pool: Connections, operation: Operation): Promise<void> =>
  writeAsTenant(pool, operation.tenant, (database) => insertOperations(database, [operation]))

/** Throws when a row of this operation could not be written, and writes none. For what is about to be appended to the log, which knows no rollback. */
export const proveOperation = async (pool: Connections, operation: Operation): Promise<void> => {
  await writeAsTenant(pool, operation.tenant, async (database) => {
    await insertOperations(database, [operation])
    return rejected('unavailable')
  })
}

export const insertOperations = async (database: Queryable, operations: readonly Operation[]): Promise<void> => {
  await rowsOf(database, platform.insertInto('platform.operation_log').values(operations.map(rowOf)))
}

const rowOf = ({ tenant, before, after, position, subject, ...operation }: Operation) => ({
  ...operation,
  tenant,
  subject: JSON.stringify(subject),
  before: jsonOrNull(before),
  after: jsonOrNull(after),
  position: position ?? null,
})

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
