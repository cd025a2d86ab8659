import { scopedRole } from '@nightflow/event-log/postgres/database'
import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import type { PoolClient } from 'pg'

/** One local day of a tenant: what its meters said, and what its customers used, summary meters left out. Litres are null while nothing is known. */
export type TenantDay = { day: string; heard: number; known: number; usedLitres: number | null }

/** The volumes that count of the days of `meters`, which have `number`: the stated one, else the measured one. */
const countedDays = (meters: string, within: (day: string) => string): string => `(
  select day, measured.number is not null as was_heard, coalesce(stated.millilitres, measured.day_millilitres) as millilitres
  from (select number, days.day, day_millilitres from ${meters} join views.meter_days days on days.meter_id = meters.id where ${within('days.day')}) measured
  full join (select number, review.day::date as day, round(stated_litres * 1000)::bigint as millilitres from ${meters}
    join views.day_reviews review using (number) where stated_litres is not null and ${within('review.day::date')}) stated using (number, day)) counted_days`

/** Of the summary meters, as the sums of all meters have it. */
const mainDays = (within: (day: string) => string): string => countedDays('summary join views.meters using (number)', within)

/** The sums of a tenant's days are not for a reader of a part of the utility: those of the meters in sight are summed up. Others have none of it. */
const daysOfPart = (within: (day: string) => string): string =>
  `select day, count(*) filter (where was_heard) as heard, count(millilitres) as known, coalesce(sum(millilitres), 0) as millilitres
   from ${countedDays('views.meters', within)} where current_user = '${scopedRole}'`

/**
 * Days from..to, both included, oldest first; every day is there. Use is what all meters counted less what summary meters did, because those
 * only pass on what the customers' meters count again.
 */
export const readTenantDays = async (database: PoolClient, from: string, to: string): Promise<TenantDay[]> => {
  const { rows } = await database.query<TenantDay>(
    `with summary as (
       select distinct number from views.partition_members where side = 'supply'
     ), mains as (
       select day, count(millilitres) as known, coalesce(sum(millilitres), 0) as millilitres
       from ${mainDays((day) => `${day} between $1::date and $2::date`)} group by day
     ), sums as (
       select day, sum(meters_heard) as heard, sum(meters_known) as known, sum(known_millilitres) as millilitres
       from views.tenant_days where day between $1::date and $2::date group by day
       union all ${daysOfPart((day) => `${day} between $1::date and $2::date`)} group by day
     )
     select wanted::date::text as day, coalesce(sums.heard, 0)::int as heard,
       coalesce(sums.known - coalesce(mains.known, 0), 0)::int as known,
       case when coalesce(sums.known - coalesce(mains.known, 0), 0) > 0
         then ((sums.millilitres - coalesce(mains.millilitres, 0)) / 1000.0)::float8 end as "usedLitres"
     from generate_series($1::date, $2::date, interval '1 day') wanted
     left join sums on sums.day = wanted left join mains on mains.day = wanted order by wanted`,
    [from, to],
  )
  return rows
}

export type MeterCounts = { meters: number; customers: number; reporting: number; summary: number; stored: number }

/** Meters in service, how many of them are customers', and how many ever reported. */
export const countMeters = async (database: PoolClient): Promise<MeterCounts> => {
  const { rows } = await database.query<MeterCounts>(
    `with summary as (select distinct number from views.partition_members where side = 'supply')
     select count(*)::int as meters, count(*) filter (where summary.number is null)::int as customers,
       count(newest_day)::int as reporting,
       count(summary.number)::int as summary, count(*) filter (where state = 'stored')::int as stored
     from views.meters left join views.meter_states using (tenant, number) left join summary using (number) where replaced_by is null`,
  )
  return rows[0] ?? { meters: 0, customers: 0, reporting: 0, summary: 0, stored: 0 }
}

/** Customers' meters in service. An index has all that is counted. */
export const countCustomerMeters = async (database: PoolClient): Promise<number> => {
  const { rows } = await database.query<{ customers: number }>(
    `with summary as (select distinct number from views.partition_members where side = 'supply')
     select (select count(*) from views.meters where replaced_by is null)::int
       - (select count(*) from summary join views.meters using (number) where replaced_by is null)::int as customers`,
  )
  return rows[0]!.customers
}

