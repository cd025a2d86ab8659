import type { Queryable } from '../storage/platform-tables.ts'

/** An operator's visit of a tenant, written where the tenant can read it too. */
export const recordVisit = async (
  database: Queryable,
  visit: { tenant: string; operator: string; sessionId: string; reason: string; endsAt: Date; address: string },
): Promise<void> => {
  await database.query(
    `insert into platform.tenant_visits (tenant, operator, session_id, reason, ends_at, address) values ($1, $2, $3, $4, $5, $6)`,
    [visit.tenant, visit.operator, visit.sessionId, visit.reason, visit.endsAt, visit.address],
  )
}

/** The visit that this session is, while it lasts. */
export const findVisit = async (database: Queryable, sessionId: string): Promise<{ reason: string; endsAt: Date } | undefined> => {
  const { rows } = await database.query<{ reason: string; endsAt: Date }>(
    `select reason, ends_at as "endsAt" from platform.tenant_visits where session_id = $1 and ended_at is null`,
    [sessionId],
  )
  return rows[0]
}

export const closeVisit = async (database: Queryable, sessionId: string): Promise<void> => {
  await database.query('update platform.tenant_visits set ended_at = now() where session_id = $1 and ended_at is null', [sessionId])
}

/** Removes the addresses of a person's visits; answers the tenants that were visited. */
export const eraseVisitsOf = async (database: Queryable, userName: string): Promise<string[]> => {
  const { rows } = await database.query<{ tenant: string }>(
    `update platform.tenant_visits set address = '' where lower(operator) = lower($1) returning tenant`,
    [userName],
  )
  return [...new Set(rows.map(({ tenant }) => tenant))]
}
