import type { ReportMailing } from '@nightflow/schemas/platform/report-mailings'
import type { CoveredDays, Recurrence } from '@nightflow/schemas/platform/report-schedule'
import type { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { ReportFormat } from '@nightflow/schemas/shared/report'
import type { ReportName } from '@nightflow/schemas/shared/report-names'
import type { Queryable } from '../storage/platform-tables.ts'

export type StoredSchedule = {
  tenant: string
  reportScheduleId: number
  report: ReportName
  recurrence: Recurrence
  weekDay: number
  monthDay: number
  hour: number
  covers: CoveredDays
  format: ReportFormat
  language: Language
  recipients: number[]
  filters: string
  /** User name of the person who saved it last, whose rights the report has. */
  owner: string | null
  savedAt: Date
}

const columns = `tenant, report_schedule_id::float8 as "reportScheduleId", report, recurrence, week_day as "weekDay", month_day as "monthDay", hour,
  covers, format, language, recipients, filters, coalesce(update_by, create_by) as owner, coalesce(update_time, create_time) as "savedAt"`

/** Schedules in use of all tenants. Runs on the service's own rights. */
export const schedulesInUse = async (database: Queryable): Promise<StoredSchedule[]> =>
  (
    await database.query<StoredSchedule>(
      `select ${columns} from platform.report_schedules where status = '${InUse.enum.enabled}' order by tenant, report_schedule_id`,
    )
  ).rows

export const findSchedule = async (
  database: Queryable,
  { tenant, reportScheduleId }: { tenant: string; reportScheduleId: number },
): Promise<StoredSchedule | undefined> =>
  (
    await database.query<StoredSchedule>(`select ${columns} from platform.report_schedules where tenant = $1 and report_schedule_id = $2`, [
      tenant,
      reportScheduleId,
    ])
  ).rows[0]

type Occasion = { tenant: string; reportScheduleId: number; dueAt: Date }

/** Whether the report of this occasion was sent, or failed. */
export const isMailed = async (database: Queryable, { tenant, reportScheduleId, dueAt }: Occasion): Promise<boolean> => {
  const { rowCount } = await database.query(
    'select from platform.report_mailings where tenant = $1 and report_schedule_id = $2 and due_at = $3',
    [tenant, reportScheduleId, dueAt],
  )
  return rowCount === 1
}

/** Addresses of users of a tenant who are in use. */
export const addressesOf = async (database: Queryable, tenant: string, userIds: readonly number[]): Promise<string[]> => {
  const { rows } = await database.query<{ email: string }>(
    `select email from platform.users where tenant = $1 and user_id = any($2::bigint[]) and status = '${InUse.enum.enabled}' and email is not null and email <> ''`,
    [tenant, userIds],
  )
  return rows.map(({ email }) => email)
}

/** Users with an address, by name. */
export const peopleWithAddress = async (
  database: Queryable,
  tenant: string,
  limit: number,
): Promise<{ userId: number; name: string }[]> => {
  const { rows } = await database.query<{ userId: number; name: string }>(
    `select user_id::int as "userId", coalesce(nick_name, username) as name from platform.users
     where tenant = $1 and status = '${InUse.enum.enabled}' and email is not null and email <> '' order by name, user_id limit $2`,
    [tenant, limit],
  )
  return rows
}

type StoredMailing = Omit<ReportMailing, 'dueAt' | 'sentAt'> & { dueAt: Date; sentAt: Date }

/** Occasions of a schedule of the request's tenant, newest first. */
export const listMailings = async (database: Queryable, reportScheduleId: number, limit: number): Promise<ReportMailing[]> => {
  const { rows } = await database.query<StoredMailing>(
    `select due_at as "dueAt", sent_at as "sentAt", outcome, recipients, rows::float8 as rows, file_name as "fileName", refusal
     from platform.report_mailings where report_schedule_id = $1 order by due_at desc limit $2`,
    [reportScheduleId, limit],
  )
  return rows.map(({ dueAt, sentAt, ...mailing }) => ({ ...mailing, dueAt: dueAt.toISOString(), sentAt: sentAt.toISOString() }))
}
