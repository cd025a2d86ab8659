import type { DeskCustomer } from '@nightflow/schemas/agents/agent-desk-calls'
import { SaleStatus } from '@nightflow/schemas/agents/agent-money'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { pattern, personOf } from '../customers/account-queries.ts'

/**
 * Customers whom an agent may serve: those that the agent has sold to, by any word; any other by the whole number of the account or the meter, or the PAN.
 * The name of another one is not shown.
 */
export const customersOfAgent = async (
  database: PoolClient,
  { userId, search, limit }: { userId: number; search: string; limit: number },
): Promise<DeskCustomer[]> => {
  const { rows } = await database.query<DeskCustomer>(
    `select accounts.account_no as "accountNo", accounts.meter_no as "meterNo", holder.address, accounts.is_own as "isOwn",
       case when accounts.is_own then coalesce(accounts.company_name, holder.name) end as "customerName"
     from (select accounts.tenant, account_no, meter_no, holder_id, parties->>'companyName' as company_name, own.account_no is not null as is_own
       from views.accounts
       left join (select distinct account_no from views.agent_sales where user_id = $1 and status = '${SaleStatus.enum.sold}') own using (account_no)
       where status <> '${AccountStatus.enum.cancelled}'
         and (lower(account_no) = lower($2) or lower(meter_no) = lower($2)
           or account_no in (select held.account_no from views.sts_meters registered
               join views.accounts held on held.meter_no = registered.meter_no where registered.pan = $2 and not registered.is_removed)
           or (own.account_no is not null and (search_text like $3
             or holder_id in (select person_id from views.persons where search_text like $3))))
       order by is_own desc, account_no limit $4) accounts
     ${personOf('holder', 'accounts.holder_id')}
     order by accounts.is_own desc, accounts.account_no`,
    [userId, search, pattern(search), limit],
  )
  return rows
}
