import { type AlarmEvent, AlarmStatus, AlarmType } from '@nightflow/schemas/alarms/alarm'
import type { AlarmFigureRow, alarmReport } from '@nightflow/schemas/alarms/alarm-report'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { systemKinds } from './alarm-queries.ts'

type Span = { from: string; until: string; timeZone: string }
type Filter = Pick<RequestOf<typeof alarmReport.calls.list>, 'alarmType' | 'severity'>

const { unprocessed, processing, processed, ignored } = AlarmStatus.enum
const isAnswered = `status in ('${processing}', '${processed}') and cleared_at is null`
const isOpen = `status in ('${unprocessed}', '${processing}') and cleared_at is null`
const hours = 'extract(epoch from answered_at - raised_at) / 3600'
const percentile = (share: number): string =>
  `round((percentile_cont(${share}) within group (order by ${hours}) filter (where answered_by is not null))::numeric, 1)::float8`

const statementOf = ({ alarmType, severity }: Filter, { from, until }: Span) => {
  const kind = alarmType === undefined ? 'true' : alarmType === AlarmType.enum.system ? systemKinds : `not ${systemKinds}`
  return {
    where: `raised_at >= $1 and raised_at < $2 and ($3::text is null or severity = $3) and ${kind}`,
    parameters: [from, until, severity ?? null],
  }
}

/** Alarms that were raised in the span, by event, the most frequent first. */
export const readAlarmFigures = async (database: PoolClient, filter: Filter, span: Span): Promise<AlarmFigureRow[]> => {
  const { where, parameters } = statementOf(filter, span)
  const { rows } = await database.query<AlarmFigureRow & { eventType: AlarmEvent }>(
    `select event_type as "eventType", count(*)::int as raised, count(*) filter (where ${isOpen})::int as open,
       count(*) filter (where ${isAnswered})::int as answered, count(*) filter (where status = '${ignored}')::int as ignored,
       count(*) filter (where cleared_at is not null)::int as cleared, count(*) filter (where escalated_at is not null)::int as escalated,
       ${percentile(0.5)} as "answerMedianHours", ${percentile(0.9)} as "answerP90Hours"
     from views.alarms where ${where} group by 1 order by 2 desc, 1`,
    parameters,
  )
  return rows
}

/** Alarms raised on each day, and those of them that were answered. */
export const alarmPoints = async (database: PoolClient, filter: Filter, span: Span): Promise<ReportPoint[]> => {
  const { where, parameters } = statementOf(filter, span)
  const { rows } = await database.query<{ at: string; raised: number; answered: number }>(
    `select wanted::date::text as at, coalesce(raised, 0) as raised, coalesce(answered, 0) as answered
     from generate_series(($1::timestamptz at time zone $4)::date, ($2::timestamptz at time zone $4)::date - 1, interval '1 day') wanted
       left join (select (raised_at at time zone $4)::date as day, count(*)::int as raised, count(*) filter (where ${isAnswered})::int as answered
         from views.alarms where ${where} group by 1) counted on counted.day = wanted::date
     order by wanted limit ${reportPointsMax}`,
    [...parameters, span.timeZone],
  )
  return rows.map(({ at, raised, answered }) => ({ at, values: [raised, answered] }))
}
