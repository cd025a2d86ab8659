import type { PoolClient } from 'pg'

export type WayToHolder = { channel: 'email' | 'sms'; recipient: string }

/** How the holder of a contract is informed, by e-mail before telephone; undefined for one who is erased, cannot be reached or wants no messages. */
export const wayToHolder = async (
  database: PoolClient,
  { accountNo, contractNo }: { accountNo: string; contractNo: number },
): Promise<WayToHolder | undefined> => {
  const { rows } = await database.query<{ email: string | null; telephone: string | null }>(
    `select holder.email, holder.telephone from views.accounts account
     join views.persons holder on holder.person_id = (account.holders->>($2::int - 1))::uuid and holder.erased_at is null
     left join views.account_arrears arrears on arrears.account_no = account.account_no
     where account.account_no = $1 and not coalesce(arrears.reminders_stopped_for ? holder.person_id::text, false)`,
    [accountNo, contractNo],
  )
  const [holder] = rows
  if (holder?.email) return { channel: 'email', recipient: holder.email }
  return holder?.telephone ? { channel: 'sms', recipient: holder.telephone } : undefined
}
