import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { everyPartition } from '@nightflow/projections/leakage/partitions'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import type { Pool } from 'pg'

/** The latest complete day must be one of the last ones: an older one is history. */
type Fresh = { now: Date; freshHours: (event: Crossed['eventType']) => number }

/** A tenant's partitions whose latest complete day is above a threshold of theirs; those below before those above, because a lower one is nearer to the place. */
export const findPartitionConditions = async (pool: Pool, tenant: string, { now, freshHours }: Fresh): Promise<AlarmCondition[]> => {
  const conditions: AlarmCondition[] = []
  const rows = await withTenant(pool, tenant, everyPartition)
  for (const { id, timeZone, thresholds, latest } of rows.toSorted((one, other) => other.level - one.level)) {
    if (!latest) continue
    const calendar = calendarOf(timeZone)
    const day = dayOfDate(latest.date)
    const age = calendar.dayOf(now.getTime()) - day
    const occurredAt = new Date(calendar.startOf(day + 1)).toISOString()
    for (const crossed of crossedThresholds(latest, thresholds))
      if (age <= Math.ceil(freshHours(crossed.eventType) / 24)) conditions.push({ tenant, subject: id, occurredAt, ...crossed })
  }
  return conditions
}

type PartitionEvent = 'partition-leakage' | 'partition-night-flow' | 'partition-kl'
type Crossed = Pick<AlarmCondition, 'value' | 'threshold' | 'unit'> & { eventType: PartitionEvent }

const crossedThresholds = (latest: NightFlowRow, thresholds: Thresholds): Crossed[] => {
  const judged = [
    ['partition-leakage', latest.leakageRate, thresholds.leakageRate, ''],
    ['partition-leakage', latest.leakageLitres, thresholds.leakageLitresPerDay, 'l/d'],
    ['partition-night-flow', latest.nightMinimumFlowLitresPerHour, thresholds.nightMinimumFlowLitresPerHour, 'l/h'],
    ['partition-kl', latest.klRatio, thresholds.klRatio, ''],
  ] as const
  return judged.flatMap(([eventType, value, threshold, unit]) =>
    value !== null && threshold !== undefined && value > threshold ? [{ eventType, value, threshold, unit }] : [],
  )
}
