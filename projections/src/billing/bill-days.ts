import { type BillCalculation, type CalculationDay, calculationDaysMax } from '@nightflow/schemas/billing/bill-documents'
import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import type { PoolClient } from 'pg'

/** The meters of accounts, each with its days: while it was the account's, on the day of a replacement beside the next one. */
const meterSpans = `from views.accounts a
     cross join lateral jsonb_to_recordset(a.meters) as span("meterNo" text, "from" timestamptz, "to" timestamptz)
     join views.meters m on m.number = span."meterNo"
     cross join lateral (select (span."from" at time zone m.time_zone)::date as first, coalesce((span."to" at time zone m.time_zone)::date
         + (exists (select from jsonb_to_recordset(a.meters) as next("from" timestamptz) where next."from" = span."to"))::int, 'infinity') as until) held`

/** Local days on which a meter was an account's, the last excluded; `until` is null while it is. */
export type MeterSpan = { meterNo: string; first: string; until: string | null }

export const meterSpansOfAccount = async (database: PoolClient, accountNo: string): Promise<MeterSpan[]> => {
  const { rows } = await database.query<MeterSpan>(
    `select span."meterNo", held.first::text as first, nullif(held.until, 'infinity')::text as until ${meterSpans} where a.account_no = $1`,
    [accountNo],
  )
  return rows
}

/**
 * The days of an account's meters as a bill counts them: while each meter was the account's, and what a person stated in place of what was measured.
 * `to` is the day after the last. The event of a day is the last one with which a person decided it, or withdrew a decision.
 */
export const daysOfAccount = async (
  database: PoolClient,
  { accountNo, from, to }: { accountNo: string; from: string; to: string },
): Promise<CalculationDay[]> => {
  const { rows } = await database.query<CalculationDay>(
    `select m.number as "meterNo", days.day::text as day, days.litres::float8 as litres, days.how, days.review_id::float8 as "reviewId", days.reason,
       decided.position::float8 as position
     ${meterSpans}
     cross join lateral (
       select coalesce(measured.day, reviewed.day::date) as day, coalesce(reviewed.stated_litres, measured.day_millilitres / 1000.0) as litres,
         case when reviewed.stated_litres is not null then case when reviewed.method is null then 'edited' else 'estimated' end
           when measured.day_millilitres is null then null when reviewed.status = '${ReviewStatus.enum.accepted}' then 'accepted' else 'measured' end as how,
         reviewed.review_id, reviewed.reason
       from (select day, day_millilitres from views.meter_days where meter_id = m.id and day >= $2::date and day < $3::date) measured
       full join (select day, status, stated_litres, method, review_id, reason from views.day_reviews where day_reviews.number = m.number
         and day_reviews.day >= ($2::date)::text and day_reviews.day < ($3::date)::text) reviewed on reviewed.day::date = measured.day) days
     left join lateral (
       select max(position) as position from views.day_reviews_history history
       where days.review_id is not null and history.number = m.number and history.day = days.day::text
         and history.step in ('accepted', 'estimated', 'edited', 'withdrawn')) decided on true
     where a.account_no = $1 and days.day >= held.first and days.day < held.until
     order by days.day, m.number limit $4`,
    [accountNo, from, to, calculationDaysMax],
  )
  return rows
}

type Named = { priceScheme: string; version: number }

/** The published versions that lines name, each once, with the event that published it. A scheme that was removed is named all the same. */
export const publishedVersions = async (database: PoolClient, lines: readonly Named[]): Promise<BillCalculation['versions']> => {
  const named = [...new Map(lines.map((line) => [JSON.stringify([line.priceScheme, line.version]), line])).values()]
  const { rows } = await database.query<BillCalculation['versions'][number]>(
    `select wanted.name as "priceScheme", wanted.version, case when not s.is_removed then s.price_scheme_id::float8 end as "priceSchemeId",
       published.value->>'effectiveFrom' as "effectiveFrom",
       (select max(position)::float8 from views.price_schemes_history history
        where history.price_scheme_name = wanted.name and history.step = 'published' and (history.facts->>'version')::int = wanted.version) as position
     from unnest($1::text[], $2::int[]) with ordinality as wanted (name, version, place)
     left join views.price_schemes s on s.price_scheme_name = wanted.name
     left join lateral (
       select value from jsonb_array_elements(s.versions) where (value->>'version')::int = wanted.version limit 1) published on true
     order by wanted.place`,
    [named.map(({ priceScheme }) => priceScheme), named.map(({ version }) => version)],
  )
  return rows
}
