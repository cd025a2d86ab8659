import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { DailyUseRow, GroupUseRow, IntervalUseRow, listIntervalUse as listEndpoint } from '@nightflow/schemas/dashboard/use-reports'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import {
  type ListDeclaration,
  type ListOf,
  type ListOrder,
  type ListPlace,
  listPageOf,
  type Parameter,
  scanList,
} from '../storage/list-query.ts'

/** Local days as numbers, both included. */
export type ReportSpan = { first: number; last: number }
type IntervalFilter = Pick<RequestOf<typeof listEndpoint>, 'meterNo' | 'meterGroup'>

/** Meters that are customers': a summary meter passes on what theirs count again. */
const isCustomers = `not exists (select from views.partition_members member where member.side = 'supply' and member.number = meters.number)`

const conditionsOf = ({ meterNo, meterGroup }: IntervalFilter, parameter: Parameter): string[] => {
  const conditions = [`meters.state <> 'stored'`]
  if (meterGroup !== undefined) conditions.push(`meters.meter_group_id = ${parameter(meterGroup)}`)
  if (meterNo !== undefined) conditions.push(`position(lower(${parameter(meterNo)}::text) in lower(meters.number)) > 0`)
  return conditions
}

/** Days of a meter in service: from the day after registration, or installation where that is earlier, until its replacement. */
const serviceDays = (from: string, to: string): string => `greatest(0,
  least(coalesce((replaced_at at time zone time_zone)::date, date '${to}' + 1), date '${to}' + 1)
    - greatest((least(registered_at, (details ->> 'installedAt')::timestamptz) at time zone time_zone)::date + 1, date '${from}'))`

/** The dates are computed from numbers, so that they are part of the statement. */
const intervalList = ({ first, last }: ReportSpan): ListDeclaration<IntervalFilter> => {
  const [from, to] = [dateOfDay(first), dateOfDay(last)]
  return {
    from: 'views.meters',
    key: ['number'],
    sorts: { meterNo: { by: 'number' }, meterName: { by: 'name_key', isNullable: true } },
    conditions: conditionsOf,
    columns: `meters.number as "meterNo", details ->> 'name' as "meterName",
      (select meter_group_name from platform.meter_groups groups where groups.tenant = meters.tenant and groups.meter_group_id = meters.meter_group_id) as "meterGroupName",
      used.litres as "usedLitres", used.litres / nullif(used.known, 0) as "meanDailyLitres", used.most as "maximumDailyLitres", used.known as "daysKnown",
      used.known::float8 / nullif(greatest(used.known, ${serviceDays(from, to)}), 0) as "readingRate"`,
    joins: `cross join lateral (
      select count(litres)::int as known, sum(litres)::float8 as litres, max(litres)::float8 as most from (
        select coalesce(stated.litres, day_millilitres / 1000.0) as litres
        from (select day, day_millilitres from views.meter_days where meter_id = meters.id and day between '${from}' and '${to}') measured
        full join (select review.day::date as day, stated_litres as litres from views.day_reviews review
          where review.number = meters.number and review.day between '${from}' and '${to}' and stated_litres is not null) stated using (day)) counted) used`,
    countMax: 100_000,
  }
}

const orderOf = ({ orderByColumn = '', isAsc }: Pick<RequestOf<typeof listEndpoint>, 'orderByColumn' | 'isAsc'>): ListOrder => ({
  sort: orderByColumn === 'meterName' ? 'meterName' : 'meterNo',
  direction: isAsc?.startsWith('desc') ? 'desc' : 'asc',
})

type IntervalPage = Omit<RequestOf<typeof listEndpoint>, 'from' | 'beginTime' | 'endTime'> & Pick<ListPlace, 'from'>

/** A page of meters with what each counted in the span, by number unless sorted. Days are read for the meters of the page alone. */
export const listIntervalUse = (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: IntervalPage,
  span: ReportSpan,
): Promise<ListOf<IntervalUseRow>> =>
  listPageOf(database, intervalList(span), filter, { ...orderOf(filter), page: pageNum, limit: pageSize, from })

