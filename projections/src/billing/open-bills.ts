import { openBillsMax } from '@nightflow/schemas/billing/bill'
import type { OpenBillAtCounter } from '@nightflow/schemas/billing/counter'
import type { PoolClient } from 'pg'

/** The open bills of a holder of an account, the first due above. */
export const openBillsOf = async (database: PoolClient, accountNo: string, contractNo: number): Promise<OpenBillAtCounter[]> => {
  const { rows } = await database.query<OpenBillAtCounter>(
    `select bill_no::float8 as "billNo", bill_id as "billId", period_from as "periodFrom", period_to as "periodTo", due_on as "dueOn",
       total_minor::float8 as "totalMinor", open_minor::float8 as "openMinor", overdue_minor::float8 as "overdueMinor"
     from views.bills where account_no = $1 and contract_no = $2 and open_minor > 0 order by due_on, bill_no limit ${openBillsMax}`,
    [accountNo, contractNo],
  )
  return rows
}

/** Numbers and periods of these bills of an account, by identifier. */
export const billsNamed = async (database: PoolClient, accountNo: string, billIds: readonly string[]) => {
  const { rows } = await database.query<Pick<OpenBillAtCounter, 'billNo' | 'billId' | 'periodFrom' | 'periodTo'>>(
    `select bill_no::float8 as "billNo", bill_id as "billId", period_from as "periodFrom", period_to as "periodTo"
     from views.bills where account_no = $1 and bill_id = any($2)`,
    [accountNo, billIds],
  )
  return new Map(rows.map((bill) => [bill.billId, bill]))
}
