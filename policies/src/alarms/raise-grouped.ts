import { withTenant } from '@nightflow/event-log/postgres/database'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { isQuietCause, openAlarmFor, relatedPoints } from '@nightflow/projections/alarms/related-alarms'
import type { Pool } from 'pg'
import type { Reaction } from '../shared/define-policy.ts'
import { commandAlarm, raiseAlarm } from './raise-alarm.ts'

/** Conditions of related metering points that begin within so many days of each other are one happening. */
const withinDays = 3

/** Alarms that were raised lately, which the read models of a database may not have yet. */
type Raised = Pick<AlarmCondition, 'tenant' | 'eventType' | 'subject' | 'occurredAt'> & { at: number }
const raisedMax = 500
const raisedMilliseconds = 300_000
const raisedLately = new WeakMap<Pool, readonly Raised[]>()

/**
 * Raises the alarm of a condition. Where an alarm of the same metering point, of one above or of one below is open, the condition is a cause of that alarm: one
 * burst is one alarm. A cause of an alarm that was answered is quiet as long as that alarm is.
 */
export const raiseGrouped = async (pool: Pool, reaction: Reaction, condition: AlarmCondition): Promise<boolean> => {
  const { tenant, eventType, subject, occurredAt, value = null, threshold = null, unit = null } = condition
  if (!eventType.startsWith('partition-')) return raiseAlarm(reaction, condition)
  const lately = (raisedLately.get(pool) ?? []).filter(({ at }) => reaction.now.getTime() - at < raisedMilliseconds)
  const open = await withTenant(pool, tenant, async (database) => {
    const points = await relatedPoints(database, subject)
    const known = await openAlarmFor(database, points, { eventType, subject, occurredAt, withinDays })
    const raised = known ?? lately.find((one) => one.tenant === tenant && points.includes(one.subject))
    return raised ?? ((await isQuietCause(database, points, { eventType, subject, occurredAt })) ? 'quiet' : undefined)
  })
  if (open === 'quiet') return false
  if (open) {
    const cause = { eventType, subject, occurredAt, value, threshold, unit }
    return commandAlarm(reaction, { type: 'AddAlarmCause', eventType: open.eventType, subject: open.subject, cause })
  }
  const isRaised = await raiseAlarm(reaction, condition)
  const raised = { tenant, eventType, subject, occurredAt, at: reaction.now.getTime() }
  if (isRaised) raisedLately.set(pool, [...lately, raised].slice(-raisedMax))
  return isRaised
}
