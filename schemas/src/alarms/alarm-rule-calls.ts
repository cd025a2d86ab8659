import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { InUse } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { RuleId } from './alarm.ts'
import { alarmRuleEvents, alarmRules } from './alarm-rule.ts'

export const listAlarmRuleHistory = historyCallOf(alarmRules, '/api/v1/alarm-rules')

/** Commands besides those that add, change and remove one: `npm run new command alarms alarm-rule NAME` adds to them. */
export const alarmRuleCommands = commandsOn<RowOf<typeof alarmRules>>()(
  { entity: 'AlarmRule', id: 'alarmRuleId', path: alarmRules.path, permission: 'alarms:alarmRule:edit', key: { ruleId: RuleId } },
  {
    disable: {
      summary: 'Put alarm rules out of use: one, or several by commas',
      event: 'alarms.AlarmRuleDisabled',
      step: 'disabled',
      becomes: { status: InUse.enum.disabled },
      icon: 'mute',
      isOffered: ({ status }) => status === InUse.enum.enabled,
      isForMany: true,
    },
    enable: {
      summary: 'Put alarm rules back into use: one, or several by commas',
      event: 'alarms.AlarmRuleEnabled',
      step: 'enabled',
      becomes: { status: InUse.enum.enabled },
      icon: 'start',
      isOffered: ({ status }) => status === InUse.enum.disabled,
      isForMany: true,
    },
  },
)
export type AlarmRuleCommand = GivenTo<typeof alarmRuleCommands>

export const alarmRuleEventTypes = {
  'alarms.AlarmRuleAdded': { version: 1, data: alarmRuleEvents.added },
  'alarms.AlarmRuleChanged': { version: 1, data: alarmRuleEvents.changed },
  'alarms.AlarmRuleRemoved': { version: 1, data: alarmRuleEvents.removed },
  ...alarmRuleCommands.events,
} as const
