import { calendarOf } from '@nightflow/domain/shared/local-time'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { listTrends } from '@nightflow/projections/joined/alarm-trends'
import type { findAlarmTrends } from '@nightflow/schemas/alarms/alarm-trend'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RequestContext } from '../http/request-context.ts'

/** The figures of alarms on the last days of the tenant's zone. */
export const answerTrends = async (
  { alarmProcessedId }: RequestOf<typeof findAlarmTrends>,
  { pool, caller, read }: RequestContext,
): Promise<ResponseOf<typeof findAlarmTrends>> => {
  const timeZone = (await findTenant(pool, caller.tenant))?.timeZone ?? 'UTC'
  const lastDay = calendarOf(timeZone).dayOf(Date.now())
  return { rows: await read((database) => listTrends(database, alarmProcessedId, lastDay)) }
}
