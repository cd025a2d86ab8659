import type { Connections } from '@nightflow/event-log/postgres/database'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/** Runs `work` on the service's own rights, all or nothing; a refusal leaves nothing behind either. */
export const inTransaction = async <Result>(pool: Connections, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
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
