import type { AccountToBill } from '@nightflow/domain/billing/compose-bill'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import type { PoolClient } from 'pg'

/** Local days: the first one of use, those of the period, and the day after the last. */
export type BilledDays = { firstDay: string; periodFrom: string; periodTo: string }

/** The price schemes of an account by date; undefined where there is no such account. */
export const schemesOfAccount = async (database: PoolClient, accountNo: string): Promise<AssignedScheme[] | undefined> => {
  const { rows } = await database.query<{ schemes: AssignedScheme[] }>(
    'select price_schemes as schemes from views.accounts where account_no = $1',
    [accountNo],
  )
  return rows[0]?.schemes
}

/**
 * An account with what its meters counted in each month, each while it was the account's. What a person stated for a day counts in place of what was
 * measured. The day on which one meter replaced another counts for both; the day on which a meter went to another account is that account's.
 */
export const findAccountToBill = async (
  database: PoolClient,
  accountNo: string,
  { firstDay, periodFrom, periodTo }: BilledDays,
): Promise<AccountToBill | undefined> => {
  const { rows } = await database.query<AccountToBill>(
    `select a.account_no as "accountNo", a.customer_type_id::float8 as "customerTypeId",
       (a.settings->>'isBilled')::boolean and (a.settings->>'countsVolume')::boolean and a.nature_of_use <> '2' as "isBilled",
       (extract(epoch from a.opened_at) * 1000)::float8 as "openedAt", a.price_schemes as "priceSchemes",
       (select caliber_millimetres::float8 from views.meters where number = a.meter_no) as "caliberMillimetres",
       (select coalesce(jsonb_agg(jsonb_build_object('isFrozen', step = 'frozen', 'at', (extract(epoch from at) * 1000)::float8) order by position), '[]')
        from views.accounts_history where accounts_history.account_no = a.account_no and step in ('frozen', 'unfrozen')) as freezes,
       coalesce(used.months, '[]') as months, used.known::int as "knownDays", used.questioned::int as "openReviews"
     from views.accounts a
     cross join lateral (
       with counted as (
         select m.number, days.* from jsonb_to_recordset(a.meters) as span("meterNo" text, "from" timestamptz, "to" timestamptz)
         join views.meters m on m.number = span."meterNo"
         cross join lateral (
           select coalesce(measured.day, reviewed.day::date) as day, coalesce(reviewed.stated_litres, measured.day_millilitres / 1000.0) as litres,
             reviewed.stated_litres as stated, coalesce(reviewed.status = '0', false) as questioned
           from (select day, day_millilitres from views.meter_days where meter_id = m.id and day >= $2::date and day < $4::date) measured
           full join (select day, status, stated_litres from views.day_reviews where day_reviews.number = m.number
             and day_reviews.day >= ($2::date)::text and day_reviews.day < ($4::date)::text) reviewed on reviewed.day::date = measured.day) days
         where days.day >= (span."from" at time zone m.time_zone)::date and (span."to" is null or days.day < (span."to" at time zone m.time_zone)::date
           or days.day = (span."to" at time zone m.time_zone)::date and exists (
             select from jsonb_to_recordset(a.meters) as next("from" timestamptz) where next."from" = span."to")))
       select
         (select jsonb_agg(jsonb_build_object('meterNo', number, 'month', month, 'litres', litres, 'statedLitres', stated,
           'knownDays', known, 'statedDays', stated_days) order by month, number)
          from (select number, to_char(day, 'YYYY-MM') as month, coalesce(round(sum(litres)), 0)::float8 as litres, count(litres)::int as known,
            coalesce(round(sum(stated)), 0)::float8 as stated, count(stated)::int as stated_days from counted group by 1, 2) by_month) as months,
         (select count(*) from (select from counted where day >= $3::date group by day having bool_and(litres is not null)) known_days) as known,
         (select count(*) from counted where questioned and day >= $3::date) as questioned) used
     where a.account_no = $1 and a.status <> '2'`,
    [accountNo, firstDay, periodFrom, periodTo],
  )
  return rows[0]
}
