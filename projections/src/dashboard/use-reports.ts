import { dateOfDay } from '@nightflow/domain/shared/local-time'
import {
  type DailyUseRow,
  daysByUseMax,
  type GroupUseRow,
  type IntervalUseRow,
  type intervalUse,
  reportDaysMax,
} from '@nightflow/schemas/dashboard/use-reports'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
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
type IntervalFilter = Pick<RequestOf<typeof intervalUse.calls.list>, 'meterNo' | 'meterGroup'>

/** Meters that are customers': a summary meter passes on what theirs count again. */
const isCustomers = `not exists (select from views.partition_members member where member.side = 'supply' and member.number = meters.number)`

const conditionsOf = ({ meterNo, meterGroup }: IntervalFilter, parameter: Parameter): string[] => {
  const conditions = [`meters.state <> 'stored'`]
  if (meterGroup !== undefined) conditions.push(`meters.meter_group_id = ${parameter(meterGroup)}`)
  if (meterNo !== undefined) conditions.push(`position(lower(${parameter(meterNo)}::text) in lower(meters.number)) > 0`)
  return conditions
}

/** Days of a meter in service, from the first day on that is known of any meter of the utility. */
const serviceDays = (from: string, to: string): string =>
  `greatest(0, least(coalesce(service_until, date '${to}' + 1), date '${to}' + 1)
    - greatest(service_from, date '${from}', (select min(day) from views.tenant_days where meters_known > 0)))`

