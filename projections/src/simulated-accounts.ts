import type { AccountToSimulate } from '@nightflow/domain/billing/simulate-prices'
import type { PoolClient } from 'pg'

/** Use by month and account, set by set: what a person stated for a day counts in place of what was measured. */
const page = `
select a.id::float8 as id, a.account_no as "accountNo", a.customer_type_id::float8 as "customerTypeId", a.status = '1' as "isFrozen",
  (a.settings->>'isBilled')::boolean and (a.settings->>'countsVolume')::boolean and a.nature_of_use <> '2' as "isBilled",
  (extract(epoch from a.opened_at) * 1000)::float8 as "openedAt", a.price_schemes as "priceSchemes", present.caliber as "caliberMillimetres",
  coalesce(used.months, '[]') as months
from (select * from views.accounts where id > $1 and status <> '2' order by id limit $2) a
left join lateral (select caliber_millimetres::float8 as caliber from views.meters where number = a.meter_no) present on true
left join lateral (
  select jsonb_agg(jsonb_build_object('month', month, 'litres', litres, 'knownDays', known) order by month) as months from (
    select to_char(counted.day, 'YYYY-MM') as month, round(sum(litres))::float8 as litres, count(litres)::int as known
    from jsonb_to_recordset(a.meters) as span("meterNo" text, "from" timestamptz, "to" timestamptz)
    join views.meters m on m.number = span."meterNo"
    cross join lateral (
      select coalesce(measured.day, stated.day::date) as day, coalesce(stated.stated_litres, measured.day_millilitres / 1000.0) as litres
      from (select day, day_millilitres from views.meter_days where meter_id = m.id and meter_days.day >= $3::date and meter_days.day < $4::date) measured
      full join (select day, stated_litres from views.day_reviews
        where day_reviews.number = m.number and day_reviews.day >= ($3::date)::text and day_reviews.day < ($4::date)::text and stated_litres is not null) stated
      on stated.day::date = measured.day) counted
    where counted.day >= (span."from" at time zone $5)::date and (span."to" is null or counted.day < (span."to" at time zone $5)::date)
    group by 1) by_month) used on true
order by a.id`

type Range = { first: string; end: string; timeZone: string }

/** Accounts that are not cancelled after another one, with what they used on days from the first to the one before the end. */
export const accountsToSimulate = async (
  database: PoolClient,
  { after, limit, range: { first, end, timeZone } }: { after: number; limit: number; range: Range },
): Promise<(AccountToSimulate & { id: number })[]> =>
  (await database.query<AccountToSimulate & { id: number }>(page, [after, limit, first, end, timeZone])).rows

/** How many accounts there are for a simulation. */
export const countAccountsToSimulate = async (database: PoolClient): Promise<number> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from views.accounts where status <> '2'`)).rows[0]!.count
