import type { BillPlan, FeePeriod } from '@nightflow/schemas/billing/collection'
import type { PoolClient } from 'pg'

/** An open bill with what decides about overdue, late fees and reminders. */
export type BillToCollect = {
  accountNo: string
  billId: string
  dueOn: string
  billDueOn: string
  openMinor: number
  plan: BillPlan | null
  missedOn: string | null
  lateFeesMinor: number
  lastFee: FeePeriod | null
  reminders: string[]
  /** The holder whose bill it is, also after a transfer or the cancellation of the account; null where the holder was erased or wants no reminders. */
  personId: string | null
  email: string | null
  telephone: string | null
}

type Range = { dueUntil: string; after: { accountNo: string; billId: string } | undefined; limit: number }

/** Open bills that are due up to a day, in the order of account and bill. */
export const billsToCollect = async (database: PoolClient, { dueUntil, after, limit }: Range): Promise<BillToCollect[]> => {
  const { rows } = await database.query<BillToCollect>(
    `select bill.account_no as "accountNo", bill.bill_id as "billId", bill.due_on as "dueOn", bill.bill_due_on as "billDueOn",
       bill.open_minor::float8 as "openMinor", bill.plan, bill.missed_on as "missedOn", bill.late_fees_minor::float8 as "lateFeesMinor",
       bill.last_fee as "lastFee", bill.reminders, holder.person_id as "personId", holder.email, holder.telephone
     from views.bills bill
     left join views.accounts account on account.tenant = bill.tenant and account.account_no = bill.account_no
     left join views.persons holder on holder.tenant = account.tenant and holder.person_id = (account.holders->>(bill.contract_no - 1)::int)::uuid and holder.erased_at is null
       and not exists (select from views.account_arrears arrears where arrears.tenant = account.tenant
         and arrears.account_no = account.account_no and arrears.reminders_stopped_for ? holder.person_id::text)
     where bill.open_minor > 0 and bill.due_on <= $1 and ($2::text is null or (bill.account_no, bill.bill_id) > ($2::text, $3::uuid))
     order by bill.account_no, bill.bill_id limit $4`,
    [dueUntil, after?.accountNo ?? null, after?.billId ?? null, limit],
  )
  return rows
}
