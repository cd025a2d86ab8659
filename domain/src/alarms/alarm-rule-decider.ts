import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import {
  alarmRuleCommands,
  type alarmRuleEventTypes,
  type AlarmRuleCommand as NamedCommand,
} from '@nightflow/schemas/alarms/alarm-rule-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'
import { refuseRule } from './rule-values.ts'

export type AlarmRuleCommand = RecordCommand<AlarmRuleValues> | NamedCommand
export type AlarmRuleEvent = EventIn<keyof typeof alarmRuleEventTypes>
export type AlarmRule = Recorded<AlarmRuleValues>

const record = recordDecider<AlarmRuleValues, 'alarms.AlarmRuleAdded', 'alarms.AlarmRuleChanged', 'alarms.AlarmRuleRemoved'>({
  stream: 'alarms-alarm-rule',
  key: 'ruleId',
  added: 'alarms.AlarmRuleAdded',
  changed: 'alarms.AlarmRuleChanged',
  removed: 'alarms.AlarmRuleRemoved',
  refuse: refuseRule,
})

export const alarmRuleDecider: Decider<AlarmRuleCommand, AlarmRule, AlarmRuleEvent> = {
  streamOf: (command: { key: string } | { ruleId: string }) => `alarms-alarm-rule-${'key' in command ? command.key : command.ruleId}`,
  initialState: record.initialState,
  evolve,
  decide: {
    ...record.decide,
    DisableAlarmRule: putInUse('alarms.AlarmRuleDisabled', InUse.enum.disabled),
    EnableAlarmRule: putInUse('alarms.AlarmRuleEnabled', InUse.enum.enabled),
  },
}

function putInUse(type: 'alarms.AlarmRuleDisabled' | 'alarms.AlarmRuleEnabled', wanted: InUse) {
  return ({ ruleId }: NamedCommand, { values }: AlarmRule, { now }: Context): readonly AlarmRuleEvent[] | Rejection => {
    if (!values) return rejected('not-found')
    return values.status === wanted ? [] : [{ type, data: { ruleId, at: now } }]
  }
}

function evolve(alarmRule: AlarmRule, event: AlarmRuleEvent): AlarmRule {
  switch (event.type) {
    case 'alarms.AlarmRuleAdded':
    case 'alarms.AlarmRuleChanged':
    case 'alarms.AlarmRuleRemoved':
      return { ...alarmRule, ...record.evolve(alarmRule, event) }
    case 'alarms.AlarmRuleDisabled':
    case 'alarms.AlarmRuleEnabled': {
      const { values } = alarmRule
      return { values: values && { ...values, status: alarmRuleCommands.becomes[event.type].status } }
    }
  }
}
