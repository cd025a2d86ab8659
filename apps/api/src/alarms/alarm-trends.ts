import { calendarOf } from '@nightflow/domain/shared/local-time'
import { listTrends } from '@nightflow/projections/joined/alarm-trends'
import type { findAlarmTrends } from '@nightflow/schemas/alarms/alarm-trend'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RequestContext } from '../http/request-context.ts'
import { tenantOfCaller } from '../http/tenant-of-caller.ts'

/** The figures of alarms on the last days of the tenant's zone. */
export const answerTrends = async (
  { alarmProcessedId }: RequestOf<typeof findAlarmTrends>,
  context: RequestContext,
): Promise<ResponseOf<typeof findAlarmTrends>> => {
  const { timeZone } = await tenantOfCaller(context)
  const lastDay = calendarOf(timeZone).dayOf(Date.now())
  return { rows: await context.read((database) => listTrends(database, alarmProcessedId, lastDay)) }
}
