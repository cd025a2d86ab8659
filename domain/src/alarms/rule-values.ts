import type { AlarmRuleValues, Suppression } from '@nightflow/schemas/alarms/alarm-rule'
import { type RuleScope, ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import type { EvaluatedRule, Span } from './evaluate-rule.ts'

const minuteMilliseconds = 60_000
const hourMilliseconds = 3_600_000
const scopes: readonly RuleScope[] = ['meterNo', 'meterGroupId', 'partitionId', 'accountNo']

/** The rules between the fields of a rule, in their order of precedence. */
export const refuseRule = (rule: AlarmRuleValues): Rejection | undefined => {
  const { eventType, threshold, clearAt, fromHour, toHour, escalateMinutes, escalateTo, suppressions } = rule
  const measure = ruleMeasures[eventType]
  const set = scopes.filter((scope) => rule[scope] !== null)
  if (set.length > 1 || set.some((scope) => !measure.scopes.includes(scope))) return rejected('alarm-rule-scope')
  if (measure.unit === null ? threshold !== null || clearAt !== null : threshold === null || (!measure.isBelow && threshold <= 0))
    return rejected('alarm-rule-threshold')
  if (threshold !== null && clearAt !== null && (measure.isBelow ? clearAt < threshold : clearAt > threshold))
    return rejected('alarm-rule-clear-at')
  if (fromHour === toHour) return rejected('alarm-rule-hours')
  if (suppressions.some((one) => !isForwards(one))) return rejected('range-reversed')
  if (escalateMinutes !== null && escalateTo.length === 0) return rejected('alarm-rule-escalation')
  return undefined
}

const isForwards = ({ firstDay, fromHour, lastDay, toHour }: Suppression): boolean =>
  dayOfDate(lastDay) > dayOfDate(firstDay) || (lastDay === firstDay && toHour > fromHour)

/** A rule as its evaluation needs it, in the zone of what it observes. An event without a threshold is 1 while it is on. */
export const evaluatedRule = (rule: AlarmRuleValues, calendar: ZoneCalendar): EvaluatedRule => ({
  isBelow: ruleMeasures[rule.eventType].isBelow,
  threshold: rule.threshold ?? 0,
  clearAt: rule.clearAt,
  delayMilliseconds: rule.delayMinutes * minuteMilliseconds,
  weekdays: rule.weekdays.map(Number),
  fromHour: rule.fromHour,
  toHour: rule.toHour,
  suppressions: rule.suppressions.map((one) => spanOf(one, calendar)),
})

const spanOf = ({ firstDay, fromHour, lastDay, toHour }: Suppression, calendar: ZoneCalendar): Span => ({
  from: calendar.startOf(dayOfDate(firstDay)) + fromHour * hourMilliseconds,
  until: calendar.startOf(dayOfDate(lastDay)) + toHour * hourMilliseconds,
})
