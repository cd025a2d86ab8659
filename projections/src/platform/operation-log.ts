import type { Pool } from 'pg'
import { platform, rowsOf } from './platform-tables.ts'
import { writeAsTenant } from './write-as-tenant.ts'

/** Who did what, to what, with which outcome; `before` and `after` are what the rule saw and left, `position` the place of its events. */
export type Operation = {
  tenant: string
  actor: string
  /** `METHOD /path` of the endpoint. */
  operation: string
  /** What was asked for, secrets left out. */
  subject: object
  /** `accepted`, or the code of the refusal. */
  outcome: string
  before?: unknown
  after?: unknown
  position?: number
  address: string
}

/** Adds one row; the table refuses change and removal. */
export const recordOperation = async (pool: Pool, { tenant, before, after, position, subject, ...operation }: Operation): Promise<void> => {
  const row = {
    ...operation,
    tenant,
    subject: JSON.stringify(subject),
    before: jsonOrNull(before),
    after: jsonOrNull(after),
    position: position ?? null,
  }
  await writeAsTenant(pool, tenant, (database) => rowsOf(database, platform.insertInto('platform.operation_log').values(row)))
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
