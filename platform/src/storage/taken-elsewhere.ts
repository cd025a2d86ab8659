import type { Queryable } from './platform-tables.ts'

/** A refused import counts as many as a day allows: it tried more. */
const ofRefused = 20

/** Number of names of other tenants that imports of this tenant found taken within a day. Runs on the service's own rights. */
export const countTakenElsewhere = async (database: Queryable, tenant: string, operation: string): Promise<number> => {
  const { rows } = await database.query<{ reported: number }>(
    `select coalesce(sum(case when outcome = 'too-fast' then ${ofRefused} else coalesce((after->>'toldOnce')::int, 0) end), 0)::int as reported
     from platform.operation_log where tenant = $1 and operation = $2 and at > now() - interval '1 day'`,
    [tenant, operation],
  )
  return rows[0]!.reported
}
