import type { Pool, PoolClient } from 'pg'

/** The role that requests run under: it owns nothing and cannot bypass row-level security. */
export const requestRole = 'nightflow_request'

/** Runs `work` in one read-only transaction that sees only the tenant's rows. */
export const withTenant = async <Result>(pool: Pool, tenant: string, work: (database: PoolClient) => Promise<Result>): Promise<Result> => {
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(tenant)) throw new Error(`not a tenant code: ${tenant}`)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin read only; set local role ${requestRole}; set local nightflow.tenant = '${tenant}'`)
    return await work(client)
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    await client.query(broken ? 'rollback' : 'commit').catch(() => client.release(true))
    client.release()
  }
}
