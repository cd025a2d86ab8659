import { inGroups } from '@nightflow/event-log/in-groups'
import type { Pool } from 'pg'
import { insertAtOnce, type Operation } from './operation-log.ts'

type Failed = { error: unknown } | undefined

/**
 * Rows of the operation log for commands that change nothing but the event log. Rows of the same moment are one statement and one commit;
 * a row that the database refuses fails its own command alone.
 */
export class OperationRows {
  readonly #record: (operation: Operation) => Promise<Failed>
  readonly #prove: (operation: Operation) => Promise<Failed>

  constructor(pool: Pool) {
    const limits = { most: 100, atOnce: 1 }
    this.#record = inGroups((operations) => writeAll(pool, operations, { isKept: true }), limits)
    this.#prove = inGroups((operations) => writeAll(pool, operations, { isKept: false }), limits)
  }

  /** Adds a row; it is durable afterwards. */
  record = async (operation: Operation): Promise<void> => expectDone(await this.#record(operation))

  /** Throws when a row of this operation could not be written, and writes none. */
  prove = async (operation: Operation): Promise<void> => expectDone(await this.#prove(operation))
}

const expectDone = (failed: Failed): void => {
  if (failed) throw failed.error
}

type Kind = { isKept: boolean }

/** The failure of each, in their order. A group that is refused is written row by row. */
const writeAll = async (pool: Pool, operations: readonly Operation[], kind: Kind): Promise<readonly Failed[]> => {
  const failures = new Map<Operation, Failed>()
  for (const [tenant, ofTenant] of Map.groupBy(operations, (operation) => operation.tenant)) {
    const error = await write(pool, tenant, ofTenant, kind)
    if (!error) continue
    for (const one of ofTenant) failures.set(one, ofTenant.length === 1 ? error : await write(pool, tenant, [one], kind))
  }
  return operations.map((operation) => failures.get(operation))
}

const write = async (pool: Pool, tenant: string, operations: readonly Operation[], { isKept }: Kind): Promise<Failed> => {
  try {
    await insertAtOnce(pool, tenant, operations, isKept ? 'commit' : 'rollback')
    return undefined
  } catch (error) {
    return { error }
  }
}
