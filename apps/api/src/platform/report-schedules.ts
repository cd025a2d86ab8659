import { addressesOf, listMailings, peopleWithAddress } from '@nightflow/platform/messages/report-schedules'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { listReportMailings, listReportRecipients } from '@nightflow/schemas/platform/report-mailings'
import { reports } from '@nightflow/schemas/reports'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'

const store = storeOf(resources.reportSchedules)
type Form = FormOf<typeof resources.reportSchedules>

/** A schedule has the rights of the person who saves it, so that person must have those of the report. */
const refuse = async (
  { report: name, recipients, filters, format }: Form,
  { pool, caller }: RequestContext,
): Promise<Rejection | undefined> => {
  const { permission, exportPermission = permission, calls } = reports[name]
  if (!caller.may(exportPermission)) return rejected('permission-missing')
  const known = await addressesOf(pool, caller.tenant, recipients)
  if (known.length < recipients.length) return rejected('report-recipient-unknown')
  const parsed = calls.exportRows.request.safeParse({ ...Object.fromEntries(new URLSearchParams(filters)), format })
  return parsed.success ? undefined : rejected('report-filter-wrong', { reason: parsed.error.issues[0]?.path.join('.') ?? '' })
}

export const reportScheduleRoutes: readonly Route[] = [
  ask(listReportRecipients, async ({ limit }, { pool, caller }) => ({ people: await peopleWithAddress(pool, caller.tenant, limit) })),
  ask(listReportMailings, async ({ reportScheduleId, limit }, { read }) => ({
    rows: await read((database) => listMailings(database, reportScheduleId, limit)),
  })),
  ...resourceRoutes(resourceCalls.reportSchedules, store, { before: (values, context) => refuse(values, context) }),
]
