import { bareNumber } from '@nightflow/domain/billing/document-number'
import { type FoundBill, type FoundPayment, foundMoneyMax } from '@nightflow/schemas/billing/find-bills'
import type { PoolClient } from 'pg'
import { bareInvoiceNumber } from '../billing/bills.ts'
import { findAccountsBy } from '../customers/find-accounts.ts'

/** Numbers of bills and payments are positions of the log. */
const rowNumber = /^\d{1,15}$/

type Sees = { seesAccounts: boolean; seesPayments: boolean }

/**
 * Bills and payments that a search names: by their own number, by a reference, by the number of their account, and for callers who may list accounts
 * by any word of its holder.
 */
export const findMoneyBy = async (
  database: PoolClient,
  search: string,
  { seesAccounts, seesPayments }: Sees,
): Promise<{ bills: FoundBill[]; payments: FoundPayment[] }> => {
  const accounts = seesAccounts ? await findAccountsBy(database, search, { seesBills: false }) : []
  const names = new Map(accounts.map(({ accountNo, customerName }) => [accountNo, customerName]))
  const accountNos = seesAccounts ? [...names.keys()] : [search.toUpperCase()]
  const wanted = [accountNos, rowNumber.test(search) ? Number(search) : -1]
  const bills = await database.query<FoundBill>(
    `select account_no as "accountNo", null as "customerName", bill_no::float8 as "billNo", invoice_number as "invoiceNumber", status, period_from as "periodFrom",
       period_to as "periodTo", total_minor::float8 as "totalMinor", open_minor::float8 as "openMinor"
     from views.bills where account_no = any($1) or bill_no = $2 or ${bareInvoiceNumber} = $3
     order by (bill_no = $2 or coalesce(${bareInvoiceNumber} = $3, false)) desc, (open_minor > 0) desc, bill_no desc limit ${foundMoneyMax}`,
    [...wanted, bareNumber(search)],
  )
  const payments = seesPayments
    ? await database.query<Omit<FoundPayment, 'createTime'> & { createTime: Date }>(
        `select account_no as "accountNo", null as "customerName", payment_no::float8 as "paymentNo", status,
           amount_minor::float8 as "amountMinor", reference, create_time as "createTime"
         from views.payments where account_no = any($1) or payment_no = $2 or lower(reference) = lower($3)
         order by (payment_no = $2) desc, payment_no desc limit ${foundMoneyMax}`,
        [...wanted, search],
      )
    : { rows: [] }
  const named = <Row extends { accountNo: string }>(row: Row) => ({ ...row, customerName: names.get(row.accountNo) ?? null })
  return {
    bills: bills.rows.map(named),
    payments: payments.rows.map((row) => ({ ...named(row), createTime: row.createTime.toISOString() })),
  }
}
