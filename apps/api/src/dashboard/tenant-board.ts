import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { changeSettings, findTenant, listTenants } from '@nightflow/platform/tenants/tenants'
import { tenantsWithAccounts } from '@nightflow/projections/customers/account-figures'
import { readTenantsFigures } from '@nightflow/projections/dashboard/tenants-figures'
import type * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

const boardDays = 10

/** All utilities beside one another. Only operators of the platform get here, so it reads past the wall between tenants. */
export const tenantBoard = async (
  { code }: RequestOf<typeof dashboard.tenantBoard>,
  { pool }: RequestContext,
): Promise<ResponseOf<typeof dashboard.tenantBoard>> => {
  const tenants = (await listTenants(pool)).filter((tenant) => tenant.code !== platformTenant && (!code || tenant.code === code))
  const daysOf = ({ timeZone }: { timeZone: string }): string[] => {
    const today = calendarOf(timeZone).dayOf(Date.now())
    return Array.from({ length: boardDays }, (_, index) => dateOfDay(today - boardDays + 1 + index))
  }
  // The first day of whichever zone begins its ten days first.
  const from = tenants.map((tenant) => daysOf(tenant)[0]!).toSorted()[0] ?? dateOfDay(0)
  const figures = await readTenantsFigures(
    pool,
    tenants.map((tenant) => tenant.code),
    from,
  )
  const rows = tenants.map((tenant) => {
    const days = daysOf(tenant)
    const { kind = 'normal' as const, meters = 0, reportedToday = 0, used = new Map(), alarms = new Map() } = figures.get(tenant.code) ?? {}
    const { longitude, latitude } = tenant.settings.mapCentre
    return {
      code: tenant.code,
      tenantName: tenant.name,
      kind,
      meters,
      reportedToday,
      reportingRate: meters === 0 ? null : Math.min(1, reportedToday / meters),
      usedLitresByDay: days.map((day) => ({ day, litres: used.get(day) ?? null })),
      alarmsByDay: days.map((day) => ({ day, count: alarms.get(day) ?? 0 })),
      longitude,
      latitude,
    }
  })
  const meters = rows.reduce((sum, row) => sum + row.meters, 0)
  const reportedToday = rows.reduce((sum, row) => sum + Math.min(row.meters, row.reportedToday), 0)
  const { demoMode, demoIntervalSeconds } = (await findTenant(pool, platformTenant))?.settings ?? {
    demoMode: false,
    demoIntervalSeconds: 15,
  }
  return {
    tenants: rows.length,
    tenantsWithAccounts: await tenantsWithAccounts(
      pool,
      tenants.map((tenant) => tenant.code),
    ),
    meters,
    reportedToday,
    notReportedToday: meters - reportedToday,
    reportingRate: meters === 0 ? null : reportedToday / meters,
    rows,
    demoIntervalSeconds: demoMode ? demoIntervalSeconds : null,
  }
}

export const setTenantDemo = async ({ intervalSeconds }: RequestOf<typeof dashboard.setTenantDemo>, context: RequestContext) => {
  const settings = intervalSeconds === undefined ? { demoMode: false } : { demoMode: true, demoIntervalSeconds: intervalSeconds }
  const changed = await context.write((database) =>
    changeSettings(database, platformTenant, (before) => ({ ...before, ...settings }), context.caller.username),
  )
  return isRejection(changed) ? changed : { response: {}, after: settings }
}
