import type { AccountToBill } from '@nightflow/domain/billing/compose-bill'
import { BillRunScope, type BillRunSelection } from '@nightflow/schemas/billing/bill-run'
import { NatureOfUse } from '@nightflow/schemas/customers/account'
import { ReviewStatus } from '@nightflow/schemas/metering/consumption-review'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import type { PoolClient } from 'pg'

const accountStatus = AccountStatus.enum
const scopes = BillRunScope.enum

/**
 * The local days of an account's period, the first one of use, and those from which volumes are counted apart, in order: the start of each month, the
 * ends of the period, and every cut.
 */
export type AccountDays = { accountNo: string; firstDay: string; from: string; to: string; partStarts: readonly string[] }
/** An account, with its price schemes by date: they say from which day its use has to be known. */
export type ChosenAccount = { id: number; accountNo: string; priceSchemes: readonly AssignedScheme[] }

const chosen = `id::float8 as id, account_no as "accountNo", price_schemes as "priceSchemes"`

/** One account; undefined where there is none of this number, or where it is cancelled. */
export const chooseAccount = async (database: PoolClient, accountNo: string): Promise<ChosenAccount | undefined> =>
  (
    await database.query<ChosenAccount>(
      `select ${chosen} from views.accounts where account_no = $1 and status <> '${accountStatus.cancelled}'`,
      [accountNo],
    )
  ).rows[0]

/** Months of the billing cycle of the price that an account has today; null without one. */
const billingMonths = `(select (held->'tariff'->>'billingMonths')::int
    from jsonb_array_elements(accounts.price_schemes) with ordinality as assigned (scheme, place)
    left join views.price_schemes on price_scheme_name = scheme->>'priceScheme'
    left join jsonb_array_elements(versions) held on held->>'effectiveFrom' <= to_char(now(), 'YYYY-MM-DD')
    where coalesce(scheme->>'effectiveFrom', left(scheme->>'at', 10)) <= to_char(now(), 'YYYY-MM-DD')
    order by coalesce(scheme->>'effectiveFrom', left(scheme->>'at', 10)) desc, place desc, held->>'effectiveFrom' desc limit 1)`

/**
 * Accounts of a selection that are not cancelled: `$1` scope, `$2` partition, `$3` meter group, `$4` numbers, `$5` months of a cycle. A meter counts
 * where it is now.
 */
const selected = `status <> '${accountStatus.cancelled}' and case $1
  when '${scopes.partition}' then exists (select from views.partition_members member join views.partitions on key = partition_key and partitions.id = $2
    where member.number = accounts.meter_no and side = 'consumption' and active_until > now())
  when '${scopes.meterGroup}' then exists (select from views.meters where number = accounts.meter_no and meter_group_id = $3::bigint)
  when '${scopes.chosen}' then account_no = any($4::text[])
  when '${scopes.billingCycle}' then ${billingMonths} = $5::int
  else true end`
const parametersOf = ({ scope, partitionId, meterGroupId, accountNos, billingMonths: months = null }: BillRunSelection) => [
  ...[scope, partitionId, meterGroupId, accountNos, months],
]

/** Every account that is not cancelled. */
export const everyAccount: BillRunSelection = { scope: scopes.all, partitionId: null, meterGroupId: null, accountNos: [] }

