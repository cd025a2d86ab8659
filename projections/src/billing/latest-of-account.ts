import { type LatestBill, type LatestTransaction, latestMax } from '@nightflow/schemas/billing/account-money'
import type { BillCalculation } from '@nightflow/schemas/billing/bill-documents'
import type { LedgerAccount } from '@nightflow/schemas/billing/ledger'
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

/**
 * The amount that the holder of a bill owed for bills, less the balance: when the bill before it was issued, by how much that changed since, and by how much with the
 * bill. The three add up to what was to pay when it was issued.
 */
export const accountAtBill = async (
  database: PoolClient,
  { accountNo, contractNo, billNo }: { accountNo: string; contractNo: number; billNo: number },
): Promise<BillCalculation['account']> => {
  const { rows } = await database.query<BillCalculation['account']>(
    `with before as (select coalesce(max(bill_no), 0) as bill_no from views.bills where account_no = $1 and contract_no = $2 and bill_no < $3),
       moved as (select position, debit_minor - credit_minor as minor from views.postings
         where account_no = $1 and position <= $3 and ledger_account = any($4::text[])
           and position in (select transaction_no from views.transactions where account_no = $1 and contract_no = $2))
     select coalesce(sum(minor) filter (where position <= before.bill_no), 0)::float8 as "previousMinor",
       coalesce(sum(minor) filter (where position > before.bill_no and position < $3), 0)::float8 as "sinceMinor",
       coalesce(sum(minor) filter (where position = $3), 0)::float8 as "billMinor"
     from before left join moved on true group by before.bill_no`,
    [accountNo, contractNo, billNo, owedForBills],
  )
  return rows[0] ?? { previousMinor: 0, sinceMinor: 0, billMinor: 0 }
}

/** Above zero is owed. */
const owedForBills: readonly LedgerAccount[] = ['receivables', 'customerMoney']