/** All of these meters in batches; the connection must be in a transaction. */
export const scanIntervalUse = (database: PoolClient, filter: IntervalFilter, span: ReportSpan): AsyncGenerator<IntervalUseRow[]> =>
  scanList(database, intervalList(span), filter, { sort: 'meterNo', direction: 'asc' })

/** Measured days of customers' meters, with what people stated in their place. */
const countedDays = `
  members as (select id, number, meter_group_id from views.meters where state <> 'stored' and ${isCustomers}
    and ($3::bigint is null or meter_group_id = $3)),
  stated as (select id, review.day::date as day, stated_litres as litres from views.day_reviews review join members using (number)
    where review.day between $1::date::text and $2::date::text and stated_litres is not null),
  counted as (
    select id, day, day_millilitres / 1000.0 as litres from members join views.meter_days on meter_id = id
    where day between $1::date and $2::date and not exists (select from stated where stated.id = meter_id and stated.day = meter_days.day)
    union all select id, day, litres from stated)`

type DayOfGroup = { day: string; known: number; litres: number | null }

/** Each day of the span with what the meters of a group counted. */
export const readGroupDays = async (
  database: PoolClient,
  meterGroup: number,
  { first, last }: ReportSpan,
): Promise<{ meters: number; days: DayOfGroup[] }> => {
  const { rows } = await database.query<DayOfGroup & { meters: number }>(
    `with ${countedDays}, sums as (select day, count(litres)::int as known, sum(litres)::float8 as litres from counted group by day)
     select wanted::date::text as day, coalesce(known, 0) as known, litres, (select count(*)::int from members) as meters
     from generate_series($1::date, $2::date, interval '1 day') wanted left join sums on sums.day = wanted order by wanted`,
    [dateOfDay(first), dateOfDay(last), meterGroup],
  )
  return { meters: rows[0]?.meters ?? 0, days: rows }
}

/** Groups of one report. */
export const groupsMax = 5000
type GroupSums = Omit<GroupUseRow, 'useShare'>

/** What the meters of each group counted in the span, the largest use first. */
export const readGroupUse = async (database: PoolClient, { first, last }: ReportSpan): Promise<GroupUseRow[]> => {
  const [from, to] = [dateOfDay(first), dateOfDay(last)]
  const { rows } = await database.query<GroupSums>(
    `with ${countedDays},
       used as (select id, count(litres)::int as known, sum(litres)::float8 as litres from counted group by id),
       each as (select meters.meter_group_id, known, litres, greatest(known, ${serviceDays(from, to)}) as service
         from members join views.meters using (id) left join used using (id) where members.meter_group_id is not null)
     select groups.meter_group_id::float8 as "meterGroupId", meter_group_name as "meterGroupName", count(each.service)::int as meters,
       sum(litres) as "usedLitres", sum(litres) / nullif(count(litres), 0) as "meanMeterLitres",
       coalesce(sum(known), 0)::float8 / nullif(sum(service), 0) as "readingRate"
     from platform.meter_groups groups left join each using (meter_group_id)
     group by 1, 2 order by sum(litres) desc nulls last, 1 limit ${groupsMax}`,
    [from, to, null],
  )
  const total = rows.reduce((sum, { usedLitres }) => sum + (usedLitres ?? 0), 0)
  return rows.map((row) => ({ ...row, useShare: row.usedLitres === null || total === 0 ? null : row.usedLitres / total }))
}

/** A day of the report from its sums. */
export const dailyUseRow = (
  day: string,
  { known, litres, meters }: { known: number; litres: number | null; meters: number },
): DailyUseRow => ({
  day,
  usedLitres: litres,
  meanMeterLitres: litres === null || known === 0 ? null : litres / known,
  metersKnown: known,
  meters,
  readingRate: meters === 0 ? null : Math.min(1, known / meters),
})
