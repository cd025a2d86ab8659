import { type BillNote, billNotesMax } from '@nightflow/schemas/billing/bill-notes'
import { TransactionKind } from '@nightflow/schemas/billing/transaction'
import type { PoolClient } from 'pg'

const columns = `transaction_no::float8 as "transactionNo", kind, document_number as "documentNumber", amount_minor::float8 as "amountMinor", note as reason,
  create_time as "createTime"`
const isNote = `kind in ('${TransactionKind.enum.credit}', '${TransactionKind.enum.debit}')`

type Stored = Omit<BillNote, 'createTime'> & { createTime: Date }

/** Credit notes and debit notes of a bill, the newest first. */
export const notesOfBill = async (database: PoolClient, billId: string): Promise<BillNote[]> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from views.transactions where bill_id = $1 and ${isNote} order by transaction_no desc limit ${billNotesMax}`,
    [billId],
  )
  return rows.map((note) => ({ ...note, createTime: note.createTime.toISOString() }))
}

/** One of them, with its bill; undefined where the transaction is no note. */
export const findBillNote = async (database: PoolClient, transactionNo: number) => {
  const { rows } = await database.query<Stored & { accountNo: string; billId: string }>(
    `select ${columns}, account_no as "accountNo", bill_id as "billId" from views.transactions where transaction_no = $1 and ${isNote}`,
    [transactionNo],
  )
  return rows[0] && { ...rows[0], createTime: rows[0].createTime.toISOString() }
}
