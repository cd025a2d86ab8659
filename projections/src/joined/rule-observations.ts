import { evaluateRule, type RuleState, type Trial } from '@nightflow/domain/alarms/evaluate-rule'
import { evaluatedRule } from '@nightflow/domain/alarms/rule-values'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import type { PoolClient } from 'pg'
import { findWatchedMeters, findWatchedPoints, type Observed } from '../alarms/rule-subjects.ts'
import { observationsOfMeter } from './meter-observations.ts'
import { observationsOfPoint } from './point-observations.ts'
import { presentObservations } from './present-observations.ts'

type Wanted = { days: number; now: number; most: number; timeZone: string; among?: readonly string[] | undefined }

const isOfPoint = ({ eventType }: AlarmRuleValues): boolean => eventType.startsWith('partition-')
/** Events of which the read models keep the present state alone. */
const isOfNow = ({ eventType }: AlarmRuleValues): boolean =>
  ['gateway-silent', 'event-set-aside', 'account-arrears', 'account-balance'].includes(eventType)

/** The observations of a rule in the last local days, thing by thing; the local day that `now` is in is the last of them. */
export const observe = async (
  database: PoolClient,
  rule: AlarmRuleValues,
  { days, now, most, timeZone, among }: Wanted,
): Promise<{ observed: Observed[]; isCut: boolean }> => {
  if (isOfNow(rule)) return { observed: await presentObservations(database, rule, { now, most, timeZone }), isCut: false }
  const rangeOf = (zone: string) => {
    const lastDay = calendarOf(zone).dayOf(now)
    return { firstDay: lastDay - days, lastDay, now }
  }
  const observed: Observed[] = []
  if (isOfPoint(rule)) {
    const points = await findWatchedPoints(database, rule, most)
    for (const point of points.slice(0, most)) {
      const observations = await observationsOfPoint(database, rule.eventType, point, rangeOf(point.timeZone))
      observed.push({ subject: point.id, timeZone: point.timeZone, observations })
    }
    return { observed, isCut: points.length > most }
  }
  const meters = await findWatchedMeters(database, rule, { most, among })
  for (const meter of meters.slice(0, most)) {
    const observations = await observationsOfMeter(database, rule.eventType, meter, rangeOf(meter.timeZone))
    observed.push({ subject: meter.number, timeZone: meter.timeZone, observations })
  }
  return { observed, isCut: meters.length > most }
}

/** The alarms of a rule at one thing. */
export const trialOf = (rule: AlarmRuleValues, { subject, timeZone, observations }: Observed, state?: RuleState): Trial => {
  const calendar = calendarOf(timeZone)
  return { subject, transitions: evaluateRule(evaluatedRule(rule, calendar), calendar, observations, state).transitions }
}
