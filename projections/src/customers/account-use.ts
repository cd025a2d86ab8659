import { type AccountUse, daysOfUse, type Neighbourhood, neighboursMax, neighboursMin } from '@nightflow/schemas/customers/account-use'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { HowKnown } from '@nightflow/schemas/shared/how-known'
import type { PoolClient } from 'pg'
import { daysOfRow, monthsOf, rangeOfUse } from './months-of-use.ts'

/** The volume that counts of a day of the meter `m`: the stated one, else the measured one. `$2` and `$3` bound the days. */
const countedDays = (first: string, last: string): string => `lateral (
  select coalesce(measured.day, stated.day::date) as day, coalesce(stated.stated_litres, measured.day_millilitres / 1000.0)::float8 as litres,
    case when stated.stated_litres is null then 'measured' when stated.method is null then 'edited' else 'estimated' end as how
  from (select day, day_millilitres from views.meter_days where meter_id = m.id and meter_days.day between ${first} and ${last}) measured
  full join (select day, stated_litres, method from views.day_reviews
    where day_reviews.number = m.number and day_reviews.day between (${first})::text and (${last})::text and stated_litres is not null) stated
  on stated.day::date = measured.day)`

const zoneOf = 'm.time_zone'
/** A meter counts on the days on which it belonged to the account. */
const ownDays = `
select counted.day::text as day, case when bool_and(litres is not null) then sum(litres) end::float8 as litres,
  case when bool_or(how = 'edited') then 'edited' when bool_or(how = 'estimated') then 'estimated' else 'measured' end as how
from views.accounts a cross join lateral jsonb_to_recordset(a.meters) as span("meterNo" text, "from" timestamptz, "to" timestamptz)
join views.meters m on m.number = span."meterNo"
cross join ${countedDays(
  `greatest($2::date, (span."from" at time zone ${zoneOf})::date)`,
  `least($3::date, (span."to" at time zone ${zoneOf})::date)`,
)} counted
where a.account_no = $1 group by counted.day order by counted.day limit 1500`

type Own = {
  water_use: string
  customer_type_id: number | null
  type_name: string | null
  meter_no: string | null
  time_zone: string | null
}

const ownAccount = `
select settings->>'waterUse' as water_use, accounts.customer_type_id::float8 as customer_type_id, customer_type_name as type_name, meter_no, time_zone
from views.accounts left join views.meters on meters.tenant = accounts.tenant and number = meter_no
left join platform.customer_types on customer_types.customer_type_id = accounts.customer_type_id
where account_no = $1`

const others = `a.account_no <> $1 and a.status <> '${AccountStatus.enum.cancelled}' and a.settings->>'waterUse' = $2`

/** The partitions that measure this meter as a customer's, the smallest first. */
const partitionsOfMeter = `
select key, name from views.partition_members member join views.partitions on key = partition_key
where member.number = $1 and side = 'consumption' and active_until > now() order by level desc limit 5`

const inPartition = `
select m.id::float8 as id from views.partition_members member join views.accounts a on a.tenant = member.tenant and a.meter_no = member.number
join views.meters m on m.tenant = a.tenant and m.number = a.meter_no
where partition_key = $3 and side = 'consumption' and active_until > now() and ${others} order by a.id limit ${neighboursMax}`

const ofCustomerType = `
select m.id::float8 as id from views.accounts a join views.meters m on m.tenant = a.tenant and m.number = a.meter_no
where a.customer_type_id = $3 and ${others} order by a.id limit ${neighboursMax}`

const medianOfDays = `
select counted.day::text as day, percentile_cont(0.5) within group (order by litres) as litres
from views.meters m cross join ${countedDays('$2::date', '$3::date')} counted
where m.id = any ($1) and litres is not null group by counted.day having count(*) >= ${neighboursMin}`

/** Months are compared over the days that the account knows: a neighbour who lacks one of them is left out. */
const medianOfMonths = `
select month, percentile_cont(0.5) within group (order by litres) as litres from (
  select to_char(counted.day, 'YYYY-MM-01') as month, sum(litres) as litres, count(litres) as known
  from views.meters m cross join ${countedDays('$2::date', '$3::date')} counted
  where m.id = any ($1) and counted.day = any ($4::date[]) group by m.id, 1) neighbour
join (select to_char(day, 'YYYY-MM-01') as month, count(*) as known from unnest($4::date[]) as own (day) group by 1) own using (month)
where neighbour.known = own.known group by month having count(*) >= ${neighboursMin}`

type Litres = { litres: number | null }
type Neighbours = { neighbourhood: Neighbourhood; ids: readonly number[] }

/** Water use of an account, of all meters that it had; undefined where there is none of this number. */
export const findAccountUse = async (
  database: PoolClient,
  { accountNo, now, timeZone: tenantZone }: { accountNo: string; now: number; timeZone: string },
): Promise<AccountUse | undefined> => {
  const own = (await database.query<Own>(ownAccount, [accountNo])).rows[0]
  if (!own) return undefined
  const timeZone = own.time_zone ?? tenantZone
  const { first, last, months } = rangeOfUse(now, timeZone)
  const known = await database.query<Litres & { day: string; how: HowKnown }>(ownDays, [accountNo, first, last])
  const litresOf = new Map(known.rows.map(({ day, litres }) => [day, litres]))
  const use = { litresOf, howOf: new Map(known.rows.map(({ day, how }) => [day, how])) }
  const neighbours = await neighboursOf(database, accountNo, own)
  const shown = { days: daysOfRow(last, daysOfUse), months }
  if (!neighbours)
    return {
      timeZone,
      neighbourhood: null,
      ...monthsOf(shown, use, { ofDay: new Map<string, number>(), ofMonth: new Map<string, number>() }),
    }
  const { neighbourhood, ids } = neighbours
  const ofDays = await database.query<Litres & { day: string }>(medianOfDays, [ids, shown.days[0], last])
  const compared = known.rows.filter(({ day, litres }) => litres !== null && day >= months[0]!).map(({ day }) => day)
  const ofMonths = await database.query<Litres & { month: string }>(medianOfMonths, [ids, months[0], last, compared])
  const ofDay = new Map(ofDays.rows.map(({ day, litres }) => [day, litres]))
  const ofMonth = new Map(ofMonths.rows.map(({ month, litres }) => [month, litres]))
  return { timeZone, neighbourhood, ...monthsOf(shown, use, { ofDay, ofMonth }) }
}

const neighboursOf = async (database: PoolClient, accountNo: string, own: Own): Promise<Neighbours | undefined> => {
  const read = async (statement: string, key: number | string): Promise<readonly number[]> =>
    (await database.query<{ id: number }>(statement, [accountNo, own.water_use, key])).rows.map(({ id }) => id)
  const partitions =
    own.meter_no === null ? [] : (await database.query<{ key: string; name: string }>(partitionsOfMeter, [own.meter_no])).rows
  for (const { key, name } of partitions) {
    const ids = await read(inPartition, key)
    if (ids.length >= neighboursMin) return { ids, neighbourhood: { kind: 'partition', name, meters: ids.length } }
  }
  if (own.customer_type_id === null || own.type_name === null) return undefined
  const ids = await read(ofCustomerType, own.customer_type_id)
  return ids.length < neighboursMin ? undefined : { ids, neighbourhood: { kind: 'customer-type', name: own.type_name, meters: ids.length } }
}
