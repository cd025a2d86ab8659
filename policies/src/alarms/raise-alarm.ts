import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import type { BuiltInRules } from '@nightflow/projections/alarms/built-in-rules'
import type { PolicyCommand } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { BuiltInEvent } from '@nightflow/schemas/alarms/built-in-rule'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Reaction } from '../shared/define-policy.ts'

/** A command of a policy on an alarm; true where it changed something. */
export const commandAlarm = async ({ execute }: Reaction, command: PolicyCommand): Promise<boolean> => {
  const result = await execute(alarmDecider, command)
  if (result === 'done-before') return false
  if (isRejection(result))
    throw new TypeError(`${command.type} of ${command.eventType} of ${command.subject} was rejected: ${result.rejected}`)
  return result.events.length > 0
}

/** The decider leaves out a condition whose alarm is open or was answered lately. */
export const raiseAlarm = (reaction: Reaction, { tenant: _tenant, ...condition }: AlarmCondition): Promise<boolean> =>
  commandAlarm(reaction, { type: 'RaiseAlarm', ...condition })

/** A condition by the numbers of its built-in rule; undefined where the tenant has switched the rule off. Numbers that were not changed leave it as it is. */
export const byBuiltInRule = (condition: AlarmCondition, rules: BuiltInRules): AlarmCondition | undefined => {
  const event = BuiltInEvent.safeParse(condition.eventType)
  if (!event.success) return condition
  const { isEnabled, isChanged, severity, quietHoursProcessed: processed, quietHoursIgnored: ignored } = rules[event.data]
  if (!isEnabled) return undefined
  return isChanged ? { ...condition, ...(severity && { severity }), quietHours: { processed, ignored } } : condition
}