/** A utility is counted; of a search, as many as other lists count. */
const countedMax = ({ meterNo }: IntervalFilter): number => (meterNo === undefined ? 100_000 : boundedTotalMax)

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
      used.litres as "usedLitres", used.litres / nullif(used.known, 0) as "meanDailyLitres", used.most as "maximumDailyLitres", used.known as "daysKnown", used.stated as "daysStated",
      used.known::float8 / nullif(greatest(used.known, ${serviceDays(from, to)}), 0) as "readingRate"`,
    joins: `cross join lateral (
      select count(litres)::int as known, count(*) filter (where is_stated)::int as stated, sum(litres)::float8 as litres, max(litres)::float8 as most from (
        select coalesce(stated.litres, day_millilitres / 1000.0) as litres, stated.litres is not null as is_stated
        from (select day, day_millilitres from views.meter_days where meter_id = meters.id and day between '${from}' and '${to}') measured
        full join (select review.day::date as day, stated_litres as litres from views.day_reviews review
          where review.number = meters.number and review.day between '${from}' and '${to}' and stated_litres is not null) stated using (day)) counted) used`,
    countMax: countedMax,
    isSearched: ({ meterNo }) => meterNo !== undefined,
  }
}

const used = ['usedLitres', 'meanDailyLitres', 'maximumDailyLitres', 'daysKnown', 'daysStated', 'readingRate'] as const
type SortOfUse = (typeof used)[number]
const isSortOfUse = (sort: string): sort is SortOfUse => used.includes(sort as SortOfUse)

/**
 * The same list sorted by the meters' volumes: days are read for all of them. Measured volumes are summed up in one pass; days with a stated
 * volume are few, so that their meters alone are summed up day by day. Names and groups are read for the meters of the page.
 */
const intervalListByUse = ({ first, last }: ReportSpan, meterGroup: number | undefined): ListDeclaration<IntervalFilter> => {
  const [from, to] = [dateOfDay(first), dateOfDay(last)]
  const members =
    meterGroup === undefined ? '' : `and meter_id in (select id from views.meters where meter_group_id = ${Number(meterGroup)})`
  const measuredDays = `select meter_id as id, day, day_millilitres from views.meter_days where day between '${from}' and '${to}' ${members}`
  const readingRate = `coalesce(known, 0)::float8 / nullif(greatest(known, ${serviceDays(from, to)}), 0)`
  return {
    from: `(with stated as materialized (
        select meters.id, review.day::date as day, stated_litres as litres from views.day_reviews review join views.meters using (number)
        where review.day between '${from}' and '${to}' and stated_litres is not null),
      measured as (
        select id, count(day_millilitres)::int as known, 0 as stated, sum(day_millilitres::float8) / 1000 as litres, max(day_millilitres)::float8 / 1000 as most
        from (${measuredDays}) days group by id),
      corrected as (
        select id, count(litres)::int as known, count(*) filter (where is_stated)::int as stated, sum(litres)::float8 as litres, max(litres)::float8 as most from (
          select id, coalesce(stated.litres, day_millilitres / 1000.0) as litres, stated.litres is not null as is_stated
          from (${measuredDays} and meter_id in (select id from stated)) days full join stated using (id, day)) counted
        group by id),
      used as (select * from measured where id not in (select id from stated) union all select * from corrected)
      select number, state, meter_group_id, known, litres as "usedLitres", litres / nullif(known, 0) as "meanDailyLitres",
        most as "maximumDailyLitres", coalesce(known, 0) as "daysKnown", coalesce(used.stated, 0) as "daysStated", ${readingRate} as "readingRate"
      from views.meters left join used using (id)) meters`,
    key: ['number'],
    sorts: Object.fromEntries(used.map((by) => [by, { by: `"${by}"`, isNullable: true, isComputed: true }])),
    conditions: conditionsOf,
    columns: `number as "meterNo", (select details ->> 'name' from views.meters named where named.number = listed.number) as "meterName",
      (select meter_group_name from platform.meter_groups groups where groups.meter_group_id = listed.meter_group_id) as "meterGroupName",
      ${used.map((name) => `"${name}"`)}`,
    countMax: countedMax,
    isComputed: true,
    counted: 'views.meters',
  }
}

const orderOf = ({ orderByColumn = '', isAsc }: Pick<RequestOf<typeof intervalUse.calls.list>, 'orderByColumn' | 'isAsc'>): ListOrder => ({
  sort: isSortOfUse(orderByColumn) || orderByColumn === 'meterName' ? orderByColumn : 'meterNo',
  direction: isAsc?.startsWith('desc') ? 'desc' : 'asc',
})

type IntervalPage = Omit<RequestOf<typeof intervalUse.calls.list>, 'from' | 'beginTime' | 'endTime'> & Pick<ListPlace, 'from'>

/** A page of meters with what each counted in the span, by number unless sorted. Days are read for the meters of the page alone, unless those sort it. */
export const listIntervalUse = (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: IntervalPage,
  span: ReportSpan,
): Promise<ListOf<IntervalUseRow>> => {
  const order = orderOf(filter)
  const list = isSortOfUse(order.sort) ? intervalListByUse(span, filter.meterGroup) : intervalList(span)
  return listPageOf(database, list, filter, { ...order, page: pageNum, limit: pageSize, from })
}

/**
 * Days of a report that is sorted by use: the days of every meter of the group, or of the utility, are read for its first page already. A month is
 * answered in any case.
 */
export const readDaysByUseMax = async (
  database: PoolClient,
  filter: Pick<IntervalPage, 'meterGroup' | 'orderByColumn'>,
): Promise<number> => {
  if (!isSortOfUse(filter.orderByColumn ?? '')) return reportDaysMax
  const { rows } = await database.query<{ meters: number }>(
    `select count(*)::int as meters from views.meters where $1::bigint is null or meter_group_id = $1`,
    [filter.meterGroup ?? null],
  )
  return daysByUseMax(rows[0]!.meters)
}

/** All of these meters in batches; the connection must be in a transaction. */
export const scanIntervalUse = (database: PoolClient, filter: IntervalFilter, span: ReportSpan): AsyncGenerator<IntervalUseRow[]> =>
  scanList(database, intervalList(span), filter, { sort: 'meterNo', direction: 'asc' })

/** Days that the sums of groups have and the report leaves out: of summary meters and of those in the store, which are few. */
const leftOutDays = `
  summary as (select distinct number from views.partition_members where side = 'supply'),
  left_out as (
    select id, number, meter_group_id from views.meters
      where state = 'stored' and meter_group_id is not null and ($3::bigint is null or meter_group_id = $3)
    union select id, number, meter_group_id from summary join views.meters using (number)
      where meter_group_id is not null and ($3::bigint is null or meter_group_id = $3)),
  stated as (select id, review.day::date as day, stated_litres as litres from views.day_reviews review join left_out using (number)
    where review.day between $1::date::text and $2::date::text and stated_litres is not null),
  left_out_days as (
    select meter_group_id, day, litres from left_out join (
      select meter_id as id, day, day_millilitres / 1000.0 as litres from views.meter_days join left_out on left_out.id = meter_id
      where day between $1::date and $2::date and day_millilitres is not null
        and not exists (select from stated where stated.id = meter_id and stated.day = meter_days.day)
      union all select id, day, litres from stated) known using (id)),
  counted as (
    select meter_group_id, day, meters_known as known, known_millilitres / 1000.0 as litres from views.group_days
      where day between $1::date and $2::date and ($3::bigint is null or meter_group_id = $3)
    union all select meter_group_id, day, -1, -litres from left_out_days)`

/** Customers' meters of groups that are not in the store. */
const isOfGroups = `meter_group_id is not null and ($3::bigint is null or meter_group_id = $3) and state <> 'stored' and ${isCustomers}`
const membersOfGroups = `views.meters where ${isOfGroups}`
/** Days of the span of which a person stated the volume, with their meters. */
const statedDays = `views.day_reviews review join views.meters using (number)
  where review.day between $1::date::text and $2::date::text and stated_litres is not null`

/** On how many meters' days of the span a person stated the volume, by day: of a group, or of all customers. */
export const readStatedMeters = async (
  database: PoolClient,
  meterGroup: number | undefined,
  { first, last }: ReportSpan,
): Promise<Map<string, number>> => {
  const { rows } = await database.query<{ day: string; stated: number }>(
    `select review.day, count(*)::int as stated from ${statedDays} and ${isCustomers} and ($3::bigint is null or ${isOfGroups}) group by review.day`,
    [dateOfDay(first), dateOfDay(last), meterGroup ?? null],
  )
  return new Map(rows.map(({ day, stated }) => [day, stated]))
}

type DayOfGroup = { day: string; known: number; litres: number | null }

/** Each day of the span with what the meters of a group counted. */
export const readGroupDays = async (
  database: PoolClient,
  meterGroup: number,
  { first, last }: ReportSpan,
): Promise<{ meters: number; days: DayOfGroup[] }> => {
  const { rows } = await database.query<DayOfGroup & { meters: number }>(
    `with ${leftOutDays},
       sums as (select day, sum(known)::int as known, sum(litres)::float8 as litres from counted group by day having sum(known) > 0)
     select wanted::date::text as day, coalesce(known, 0) as known, litres, (select count(*)::int from ${membersOfGroups}) as meters
     from generate_series($1::date, $2::date, interval '1 day') wanted left join sums on sums.day = wanted order by wanted`,
    [dateOfDay(first), dateOfDay(last), meterGroup],
  )
  return { meters: rows[0]?.meters ?? 0, days: rows }
}

/** Groups of one report. */
export const groupsMax = 5000
type GroupSums = Omit<GroupUseRow, 'useShare'>

/**
 * Volume of the meters of each group in the span, the largest use first. Imported history can be older than a registration: then its days are in
 * service too.
 */
export const readGroupUse = async (database: PoolClient, { first, last }: ReportSpan): Promise<GroupUseRow[]> => {
  const [from, to] = [dateOfDay(first), dateOfDay(last)]
  const { rows } = await database.query<GroupSums>(
    `with ${leftOutDays},
       used as (select meter_group_id, sum(known)::float8 as known, sum(litres)::float8 as litres
         from counted group by meter_group_id having sum(known) > 0),
       each as (select meter_group_id, count(*)::int as meters, sum(${serviceDays(from, to)})::float8 as service
         from ${membersOfGroups} group by meter_group_id),
       stated_days as (select meter_group_id, count(*)::int as stated from ${statedDays} and ${isOfGroups} group by meter_group_id)
     select groups.meter_group_id::float8 as "meterGroupId", meter_group_name as "meterGroupName", coalesce(meters, 0) as meters,
       litres as "usedLitres", litres / known as "meanDailyLitres", coalesce(stated, 0) as "daysStated",
       case when meters > 0 then coalesce(known, 0) / nullif(greatest(known, service), 0) end as "readingRate"
     from platform.meter_groups groups left join each using (meter_group_id) left join used using (meter_group_id) left join stated_days using (meter_group_id)
     order by litres desc nulls last, 1 limit ${groupsMax}`,
    [from, to, null],
  )
  const total = rows.reduce((sum, { usedLitres }) => sum + (usedLitres ?? 0), 0)
  return rows.map((row) => ({ ...row, useShare: row.usedLitres === null || total === 0 ? null : row.usedLitres / total }))
}

/** A day of the report from its sums. */
export const dailyUseRow = (
  day: string,
  { known, litres, meters, stated = 0 }: { known: number; litres: number | null; meters: number; stated?: number | undefined },
): DailyUseRow => ({
  day,
  usedLitres: litres,
  meanMeterLitres: litres === null || known === 0 ? null : litres / known,
  metersKnown: known,
  metersStated: stated,
  meters,
  readingRate: meters === 0 ? null : Math.min(1, known / meters),
})
