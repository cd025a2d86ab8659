import type { PoolClient } from 'pg'
import { isPrepaid } from './prepaid-accounts.ts'

/** A prepaid account whose balance passed its threshold since it was judged, in either direction, with the way to its holder. */
export type BalanceToJudge = { accountNo: string; personId: string; channel: 'email' | 'sms' | null; thresholdMinor: number }

/** The balance of the present holder; the contract's number is the place of the holder. */
export const presentBalance = `coalesce((select balance_minor from views.account_balances had where had.tenant = account.tenant
  and had.account_no = account.account_no and had.contract_no = jsonb_array_length(account.holders)), 0)`

/** An account of which nothing was deducted yet is not judged: it has just been opened. */
export const balancesToJudge = async (database: PoolClient, limit: number): Promise<BalanceToJudge[]> => {
  const { rows } = await database.query<BalanceToJudge>(
    `select account_no as "accountNo", holder_id as "personId", threshold::float8 as "thresholdMinor",
       case when is_stopped then null when email is not null then 'email' when telephone is not null then 'sms' end as channel from (
       select account.account_no, account.holder_id, holder.email, holder.telephone, ${presentBalance} as balance,
         coalesce((account.settings->>'balanceThresholdMinor')::int8, 0) as threshold, arrears.low_since is not null as is_low,
         coalesce(arrears.reminders_stopped_for ? account.holder_id::text, false) as is_stopped
       from views.accounts account
       left join views.persons holder on holder.tenant = account.tenant and holder.person_id = account.holder_id and holder.erased_at is null
       left join views.account_arrears arrears on arrears.tenant = account.tenant and arrears.account_no = account.account_no
       where ${isPrepaid} and exists (select from views.burn_downs used where used.tenant = account.tenant and used.account_no = account.account_no)) judged
     where (balance < threshold) <> is_low order by account_no limit $1`,
    [limit],
  )
  return rows
}
