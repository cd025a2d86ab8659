import type { BillType, RecomputedBill } from '@nightflow/schemas/billing/bill'
import type { ChangedInput } from '@nightflow/schemas/billing/rebill'
import { effectDays } from '@nightflow/schemas/leakage/correction-effects'
import type { PoolClient } from 'pg'

/** A bill that was not credited whole, with its last calculation and what of its inputs has changed since. */
export type BillToCompare = {
  billNo: number
  billId: string
  accountNo: string
  billType: BillType
  periodFrom: string
  periodTo: string
  dueOn: string
  computed: RecomputedBill
  changed: ChangedInput[]
}

/** As it was issued: credits and debits changed that of the row. */
const vatOfLines = `(select coalesce(sum((line->>'vatMinor')::bigint), 0) from jsonb_array_elements(b.lines || b.charges) line)`

const columns = `b.bill_no::float8 as "billNo", b.bill_id as "billId", b.account_no as "accountNo", b.bill_type as "billType",
  b.period_from as "periodFrom", b.period_to as "periodTo", b.due_on as "dueOn",
  coalesce(b.recomputed, jsonb_build_object('litres', b.litres, 'volumes', b.volumes, 'lines', b.lines, 'computedAtPosition', b.computed_at_position,
    'amountMinor', b.amount_minor, 'vatMinor', ${vatOfLines}, 'totalMinor', b.amount_minor + ${vatOfLines})
    || case when b.charges = '[]' then '{}' else jsonb_build_object('charges', b.charges) end) as computed`
const isNotVoid = 'not (b.total_minor = 0 and b.amount_minor > 0)'

/**
 * Changed inputs of bills, by account and days: a stated or corrected reading of a meter of the account, a version or another
 * scheme from a day on, the customer's settings. The histories of the read models have the position of each.
 */
const changes = `
  with of_meters as (
    select number, day as "from", ((day::date) + 1)::text as "to", position from views.day_reviews_history where step in ('accepted', 'estimated', 'edited', 'withdrawn')
    union all
    select number, to_char(stated - interval '${effectDays} days', 'YYYY-MM-DD'), to_char(stated + interval '${effectDays + 1} days', 'YYYY-MM-DD'), position
    from (select number, position, coalesce(facts->>'readAt', facts->>'resetAt')::timestamptz at time zone 'UTC' as stated from views.meters_history
      where step in ('readingCorrected', 'correctionWithdrawn', 'resetRecorded', 'resetWithdrawn')) corrected),
  changes as (
    select account_no, of_meters."from", of_meters."to", of_meters.position, 'reading' as input from views.accounts a
    cross join lateral (select distinct span."meterNo" from jsonb_to_recordset(a.meters) as span("meterNo" text)) span
    join of_meters on of_meters.number = span."meterNo"
    union all
    select account_no, facts->>'effectiveFrom', '9999', position, 'price' from views.accounts_history
    where step in ('priceSchemeAssigned', 'priceSchemeEnded')
    union all
    select account_no, published.facts->>'effectiveFrom', '9999', published.position, 'price' from views.accounts a
    cross join lateral (select distinct scheme."priceScheme" from jsonb_to_recordset(a.price_schemes) as scheme("priceScheme" text)) scheme
    join views.price_schemes_history published on published.price_scheme_name = scheme."priceScheme" and published.step = 'published'
    union all
    select account_no, '0', '9999', position, 'customer' from views.accounts_history where step = 'settingsChanged')`

/** The change is of days of the bill, and later than its last calculation. */
const isAfter = `b.period_from < changes."to" and b.period_to > changes."from"
  and coalesce((b.recomputed->>'computedAtPosition')::bigint, b.computed_at_position) < changes.position`

/** A page of bills and how many there are on all pages. */
export type ComparedBills = { bills: BillToCompare[]; total: number }
type Page = { limit: number; offset: number }

/** One page of the bills `found`, the latest first. A page behind the last one is empty, and has the total all the same. */
const pageOf = async (database: PoolClient, found: string, { limit, offset }: Page, accountNo?: string): Promise<ComparedBills> => {
  const { rows } = await database.query<{ total: number; bill: BillToCompare | null }>(
    `${changes}, found as materialized (${found})
     select (select count(*)::int from found) as total, to_jsonb(page) as bill from (select) nothing
     left join (select ${columns}, shown.changed from (select * from found order by bill_no desc limit $1 offset $2) shown
       join views.bills b on b.account_no = shown.account_no and b.bill_id = shown.bill_id order by b.bill_no desc) page on true`,
    accountNo === undefined ? [limit, offset] : [limit, offset, accountNo],
  )
  return { bills: rows.flatMap(({ bill }) => bill ?? []), total: rows[0]?.total ?? 0 }
}

/** Bills whose inputs changed after they were computed. */
export const changedBills = (database: PoolClient, page: Page): Promise<ComparedBills> =>
  pageOf(
    database,
    `select b.account_no, b.bill_id, b.bill_no, jsonb_agg(distinct input) as changed from changes
       join views.bills b on b.account_no = changes.account_no and ${isAfter}
       where ${isNotVoid} group by 1, 2, 3`,
    page,
  )

/** The bills of an account, whether or not a change is known. */
export const billsToCompare = (database: PoolClient, accountNo: string, page: Page): Promise<ComparedBills> =>
  pageOf(
    database,
    `select b.account_no, b.bill_id, b.bill_no,
       coalesce((select jsonb_agg(distinct input) from changes where changes.account_no = $3 and ${isAfter}), '[]') as changed
     from views.bills b where b.account_no = $3 and ${isNotVoid}`,
    page,
    accountNo,
  )

export const billToCompare = async (database: PoolClient, billNo: number): Promise<BillToCompare | undefined> => {
  const { rows } = await database.query<BillToCompare>(
    `select ${columns}, '[]'::jsonb as changed from views.bills b where b.bill_no = $1`,
    [billNo],
  )
  return rows[0]
}