/**
 * How many customers' meters were in service on each day from..to, both included: from the day after registration, or installation where that is
 * earlier, until their replacement. A history that is imported is older than the registration of its meters: those that were registered first, whose
 * installation is not stated, were in service since the first day that is known of any, if they ever reported. Days before that one do not count.
 */
export const countInService = async (database: PoolClient, from: string, to: string): Promise<Map<string, number>> => {
  const { rows } = await database.query<{ day: string; meters: number }>(
    `with summary as (select distinct number from views.partition_members where side = 'supply'),
       customers as (
         select service_from, service_until, details ->> 'installedAt' is null as is_undated, newest_day is not null as is_heard
         from views.meters left join views.meter_states using (tenant, number) left join summary using (number) where summary.number is null),
       known as (select min(day) as day from (select day from views.tenant_days where meters_known > 0
         union all select min(day) from views.meter_days where current_user = '${scopedRole}' and day_millilitres is not null) days),
       opening as (select min(service_from) filter (where is_undated) + 1 as day from customers),
       served as (
         select greatest(case when is_undated and is_heard and service_from <= opening.day then known.day else service_from end,
           known.day, $1::date) as since, service_until
         from customers cross join known cross join opening),
       moves as (
         select since as day, count(*) as meters from served where since <= $2::date and coalesce(service_until > since, true) group by 1
         union all
         select service_until, -count(*) from served where service_until > since and service_until <= $2::date group by 1)
     select wanted::date::text as day, (select coalesce(sum(meters), 0) from moves where moves.day <= wanted)::int as meters
     from generate_series($1::date, $2::date, interval '1 day') wanted`,
    [from, to],
  )
  return new Map(rows.map(({ day, meters }) => [day, meters]))
}

/** Everything that customers' meters ever counted, litres; null while no day is known. */
export const usedAltogether = async (database: PoolClient): Promise<number | null> => {
  const { rows } = await database.query<{ litres: number | null }>(
    `with summary as (select distinct number from views.partition_members where side = 'supply'),
     mains as (select count(millilitres) as known, coalesce(sum(millilitres), 0) as millilitres from ${mainDays(() => 'true')})
     select case when sum(meters_known) > max(mains.known) then ((sum(known_millilitres) - max(mains.millilitres)) / 1000.0)::float8 end as litres
     from (select meters_known, known_millilitres from views.tenant_days
       union all select count(millilitres), sum(millilitres) from ${countedDays('views.meters', () => 'true')} where current_user = '${scopedRole}') days cross join mains`,
  )
  return rows[0]?.litres ?? null
}

export type AlarmCounts = {
  byStatus: { alarmStatus: string; count: number }[]
  byEvent: { eventType: string; count: number }[]
  days: { day: string; count: number }[]
}

/** Alarms by state, open ones by kind, and raised per local day from..to; every day is there. */
export const countAlarms = async (database: PoolClient, timeZone: string, from: string, to: string): Promise<AlarmCounts> => {
  const byStatus = await database.query<AlarmCounts['byStatus'][number]>(
    `select status as "alarmStatus", count(*)::int as count from views.alarms group by status order by status`,
  )
  const byEvent = await database.query<AlarmCounts['byEvent'][number]>(
    `select event_type as "eventType", count(*)::int as count from views.alarms where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') group by event_type order by count desc, 1`,
  )
  const days = await database.query<AlarmCounts['days'][number]>(
    `with raised as (
       select (raised_at at time zone $1)::date as day, count(*)::int as count from views.alarms
       where raised_at >= ($2::date::timestamp at time zone $1) group by 1
     )
     select wanted::date::text as day, coalesce(count, 0) as count
     from generate_series($2::date, $3::date, interval '1 day') wanted left join raised on raised.day = wanted::date order by wanted`,
    [timeZone, from, to],
  )
  return { byStatus: byStatus.rows, byEvent: byEvent.rows, days: days.rows }
}
