import { type LatestBill, type LatestTransaction, latestMax } from '@nightflow/schemas/billing/account-money'
import type { PoolClient } from 'pg'

/** The bills of a holder of an account that were issued last, the newest first. */
export const latestBills = async (database: PoolClient, accountNo: string, contractNo: number): Promise<LatestBill[]> => {
  const { rows } = await database.query<LatestBill>(
    `select bill_no::float8 as "billNo", bill_type as "billType", status, period_from as "periodFrom", period_to as "periodTo", due_on as "dueOn",
       total_minor::float8 as "totalMinor", open_minor::float8 as "openMinor"
     from views.bills where account_no = $1 and contract_no = $2 order by bill_no desc limit $3`,
    [accountNo, contractNo, latestMax],
  )
  return rows
}

type Moved = Omit<LatestTransaction, 'billNo' | 'paymentNo'>

/** The latest transactions of a holder of an account, the newest first. */
export const latestTransactions = async (database: PoolClient, accountNo: string, contractNo: number): Promise<Moved[]> => {
  const { rows } = await database.query<Omit<Moved, 'createTime'> & { createTime: Date }>(
    `select transaction_no::float8 as "transactionNo", kind, pay_method as "payMethod", amount_minor::float8 as "amountMinor",
       owed_minor::float8 as "owedMinor", create_time as "createTime"
     from views.transactions where account_no = $1 and contract_no = $2 order by transaction_no desc limit $3`,
    [accountNo, contractNo, latestMax],
  )
  return rows.map(({ createTime, ...row }) => ({ ...row, createTime: createTime.toISOString() }))
}

/** The amount that the holder of a contract owed before an event of the account: bills and debts less the balance. */
export const owedBefore = async (
  database: PoolClient,
  { accountNo, contractNo, position }: { accountNo: string; contractNo: number; position: number },
): Promise<number> => {
  const { rows } = await database.query<{ owedMinor: number }>(
    `select coalesce(sum(owed_minor), 0)::float8 as "owedMinor" from views.transactions
     where account_no = $1 and contract_no = $2 and transaction_no < $3`,
    [accountNo, contractNo, position],
  )
  return rows[0]?.owedMinor ?? 0
}
