import { ReportPullStatus, reportHour, reportPauseMinutes } from '@nightflow/schemas/payments/report-pull'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'

const { waiting, done, failed } = ReportPullStatus.enum
const { enabled } = InUse.enum
const detailMax = 200

/** `day` is the last day of the utility that is over, `YYYY-MM-DD`. */
export type DueReport = { tenant: string; associationId: number; day: string; timeZone: string; attempts: number }

/** Associations in use whose report of the last day is neither fetched nor given up, at most so many. */
export const dueReports = async (database: Queryable, now: Date, limit: number): Promise<DueReport[]> => {
  const day = `(($1::timestamptz at time zone tenant.time_zone) - interval '1 day')::date`
  const { rows } = await database.query<DueReport>(
    `select offered.tenant, offered.association_id::float8 as "associationId", ${day}::text as day, tenant.time_zone as "timeZone",
       coalesce(pull.attempts, 0) as attempts
     from platform.platform_associations offered
     join platform.payment_platforms platforms on platforms.tenant = offered.tenant and platforms.platform_id = offered.platform_id
     join platform.tenants tenant on tenant.code = offered.tenant
     left join platform.payment_report_pulls pull
       on pull.tenant = offered.tenant and pull.association_id = offered.association_id and pull.day = ${day}::text
     where offered.status = '${enabled}' and platforms.status = '${enabled}' and tenant.status = '${enabled}'
       and extract(hour from $1::timestamptz at time zone tenant.time_zone) >= ${reportHour}
       and offered.create_time < (${day} + 1)::timestamp at time zone tenant.time_zone
       and (pull.pull_id is null or pull.status = '${waiting}' and pull.next_time <= $1)
     order by offered.association_id limit $2`,
    [now, limit],
  )
  return rows
}

export type PulledReport = { lineCount: number; matched: number; settled: number; theirs: number; ours: number }
type Place = Pick<DueReport, 'tenant' | 'associationId' | 'day'> & { platformName: string }

/** An attempt is counted before it is made, so that a process that stops meanwhile does not repeat it without end. Whether it is the last one. */
export const beginReportPull = async (database: Queryable, place: Place, now: Date): Promise<{ isLast: boolean }> => {
  const pauses = reportPauseMinutes.map((minutes, attempt) => `when ${attempt} then ${minutes}`).join(' ')
  const { rows } = await database.query<{ attempts: number }>(
    `insert into platform.payment_report_pulls as pull (tenant, association_id, platform_name, day, attempts, next_time, create_time)
     values ($1, $2, $3, $4, 1, $5::timestamptz + make_interval(mins => ${reportPauseMinutes[0]}), $5)
     on conflict (tenant, association_id, day) do update set attempts = pull.attempts + 1,
       next_time = $5::timestamptz + make_interval(mins => case pull.attempts ${pauses} else 0 end)
     returning attempts`,
    [place.tenant, place.associationId, place.platformName, place.day, now],
  )
  return { isLast: rows[0]!.attempts > reportPauseMinutes.length }
}

export const endReportPull = async (database: Queryable, { tenant, associationId, day }: Place, pulled: PulledReport): Promise<void> => {
  const { lineCount, matched, settled, theirs, ours } = pulled
  await database.query(
    `update platform.payment_report_pulls set status = '${done}', detail = '', line_count = $4, matched = $5, settled = $6, theirs = $7, ours = $8
     where tenant = $1 and association_id = $2 and day = $3`,
    [tenant, associationId, day, lineCount, matched, settled, theirs, ours],
  )
}

/** After the last attempt the report is given up. */
export const failReportPull = async (
  database: Queryable,
  { tenant, associationId, day }: Place,
  { detail, isLast }: { detail: string; isLast: boolean },
): Promise<void> => {
  await database.query(
    'update platform.payment_report_pulls set status = $4, detail = $5 where tenant = $1 and association_id = $2 and day = $3',
    [tenant, associationId, day, isLast ? failed : waiting, detail.slice(0, detailMax)],
  )
}
