import { initialRuleState, type RuleState, type RuleTransition } from '@nightflow/domain/alarms/evaluate-rule'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { type LastAlarm, lastAlarmsOf } from '@nightflow/projections/alarms/related-alarms'
import type { Observed } from '@nightflow/projections/alarms/rule-subjects'
import { observe, trialOf } from '@nightflow/projections/joined/rule-observations'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import type { Pool } from 'pg'
import type { Reaction } from '../shared/define-policy.ts'
import { commandAlarm } from './raise-alarm.ts'
import { raiseGrouped } from './raise-grouped.ts'

/** Things of one rule that are looked at in one search. */
const thingsMax = 2_000
/** Older observations are history. */
const newsMilliseconds = 2 * 86_400_000
const dayMinutes = 1_440

type Where = { timeZone: string; among: readonly string[] | undefined }

/** Evaluates one rule at each thing where it holds, from where its last alarm left off, and raises and clears alarms. */
export const evaluateAtThings = async (
  pool: Pool,
  reaction: Reaction,
  rule: AlarmRuleValues,
  { timeZone, among }: Where,
): Promise<void> => {
  const { tenant, now } = reaction
  const silentDays = rule.eventType === 'meter-silent' ? Math.ceil((rule.threshold ?? 0) / 24) : 0
  const days = Math.min(60, 3 + Math.ceil(rule.delayMinutes / dayMinutes) + silentDays)
  const { observed, alarms } = await withTenant(pool, tenant, async (database) => {
    const found = await observe(database, rule, { days, now: now.getTime(), most: thingsMax, timeZone, among })
    const subjects = found.observed.map(({ subject }) => subject)
    return { observed: found.observed, alarms: await lastAlarmsOf(database, rule.eventType, subjects) }
  })
  for (const one of observed) await evaluateAt(pool, reaction, rule, one, alarms.get(one.subject))
}

const evaluateAt = async (
  pool: Pool,
  reaction: Reaction,
  rule: AlarmRuleValues,
  thing: Observed,
  alarm: LastAlarm | undefined,
): Promise<void> => {
  const { transitions } = trialOf(rule, thing, stateOf(rule, alarm))
  const since = reaction.now.getTime() - newsMilliseconds
  let isRaised = alarm?.isOpen ?? false
  for (const transition of transitions) {
    if (transition.kind === 'raised') {
      if (transition.at >= since) isRaised = (await raise(pool, reaction, rule, thing.subject, transition)) || isRaised
    } else if (rule.isAutoCleared) await clear(reaction, rule, thing.subject, transition)
  }
  const last = thing.observations.at(-1)
  const isOn = transitions.length > 0 ? transitions.at(-1)!.kind === 'raised' : false
  // A condition that goes on after its alarm was answered is raised again once it is no longer quiet.
  if (isOn && !isRaised && last && last.at >= since) await raise(pool, reaction, rule, thing.subject, last)
}

/** An alarm of the rule that is open goes on; after an alarm that is over, only what is later counts. */
const stateOf = ({ ruleId }: AlarmRuleValues, alarm: LastAlarm | undefined): RuleState => {
  if (!alarm || alarm.ruleId !== ruleId) return initialRuleState
  const { isOpen, occurredAt, clearedAt } = alarm
  return { isRaised: isOpen, since: null, lastAt: clearedAt ?? occurredAt }
}

const raise = (
  pool: Pool,
  reaction: Reaction,
  { eventType, ruleId, severity, threshold }: AlarmRuleValues,
  subject: string,
  { at, value }: Pick<RuleTransition, 'at' | 'value'>,
): Promise<boolean> => {
  const { unit } = ruleMeasures[eventType]
  const measured = unit === null || threshold === null ? {} : { value, threshold, unit }
  const occurredAt = new Date(at).toISOString()
  return raiseGrouped(pool, reaction, { tenant: reaction.tenant, eventType, subject, occurredAt, ...measured, severity, ruleId })
}

const clear = async (
  reaction: Reaction,
  { eventType, ruleId }: AlarmRuleValues,
  subject: string,
  { at }: RuleTransition,
): Promise<void> => {
  await commandAlarm(reaction, { type: 'ClearAlarm', eventType, subject, ruleId, clearedAt: new Date(at).toISOString() })
}
