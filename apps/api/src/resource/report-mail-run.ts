import { randomUUID } from 'node:crypto'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import { coveredDays, lastDue } from '@nightflow/domain/shared/report-times'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { defineRun, type JobRun } from '@nightflow/platform/jobs/job-run'
import { attachmentBytesMax, mailReport } from '@nightflow/platform/messages/outbox'
import { addressesOf, findSchedule, isMailed, type StoredSchedule, schedulesInUse } from '@nightflow/platform/messages/report-schedules'
import { standingCaller } from '@nightflow/platform/people/standing-caller'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { reportMailJob } from '@nightflow/schemas/platform/job-kinds'
import { reports } from '@nightflow/schemas/reports'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { authorize } from '../http/authenticate.ts'
import { contextOfJob } from '../http/context-of-job.ts'
import { refuseOthers } from '../http/part-of-utility.ts'
import { ProblemError } from '../http/problem.ts'
import { checkRequest } from '../http/read-request.ts'
import type { Dependencies, RequestContext, Visit } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import type { Route } from '../http/serve.ts'
import { isExportRoute, makeSpreadsheet } from './export-routes.ts'
import { pageTitleOf } from './field-words.ts'
import { issuerOf, papersOf } from './papers.ts'

type Parts = { dependencies: Dependencies; routes: readonly Route[]; logger: Visit['logger'] }
type Made = FileAnswer & { rows: number }

/** Sends the reports whose time has come. Each occasion is recorded once, as sent or with the refusal. */
export const reportMailRun = (dependencies: Dependencies, routes: readonly Route[], logger: Visit['logger']): JobRun =>
  defineRun({
    kind: reportMailJob,
    findLeft: () => startDue(dependencies),
    run: async ({ request, tenant }, { signal, onProgress }) => {
      const { reportScheduleId, dueAt } = request
      const { servicePool: pool } = dependencies
      const schedule = await findSchedule(pool, { tenant, reportScheduleId })
      if (!schedule) return { refusal: 'not-found' }
      const occasion = { tenant, reportScheduleId, dueAt: new Date(dueAt) }
      const sent = await send(
        schedule,
        { ...occasion, signal, onRows: (done) => onProgress({ done }) },
        {
          dependencies,
          routes,
          logger,
        },
      ).catch((error: unknown) => refusalOf(error, signal))
      if (!isRejection(sent)) return { done: sent }
      await mailReport(pool, {
        ...occasion,
        ...{ outcome: 'failed', recipients: [], rows: 0, subject: '', body: '', attachment: null, refusal: sent.rejected },
      })
      return { refusal: sent.rejected }
    },
  })

const refusalOf = (error: unknown, signal: AbortSignal): Rejection => {
  if (error instanceof ProblemError && !signal.aborted) return error.refusal
  throw error
}

/** One that was saved after its time begins with the next occasion. */
const startDue = async ({ servicePool: pool }: Dependencies): Promise<void> => {
  const now = Date.now()
  for (const schedule of await schedulesInUse(pool)) {
    const { tenant, reportScheduleId, savedAt } = schedule
    const calendar = calendarOf((await findTenant(pool, tenant))?.timeZone ?? 'UTC')
    const due = lastDue(schedule, now, calendar)
    if (!due || due.at < savedAt.getTime()) continue
    const dueAt = new Date(due.at)
    if (await isMailed(pool, { tenant, reportScheduleId, dueAt })) continue
    const key = `${reportScheduleId}/${dueAt.toISOString()}`
    const request = { reportScheduleId, dueAt: dueAt.toISOString() }
    await writeAsTenant(pool, tenant, async (database) => {
      const { rowCount } = await database.query(
        `select from platform.jobs where kind = $1 and key = $2 and status in ('waiting', 'running')`,
        [reportMailJob.kind, key],
      )
      if (rowCount === 0) await enqueueJob(database, reportMailJob, { id: randomUUID(), actor: 'policy:reports', request, key })
    })
  }
}

type Sending = {
  tenant: string
  reportScheduleId: number
  dueAt: Date
  signal: AbortSignal
  onRows: (rows: number) => void
}

/** How many rows were sent, or the refusal. */
const send = async (
  schedule: StoredSchedule,
  { tenant, reportScheduleId, dueAt, signal, onRows }: Sending,
  { dependencies, routes, logger }: Parts,
): Promise<number | Rejection> => {
  const { servicePool: pool } = dependencies
  const report = reports[schedule.report]
  const { exportRows } = report.calls
  const route = routes.filter(isExportRoute).find(({ endpoint }) => endpoint.path === exportRows.path)
  const { language, owner } = schedule
  const caller = owner === null ? undefined : await standingCaller(pool, { tenant, userName: owner, language })
  if (!route || !caller) return rejected('permission-missing')
  const job = { id: randomUUID(), tenant, kind: reportMailJob.kind, request: {}, createBy: owner, path: null, fileName: null, fileId: null }
  const context = contextOfJob(dependencies, exportRows, { ...job, position: null, isResumed: false, caller }, logger)
  authorize(exportRows, context.caller)
  const recipients = await addressesOf(pool, tenant, schedule.recipients)
  if (recipients.length === 0) return rejected('report-recipient-unknown')
  const timeZone = (await findTenant(pool, tenant))?.timeZone ?? 'UTC'
  const days = coveredDays(schedule.covers, calendarOf(timeZone).dayOf(dueAt.getTime()))
  const filter = { ...Object.fromEntries(new URLSearchParams(schedule.filters)), ...days }
  const value = checkRequest(exportRows, { ...filter, format: schedule.format }, language)
  await refuseOthers(exportRows, value, context)
  let rows = 0
  const counted = (done: number): void => {
    rows = done
    onRows(done)
  }
  const told = { context, signal, onRows: counted }
  const made = await makeSpreadsheet(async () => route.prepare(value, context), told)
  if (isRejection(made) && made.rejected !== 'export-too-large' && made.rejected !== 'export-in-background') return made
  const attached: Made | null = isRejection(made) || made.bytes.length > attachmentBytesMax ? null : { ...made, rows }
  const place = `/${report.menu.directory}/${report.menu.path}?${new URLSearchParams(filter)}`
  await mailReport(pool, {
    ...{ tenant, reportScheduleId, dueAt, recipients, rows, refusal: null, attachment: attached },
    outcome: attached ? 'sent' : 'linked',
    ...(await messageOf(context, { title: pageTitleOf(report, language), fileName: attached?.fileName ?? null, rows, place })),
  })
  return rows
}

const messageOf = async (context: RequestContext, about: { title: string; fileName: string | null; rows: number; place: string }) => {
  const { name: utility } = await issuerOf(context)
  return papersOf(context).reportMail(context.language, { utility, ...about })
}
