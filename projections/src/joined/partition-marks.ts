import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { alarmEvents } from '@nightflow/schemas/alarms/alarm'
import { type Mark, type MarkKind, marksOfLaneMax, type PartitionMarks } from '@nightflow/schemas/leakage/investigation'
import type { PoolClient } from 'pg'
import { findForFigures } from '../leakage/night-flow.ts'

type Asked = { id: string; key: number; from: Date; until: Date; firstDay: string; lastDay: string; timeZone: string }

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const startOfDay = (column: string): string => iso(`(${column})::date::timestamp at time zone $7`)

/** Meters of the point on some of the days, and of all points below it. */
const members = `members as materialized (select distinct number from views.partition_members
  where partition_key = $2 and active_from < $4 and active_until > $3)`
const summaryMeters = `select number from views.partition_members where partition_key = $2 and side = 'supply' and active_from < $4 and active_until > $3`
const meterAlarms = alarmEvents.filter((event) => !/^(partition|gateway|event|account)-/.test(event))
const pointAlarms = alarmEvents.filter((event) => event.startsWith('partition-'))
const inWords = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/**
 * A statement for each lane; `$1` to `$7` are those of `Asked`, in its order. Each answers the newest marks, the newest first, and names its columns as the schema
 * does.
 */
const lanes: Record<MarkKind, string> = {
  annotation: `select ${startOfDay('from_day')} as at, ${startOfDay('to_day + 1')} as until, annotation_id::float8 as number, remark,
      from_day::text as "fromDay", to_day::text as "toDay"
    from views.annotations where partition_id = $1 and not is_removed and from_day <= $6::date and to_day >= $5::date order by from_day desc`,
  detection: `select started_at as at, ended_at as until, number::float8 as number, kind as detection, flow_litres_per_hour as "flowLitresPerHour"
    from views.detections where partition_id = $1 and not is_withdrawn and started_at::timestamptz < $4
      and coalesce(ended_at, detected_at)::timestamptz >= $3 order by started_at desc`,
  alarm: `select ${iso('occurred_at')} as at, ${iso('cleared_at')} as until, alarm_id::float8 as number, event_type as "eventType", status as "alarmStatus",
      case when event_type not like 'partition-%' then subject end as "meterNo"
    from views.alarms where (event_type in (${inWords(pointAlarms)}) and subject = $1 or event_type in (${inWords(meterAlarms)}) and subject in (${summaryMeters}))
      and occurred_at < $4 and occurred_at >= $3 order by occurred_at desc`,
  case: `select ${iso('started_at')} as at, ${iso('coalesce(repaired_at, closed_at)')} as until, case_no::float8 as number, stage, outcome,
      flow_litres_per_hour as "flowLitresPerHour"
    from views.leak_cases where partition_id = $1 and started_at < $4 and coalesce(repaired_at, closed_at, now()) >= $3 order by started_at desc`,
  order: `select ${iso('create_time')} as at, ${iso('completed_at')} as until, work_order_no::float8 as number, order_title as "orderTitle", status
    from views.work_orders where (partition_id = $1 or case_id in (select case_id from views.leak_cases where partition_id = $1) or meter_no in (${summaryMeters}))
      and create_time < $4 and coalesce(completed_at, now()) >= $3 order by create_time desc`,
  valve: `with ${members} select ${iso('coalesce(ended_at, requested_at)')} as at, null as until, operation_id as "operationId", number as "meterNo", position, status
    from views.valve_operations join members using (number) where requested_at >= $3 and requested_at < $4 order by requested_at desc`,
  exchange: `with ${members} select ${iso('replaced_at')} as at, null as until, number as "meterNo", replaced_by as "replacedBy"
    from views.meter_replacements where replaced_at >= $3 and replaced_at < $4
      and (number in (select number from members) or replaced_by in (select number from members)) order by replaced_at desc`,
  correction: `with ${members} select ${startOfDay('day')} as at, ${startOfDay('day::date + 1')} as until, review_id::float8 as number, number as "meterNo", day,
      measured_litres as "measuredLitres", stated_litres as "statedLitres"
    from views.day_reviews join members using (number) where stated_litres is not null and day between $5 and $6 order by day desc, review_id desc`,
  tariff: `with ${members} select ${startOfDay("published->>'effectiveFrom'")} as at, null as until, price_scheme_id::float8 as number,
      price_scheme_name as "priceSchemeName", (published->>'version')::int as version
    from views.price_schemes cross join jsonb_array_elements(versions) as published
    where not is_removed and published->>'effectiveFrom' between $5 and $6
      and price_scheme_name in (select scheme->>'priceScheme' from views.accounts join members on accounts.meter_no = members.number
        cross join jsonb_array_elements(price_schemes) as scheme) order by published->>'effectiveFrom' desc`,
}

/** The marks of a metering point on the local days from..to, of the kinds that the caller may see. Undefined where there is no such point. */
export const partitionMarks = async (
  database: PoolClient,
  { id, from, to }: { id: string; from: string; to: string },
  kinds: readonly MarkKind[],
): Promise<PartitionMarks | undefined> => {
  const point = await findForFigures(database, id)
  if (!point) return undefined
  const calendar = calendarOf(point.time_zone)
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const asked: Asked = {
    ...{ id, key: point.key, timeZone: point.time_zone },
    ...{ from: new Date(calendar.startOf(firstDay)), until: new Date(calendar.startOf(lastDay + 1)) },
    ...{ firstDay: dateOfDay(firstDay), lastDay: dateOfDay(lastDay) },
  }
  const rows: Mark[] = []
  const cut: MarkKind[] = []
  for (const kind of kinds) {
    const found = await marksOf(database, kind, asked)
    if (found.length > marksOfLaneMax) cut.push(kind)
    rows.push(...found.slice(0, marksOfLaneMax).reverse())
  }
  return { partitionId: id, timeZone: point.time_zone, rows, cut }
}

const parameters = [
  '$1::text is not null',
  '$2::bigint is not null',
  '$3::timestamptz is not null',
  '$4::timestamptz is not null',
  '$5::text is not null',
  '$6::text is not null',
  '$7::text is not null',
].join(' and ')

/** Every statement has all parameters, though not each lane uses them. */
const marksOf = async (database: PoolClient, kind: MarkKind, { id, key, from, until, firstDay, lastDay, timeZone }: Asked) => {
  const { rows } = await database.query<Mark>(
    `select '${kind}' as kind, lane.* from (${lanes[kind]} limit ${marksOfLaneMax + 1}) lane where ${parameters}`,
    [id, key, from, until, firstDay, lastDay, timeZone],
  )
  return rows
}
