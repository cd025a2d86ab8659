import { type Connections, settingsOfRequest } from '@nightflow/event-log/postgres/database'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { transactionAtOnce } from '../storage/in-transaction.ts'
import { platform, type Queryable, rowsOf, withValues } from '../storage/platform-tables.ts'
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
  writeAsTenant(pool, operation.tenant, (database) => insertOperation(database, operation))

/** Throws when a row of this operation could not be written, and writes none. For what is about to be appended to the log, which knows no rollback. */
export const proveOperation = async (pool: Connections, operation: Operation): Promise<void> => {
  await writeAsTenant(pool, operation.tenant, async (database) => {
    await insertOperation(database, operation)
    return rejected('unavailable')
  })
}

const insertOperation = async (database: Queryable, operation: Operation): Promise<void> => {
  await rowsOf(database, platform.insertInto('platform.operation_log').values(rowOf(operation)))
}

/** Rows of one tenant in a transaction of their own, which goes to the database whole: a sale waits for two of them. */
export const insertAtOnce = async (
  pool: Connections,
  tenant: string,
  operations: readonly Operation[],
  end: 'commit' | 'rollback',
): Promise<void> => {
  const statement = withValues(platform.insertInto('platform.operation_log').values(operations.map(rowOf)))
  await transactionAtOnce(pool, settingsOfRequest(tenant, undefined), statement, end)
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
