import type { RecomputedBill } from '@nightflow/schemas/billing/bill'
import type { ChangedInput } from '@nightflow/schemas/billing/rebill'
import { effectDays } from '@nightflow/schemas/leakage/correction-effects'
import type { PoolClient } from 'pg'

/** A bill that was not credited whole, with its last calculation and what of its inputs has changed since. */
export type BillToCompare = {
  billNo: number
  billId: string
  accountNo: string
  billType: '0' | '1' | '2' | '3' | '4' | '5'
  periodFrom: string
  periodTo: string
  dueOn: string
  computed: RecomputedBill
  changed: ChangedInput[]
}

const columns = `b.bill_no::float8 as "billNo", b.bill_id as "billId", b.account_no as "accountNo", b.bill_type as "billType",
  b.period_from as "periodFrom", b.period_to as "periodTo", b.due_on as "dueOn",
  coalesce(b.recomputed, jsonb_build_object('litres', b.litres, 'volumes', b.volumes, 'lines', b.lines, 'computedAtPosition', b.computed_at_position,
    'amountMinor', b.amount_minor, 'vatMinor', (select coalesce(sum((line->>'vatMinor')::bigint), 0) from jsonb_array_elements(b.lines) line),
    'totalMinor', b.amount_minor + (select coalesce(sum((line->>'vatMinor')::bigint), 0) from jsonb_array_elements(b.lines) line))) as computed`
const isNotVoid = 'not (b.total_minor = 0 and b.amount_minor > 0)'

/**
 * What people changed that bills are computed from, by account and days: a stated or corrected reading of a meter of the account, a version or another
 * scheme from a day on, the customer's settings. The histories of the read models have the position of each.
 */
const changes = `
  with of_meters as (
    select number, day as "from", ((day::date) + 1)::text as "to", position from views.day_reviews_history where step <> 'questioned'
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

/** Bills whose inputs changed after they were computed, the latest first. */
export const changedBills = async (database: PoolClient, limit: number): Promise<BillToCompare[]> => {
  const { rows } = await database.query<BillToCompare>(
    `${changes}
     select ${columns}, found.changed from (
       select b.account_no, b.bill_id, b.bill_no, jsonb_agg(distinct input) as changed from changes
       join views.bills b on b.account_no = changes.account_no and ${isAfter}
       where ${isNotVoid} group by 1, 2, 3 order by b.bill_no desc limit $1) found
     join views.bills b on b.account_no = found.account_no and b.bill_id = found.bill_id order by b.bill_no desc`,
    [limit],
  )
  return rows
}

/** The latest bills of an account, whether or not a change is known. */
export const latestBills = async (database: PoolClient, accountNo: string, limit: number): Promise<BillToCompare[]> => {
  const { rows } = await database.query<BillToCompare>(
    `${changes}
     select ${columns}, coalesce((select jsonb_agg(distinct input) from changes where changes.account_no = $1 and ${isAfter}), '[]') as changed
     from views.bills b where b.account_no = $1 and ${isNotVoid} order by b.bill_no desc limit $2`,
    [accountNo, limit],
  )
  return rows
}

export const billToCompare = async (database: PoolClient, billNo: number): Promise<BillToCompare | undefined> => {
  const { rows } = await database.query<BillToCompare>(
    `select ${columns}, '[]'::jsonb as changed from views.bills b where b.bill_no = $1`,
    [billNo],
  )
  return rows[0]
}
