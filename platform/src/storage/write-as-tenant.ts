import { type Connections, requestRole } from '@nightflow/event-log/postgres/database'
import type { PoolClient } from 'pg'
import { inTransaction } from './in-transaction.ts'

/** Like `withTenant`, but may write what the request's role was granted in `migrate-platform.ts`. All or nothing: a refusal leaves nothing behind. */
export const writeAsTenant = async <Result>(
  pool: Connections,
  tenant: string,
  work: (database: PoolClient) => Promise<Result>,
): Promise<Result> => inTransaction(pool, work, { role: requestRole, 'nightflow.tenant': tenant })
