import { judgePressure } from '@nightflow/domain/devices/pressure-state'
import { withTenant } from '@nightflow/event-log/postgres/database'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { findLimitedPressureMeters, findNewestReadings } from '@nightflow/projections/devices/newest-readings'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import type { PressureDeviation } from '@nightflow/schemas/devices/pressure-meter'
import type { Pool } from 'pg'

/** Pressure meters of a tenant that are watched. */
const watchedMax = 2000
/** Meters whose readings are in memory at once. */
const atOnce = 200

const eventOf: Record<PressureDeviation, AlarmEvent> = { above: 'pressure-high', below: 'pressure-low', abrupt: 'pressure-abrupt' }

/** A tenant's pressure meters whose newest reading is outside of a limit of theirs, or follows an abrupt change. */
export const findPressureConditions = (pool: Pool, tenant: string, now: Date): Promise<AlarmCondition[]> =>
  withTenant(pool, tenant, async (database) => {
    const meters = await findLimitedPressureMeters(database, watchedMax)
    const conditions: AlarmCondition[] = []
    for (let start = 0; start < meters.length; start += atOnce) {
      const some = meters.slice(start, start + atOnce)
      const newest = await findNewestReadings(
        database,
        some.map(({ deviceNumber }) => deviceNumber),
      )
      for (const { deviceNumber, ...limits } of some) {
        const { deviations, newest: reading } = judgePressure(limits, newest.get(deviceNumber)?.pressures ?? [], now.getTime())
        const thresholds = { above: limits.upper, below: limits.lower, abrupt: limits.abruptChange }
        for (const deviation of reading ? deviations : [])
          conditions.push({
            tenant,
            eventType: eventOf[deviation],
            subject: deviceNumber,
            occurredAt: new Date(reading!.at).toISOString(),
            value: reading!.kilopascal,
            threshold: thresholds[deviation]!,
            unit: 'kPa',
          })
      }
    }
    return conditions
  })
