import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { reportPointsMax } from '@nightflow/schemas/shared/report'
import type { caseReport, OrderFigureRow, orderReport } from '@nightflow/schemas/work-orders/field-reports'
import {
  type CaseDetection,
  type CaseFinding,
  type CaseOutcome,
  type CaseStage,
  type RepairVerdict,
  repeatDays,
} from '@nightflow/schemas/work-orders/leak-case'
import { WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import type { PoolClient } from 'pg'
import { caseFinding } from './case-finding.ts'

type Span = { from: string; until: string; timeZone: string; today: string }

/** Cases of one report. */
const casesMax = 20_000

type StoredCase = {
  month: string
  startedAt: Date
  awareAt: Date
  siteAt: Date | null
  repairedAt: Date | null
  closedAt: Date | null
  stage: CaseStage
  outcome: CaseOutcome | null
  verdict: RepairVerdict | null
  dropLitresPerHour: number | null
  detections: CaseDetection[]
  finding: CaseFinding | null
}

/** The cases that were opened in the span, each with its month. */
export const readCasesByMonth = async (
  database: PoolClient,
  { partitionId }: Pick<RequestOf<typeof caseReport.calls.list>, 'partitionId'>,
  { from, until, timeZone }: Span,
) => {
  const { rows } = await database.query<StoredCase>(
    `select to_char(create_time at time zone $3, 'YYYY-MM') as month, started_at as "startedAt", aware_at as "awareAt", site_at as "siteAt",
       repaired_at as "repairedAt", closed_at as "closedAt", stage, outcome, verdict, drop_litres_per_hour as "dropLitresPerHour", detections,
       ${caseFinding} as finding
     from views.leak_cases where create_time >= $1 and create_time < $2 and ($4::text is null or partition_id = $4)
     order by case_no limit ${casesMax}`,
    [from, until, timeZone, partitionId ?? null],
  )
  return rows.map(({ startedAt, awareAt, siteAt, repairedAt, closedAt, ...found }) => ({
    ...found,
    startedAt: startedAt.toISOString(),
    awareAt: awareAt.toISOString(),
    siteAt: siteAt?.toISOString() ?? null,
    repairedAt: repairedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }))
}

const { pending, processing, completed, onHold, cancelled } = WorkOrderStatus.enum
const count = (condition: string): string => `count(*) filter (where ${condition})::int`
/** Tenths of an hour. */
const percentile = (share: number, hours: string): string =>
  `round((percentile_cont(${share}) within group (order by ${hours}) filter (where ${hours} is not null))::numeric, 1)::float8`
const toStart = 'extract(epoch from started_at - create_time) / 3600'
// `greatest` leaves out what is unknown.
const toEnd =
  'case when completed_at is not null then greatest(0, extract(epoch from completed_at - create_time) / 3600 - held_minutes / 60.0) end'
const isOpen = `status in ('${pending}', '${processing}', '${onHold}')`

/** Work orders by the month in which they were created, the newest first. A cancelled order has no times and is no repeat. */
export const readOrderFigures = async (
  database: PoolClient,
  { orderType, priority }: Pick<RequestOf<typeof orderReport.calls.list>, 'orderType' | 'priority'>,
  { from, until, timeZone, today }: Span,
): Promise<OrderFigureRow[]> => {
  const { rows } = await database.query<OrderFigureRow>(
    `select to_char(create_time at time zone $3, 'YYYY-MM') as month, count(*)::int as created, ${count(isOpen)} as open,
       ${count(`status = '${onHold}'`)} as "onHold", ${count(`status = '${completed}'`)} as completed, ${count(`status = '${cancelled}'`)} as cancelled,
       ${count(`${isOpen} and due_date < $4::date or status = '${completed}' and (completed_at at time zone $3)::date > due_date`)} as overdue,
       ${count(`status <> '${cancelled}' and meter_no is not null and exists (select from views.work_orders earlier where earlier.meter_no = work_order.meter_no
         and earlier.order_id <> work_order.order_id and earlier.completed_at <= work_order.create_time
         and earlier.completed_at > work_order.create_time - interval '${repeatDays} days')`)} as repeats,
       ${percentile(0.5, toStart)} as "startMedianHours", ${percentile(0.9, toStart)} as "startP90Hours",
       ${percentile(0.5, toEnd)} as "completeMedianHours", ${percentile(0.9, toEnd)} as "completeP90Hours",
       coalesce(sum(worked_minutes), 0)::float8 / 60 as "workedHours", coalesce(sum(cost_minor), 0)::float8 as "costMinor"
     from views.work_orders work_order
     where create_time >= $1 and create_time < $2 and ($5::text is null or order_type = $5) and ($6::text is null or priority = $6)
     group by 1 order by 1 desc limit ${reportPointsMax}`,
    [from, until, timeZone, today, orderType ?? null, priority ?? null],
  )
  return rows
}
