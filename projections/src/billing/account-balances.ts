import { AccountNo } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { accountOf } from './debt-events.ts'
import { balanceTypes, casesOf, customerMoneyOf, postedOf } from './posted-events.ts'

const row = z.object({
  accountNo: AccountNo,
  /** What was paid in and nothing has taken; below zero where more was taken. */
  balanceMinor: z.int(),
})
type Row = z.infer<typeof row>

/** What each account has paid in and nothing has taken: the sum of what was posted to its money. */
export const accountBalances = defineEntity({
  name: 'billing/account-balances',
  version: 1,
  table: 'account_balances',
  key: ['accountNo'],
  row,
  indexes: { had: '(tenant, account_no) where balance_minor > 0' },
  isCommutative: true,
  keysOf: (event) => [{ accountNo: accountOf(event) }],
  evolve: casesOf<Row>(balanceTypes, (seen, event) => ({
    accountNo: accountOf(event),
    balanceMinor: (seen?.balanceMinor ?? 0) - customerMoneyOf(postedOf(event).postings),
  })),
})

/** Accounts that have a balance beside an open bill, as earlier logs left them. */
export const balancesToSettle = async (database: PoolClient, limit: number): Promise<string[]> => {
  const { rows } = await database.query<{ accountNo: string }>(
    `select account_no as "accountNo" from views.account_balances had where balance_minor > 0
       and exists (select from views.bills where bills.tenant = had.tenant and bills.account_no = had.account_no and bills.open_minor > 0)
     order by account_no limit $1`,
    [limit],
  )
  return rows.map(({ accountNo }) => accountNo)
}
