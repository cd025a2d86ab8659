import type { ComparedBill } from '@nightflow/domain/billing/compare-bills'
import type { RecomputedBill } from '@nightflow/schemas/billing/bill'
import type { PoolClient } from 'pg'

type Stored = Omit<ComparedBill, 'billNo'> & { billNo: number; recomputed: RecomputedBill | null }

/** Bills of a holder that are looked at: years of monthly ones. */
const billsMax = 200

/**
 * The bill with this number, and the bills that its holder had before it, each by its last calculation. A bill that was credited whole is none of them,
 * and neither is one of an earlier holder.
 */
export const comparedBillsOf = async (
  database: PoolClient,
  { billNo, timeZone }: { billNo: number; timeZone: string },
): Promise<{ bill: ComparedBill; earlier: ComparedBill[] } | undefined> => {
  const { rows } = await database.query<Stored>(
    `with wanted as (select account_no, period_from, bill_no from views.bills where bill_no = $1),
       held as (select coalesce(max((moment::timestamptz at time zone $2)::date::text), '') as since
         from wanted join views.accounts using (account_no), jsonb_array_elements_text(transfers) as moment
         where (moment::timestamptz at time zone $2)::date::text <= wanted.period_from)
     select bills.bill_no::float8 as "billNo", bills.period_from as "periodFrom", period_to as "periodTo", litres::float8 as litres, lines, charges, volumes,
       recomputed, total_minor::float8 as "totalMinor", late_fees_minor::float8 as "lateFeesMinor",
       coalesce((select sum(deducted_minor) from views.deductions where deductions.account_no = bills.account_no
         and create_time >= period_from_of.at and create_time < period_to_of.at), 0)::float8 as "surchargesMinor"
     from wanted join views.bills using (account_no) cross join held
       cross join lateral (select bills.period_from::timestamp at time zone $2 as at) period_from_of
       cross join lateral (select period_to::timestamp at time zone $2 as at) period_to_of
     where bills.bill_no = wanted.bill_no
       or (period_to <= wanted.period_from and bills.period_from >= held.since and (total_minor > 0 or amount_minor = 0))
     order by bills.period_from desc limit ${billsMax}`,
    [billNo, timeZone],
  )
  const bills = rows.map(({ recomputed, ...bill }): ComparedBill => {
    const { litres, lines, charges = [], volumes } = recomputed ?? bill
    return { ...bill, litres, lines, charges, volumes }
  })
  const bill = bills.find((each) => each.billNo === billNo)
  return bill && { bill, earlier: bills.filter((each) => each !== bill) }
}
