import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool, PoolClient } from 'pg'
import { requestRole } from '../shared/database.ts'

/** Like `withTenant`, but may write what the request's role was granted in `migrate-platform.ts`. All or nothing: a refusal leaves nothing behind. */
export const writeAsTenant = async <Result>(
  pool: Pool,
  tenant: string,
  work: (database: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local role ${requestRole}`)
    await client.query(`select set_config('nightflow.tenant', $1, true)`, [tenant])
    const result = await work(client)
    await client.query(isRejection(result) ? 'rollback' : 'commit')
    return result
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    throw error
  } finally {
    client.release(broken)
  }
}
