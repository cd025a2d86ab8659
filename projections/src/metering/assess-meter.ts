import type { HealthBasis } from '@nightflow/domain/metering/health-basis'
import { assessHealth, type Health, healthDays } from '@nightflow/domain/metering/meter-health'
import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { PoolClient } from 'pg'
import { type MeterBasis, readDaysBefore } from './health-bases.ts'

/** Ten years, as many days as any range has at most. */
const leakDaysMax = 3_660

/**
 * The health of a meter. Where all its days show a leak, earlier ones are read until an hour without flow or the first reading: twice as many each time,
 * because few leaks are that old.
 */
export const assessMeter = async (
  database: PoolClient,
  meter: MeterBasis & { basis: HealthBasis },
  settings: HealthSettings,
): Promise<Health> => {
  const { basis } = meter
  let health = assessHealth(basis, settings)
  let earlierDays: HealthBasis['earlierDays'] & object = []
  for (let limit = healthDays; health.isLeakOpen && earlierDays.length < leakDaysMax; limit *= 2) {
    const read = await readDaysBefore(database, meter, { day: (earlierDays[0] ?? basis.days[0]!).day, limit })
    if (read.length === 0) break
    earlierDays = [...read, ...earlierDays]
    health = assessHealth({ ...basis, earlierDays }, settings)
  }
  return health
}
