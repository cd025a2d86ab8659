import type { Connections } from '@nightflow/event-log/postgres/database'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'

/** Accounts that are not cancelled, of the caller's tenant. */
export const countAccounts = async (database: PoolClient): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from views.accounts where status <> '${AccountStatus.enum.cancelled}'`,
  )
  return rows[0]!.count
}

/** Those of these tenants that have an account which is not cancelled. On the service's own connection, because it looks at all tenants. */
export const tenantsWithAccounts = async (pool: Connections, tenants: readonly string[]): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::text[]) as wanted (code)
     where exists (select from views.accounts where accounts.tenant = code and status <> '${AccountStatus.enum.cancelled}')`,
    [tenants],
  )
  return rows[0]!.count
}

export type MeterHolder = { accountNo: string; name: string | null; telephone: string | null }

/** The account that has this meter now, and its holder: without name and telephone after an erasure, also before the projector comes to it. */
export const holderOfMeter = async (database: PoolClient, meterNo: string): Promise<MeterHolder | undefined> => {
  const { rows } = await database.query<MeterHolder>(
    `select account_no as "accountNo", name, telephone from views.accounts
     left join (views.persons holder left join log.person_keys keys using (tenant, person_id))
       on holder.tenant = accounts.tenant and holder.person_id = holder_id and keys.erased_at is null
     where meter_no = $1 and status <> '${AccountStatus.enum.cancelled}' limit 1`,
    [meterNo],
  )
  return rows[0]
}

/** The telephone of the present holder of an account; empty where none is known. */
export const telephoneOfAccount = async (database: PoolClient, accountNo: string): Promise<string> => {
  const { rows } = await database.query<{ telephone: string | null }>(
    'select telephone from views.accounts join views.persons on person_id = holder_id where account_no = $1',
    [accountNo],
  )
  return rows[0]?.telephone ?? ''
}
