import { BillStatus } from '@nightflow/schemas/billing/bill'
import type { PoolClient } from 'pg'
import { presentBalance } from './low-balances.ts'
import { isPrepaid } from './prepaid-accounts.ts'

export type JudgedAccount = { accountNo: string; thresholdMinor: number | null; countsBalance: boolean }

/** The terms of a utility for closing valves for arrears. */
export type ClosingTerms = {
  /** Whether a valve may be closed now. One that is to be opened again may be at any time. */
  mayClose: boolean
  /** Of prepaid accounts without a threshold of their own; null for none. */
  emergencyCreditMinor: number | null
  /** A prepaid account whose holder was warned later than that keeps its water. */
  warnedBefore: Date
  /** The month in which less than `lifelineLitres` keeps the water of a prepaid account: its first day. */
  monthFrom: string
  lifelineLitres: number
}

/**
 * Accounts whose arrears passed the threshold of their settings, in either direction, since they were judged: the overdue bills of the present holder, and of a
 * prepaid account what its balance is below zero.
 */
export const accountsToJudge = async (database: PoolClient, terms: ClosingTerms, limit: number): Promise<JudgedAccount[]> => {
  const { mayClose, emergencyCreditMinor, warnedBefore, monthFrom, lifelineLitres } = terms
  const { rows } = await database.query<JudgedAccount>(
    `select account_no as "accountNo", threshold::float8 as "thresholdMinor", is_prepaid as "countsBalance" from (
       select account_no, is_prepaid, is_exceeded, warned_at, used,
         coalesce(own_threshold, case when is_prepaid then $3::int8 end) as threshold,
         overdue + case when is_prepaid then greatest(0, -balance) else 0 end as overdue
       from (
         select account.account_no, (account.settings->>'arrearsClosingThresholdMinor')::int8 as own_threshold, ${isPrepaid} as is_prepaid,
           ${presentBalance} as balance, coalesce(arrears.is_exceeded, false) as is_exceeded, arrears.low_since::timestamptz as warned_at,
           coalesce((select sum(overdue_minor) from views.bills where bills.tenant = account.tenant and bills.account_no = account.account_no
             and bills.status = '${BillStatus.enum.overdue}' and bills.contract_no = jsonb_array_length(account.holders)), 0) as overdue,
           coalesce((select sum(litres) from views.burn_downs used where used.tenant = account.tenant and used.account_no = account.account_no
             and used.period_from >= $5), 0) as used
         from views.accounts account
         left join views.account_arrears arrears on arrears.tenant = account.tenant and arrears.account_no = account.account_no
         where account.settings->>'arrearsClosingThresholdMinor' is not null or arrears.is_exceeded or ($3::int8 is not null and ${isPrepaid})) found) judged
     where coalesce(overdue > threshold, false) <> is_exceeded
       and (is_exceeded or ($2 and (not is_prepaid or (warned_at <= $4 and used >= $6))))
     order by account_no limit $1`,
    [limit, mayClose, emergencyCreditMinor, warnedBefore, monthFrom, lifelineLitres],
  )
  return rows
}