export const countAccounts = async (database: PoolClient, selection: BillRunSelection): Promise<number> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from views.accounts where ${selected}`, parametersOf(selection)))
    .rows[0]!.count

/** The accounts of a selection behind another one, in the order in which they were opened. */
export const chooseAccounts = async (
  database: PoolClient,
  selection: BillRunSelection,
  { after, limit }: { after: number; limit: number },
): Promise<ChosenAccount[]> =>
  (
    await database.query<ChosenAccount>(`select ${chosen} from views.accounts where ${selected} and id > $6 order by id limit $7`, [
      ...parametersOf(selection),
      after,
      limit,
    ])
  ).rows

/**
 * Accounts with the volumes of their meters in each month, each while the meter was the account's. A volume stated by a person for a day counts instead of the
 * measured one. The day on which one meter replaced another counts for both; the day on which a meter went to another account is that account's.
 * A month is counted in parts from every start of a part on, and where the account was frozen, unfrozen or transferred. The litres of parts are rounded up to their
 * end less up to their start, so that they add up to those of the month. For one account and for a page of them: each has a period of its own.
 */
export const accountsToBill = async (
  database: PoolClient,
  accounts: readonly AccountDays[],
  timeZone: string,
): Promise<AccountToBill[]> => {
  const { rows } = await database.query<AccountToBill>(
    `select a.account_no as "accountNo", a.customer_type_id::float8 as "customerTypeId",
       (a.settings->>'isBilled')::boolean and (a.settings->>'countsVolume')::boolean and a.nature_of_use <> '${NatureOfUse.enum.statistical}' as "isBilled",
       (extract(epoch from a.opened_at) * 1000)::float8 as "openedAt", a.price_schemes as "priceSchemes",
       (select caliber_millimetres::float8 from views.meters where number = a.meter_no) as "caliberMillimetres",
       (select coalesce(jsonb_agg(jsonb_build_object('isFrozen', "isFrozen", 'at', (extract(epoch from at) * 1000)::float8)), '[]')
        from jsonb_to_recordset(a.freezes) as frozen("isFrozen" boolean, at timestamptz)) as freezes,
       (select coalesce(jsonb_agg((extract(epoch from at::timestamptz) * 1000)::float8), '[]') from jsonb_array_elements_text(a.transfers) at) as transfers,
       coalesce(used.months, '[]') as months, used.known::int as "knownDays", used.questioned::int as "openReviews"
     from unnest($1::text[], $2::date[], $3::date[], $4::date[], $5::text[]) as wanted (account_no, first_day, period_from, period_to, parts)
     join views.accounts a on a.account_no = wanted.account_no and a.status <> '${accountStatus.cancelled}'
     cross join lateral (
       select case when jsonb_array_length(a.freezes) + jsonb_array_length(a.transfers) = 0 then wanted.parts::date[] else array(
           select unnest(wanted.parts::date[])
           union select (at at time zone $6)::date from jsonb_to_recordset(a.freezes) as frozen(at timestamptz)
           union select (at::timestamptz at time zone $6)::date from jsonb_array_elements_text(a.transfers) at
           order by 1) end as starts
       offset 0) part
     cross join lateral (
       with held as (
         select m.id, m.number, greatest(wanted.first_day, (span."from" at time zone m.time_zone)::date) as first_day,
           case when span."to" is null then wanted.period_to
             else least(wanted.period_to, (span."to" at time zone m.time_zone)::date + (exists (
               select from jsonb_to_recordset(a.meters) as next("from" timestamptz) where next."from" = span."to"))::int) end as end_day
         from jsonb_to_recordset(a.meters) as span("meterNo" text, "from" timestamptz, "to" timestamptz)
         join views.meters m on m.number = span."meterNo"
         -- A subquery with an offset is not flattened: each zone is converted once a meter, and not once a day.
         offset 0),
       counted as not materialized (
         select held.number, days.* from held cross join lateral (
           select coalesce(measured.day, reviewed.day::date) as day, coalesce(reviewed.stated_litres, measured.day_millilitres / 1000::float8) as litres,
             reviewed.stated_litres as stated, coalesce(reviewed.status = '${ReviewStatus.enum.open}', false) as questioned
           from (select day, day_millilitres from views.meter_days where meter_id = held.id and day >= held.first_day and day < held.end_day) measured
           full join (select day, status, stated_litres from views.day_reviews where day_reviews.number = held.number
             and day_reviews.day >= held.first_day::text and day_reviews.day < held.end_day::text) reviewed on reviewed.day::date = measured.day) days),
       by_part as (
         select number, width_bucket(day, part.starts) as nth, count(litres) as known, count(stated) as stated_days,
           coalesce(sum(litres), 0) as litres, coalesce(sum(stated), 0) as stated, count(*) filter (where questioned) as questioned
         from counted group by 1, 2),
       dated as (select *, part.starts[nth] as start, date_trunc('month', part.starts[nth]::timestamp)::date as month from by_part),
       rounded as (
         select *, nullif(start, month) as from_day, round(sum(litres) over until) - round(sum(litres) over until - litres) as whole,
           round(sum(stated) over until) - round(sum(stated) over until - stated) as whole_stated
         from dated window until as (partition by number, month order by start))
       select
         jsonb_agg(jsonb_strip_nulls(jsonb_build_object('meterNo', number, 'month', to_char(month, 'YYYY-MM'), 'from', from_day,
           'litres', whole, 'statedLitres', whole_stated, 'knownDays', known, 'statedDays', stated_days)) order by month, start, number) as months,
         -- Of one meter each day is counted once; of several a day is known where all of them know it.
         case when (select count(*) from held) = 1 then coalesce(sum(known) filter (where start >= wanted.period_from), 0)
           else (select count(*) from (select from counted where day >= wanted.period_from group by day having bool_and(litres is not null)) known_days)
           end as known,
         coalesce(sum(questioned) filter (where start >= wanted.period_from), 0) as questioned
       from rounded) used
     order by a.id`,
    [
      accounts.map(({ accountNo }) => accountNo),
      accounts.map(({ firstDay }) => firstDay),
      accounts.map(({ from }) => from),
      accounts.map(({ to }) => to),
      accounts.map(({ partStarts }) => `{${partStarts.join(',')}}`),
      timeZone,
    ],
  )
  return rows
}
