import type { Pool } from 'pg'

/** Where the present holder of an account can be reached; undefined where the account has none, and for a person who was erased. */
export const presentPayer = async (
  pool: Pool,
  { tenant, accountNo }: { tenant: string; accountNo: string },
): Promise<{ email: string | null; telephone: string | null } | undefined> => {
  const { rows } = await pool.query<{ email: string | null; telephone: string | null }>(
    `select holder.email, holder.telephone from views.accounts account
     join views.persons holder on holder.tenant = account.tenant and holder.person_id::text = account.holders->>-1 and holder.erased_at is null
     left join log.person_keys known on known.tenant = holder.tenant and known.person_id = holder.person_id
     where account.tenant = $1 and account.account_no = $2 and known.erased_at is null`,
    [tenant, accountNo],
  )
  return rows[0]
}
