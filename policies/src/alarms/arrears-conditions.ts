import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { accountsInArrears } from '@nightflow/projections/billing/account-arrears'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { Pool } from 'pg'

/** Found at once; what is left over is found the next time. */
const accountsMax = 500

/** Accounts of a tenant whose overdue bills are above the amount that its settings name. It happened at the midnight after the last due day that was missed. */
export const findArrearsConditions = async (pool: Pool, tenant: string, timeZone: string): Promise<AlarmCondition[]> =>
  withTenant(pool, tenant, async (database) => {
    const { arrearsAlarmMinor } = (await readCollectionSettings(database)).settings
    if (arrearsAlarmMinor === undefined) return []
    const calendar = calendarOf(timeZone)
    return (await accountsInArrears(database, arrearsAlarmMinor, accountsMax)).map(({ accountNo, overdueMinor, since }) => ({
      ...{ tenant, eventType: 'account-arrears' as const, subject: accountNo },
      occurredAt: new Date(calendar.startOf(dayOfDate(since) + 1)).toISOString(),
      ...{ value: overdueMinor / minorPerUnit, threshold: arrearsAlarmMinor / minorPerUnit, unit: '' },
    }))
  })
