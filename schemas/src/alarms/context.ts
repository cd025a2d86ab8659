import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as alarmLifecycle from './alarm-lifecycle.ts'
import { alarmReport } from './alarm-report.ts'
import * as alarmRule from './alarm-rule-calls.ts'
import * as trends from './alarm-trend.ts'
import * as builtInRule from './built-in-rule.ts'
import { cascadeAlarms, cascadeStatistics } from './cascade-alarms.ts'
import { alarmsDictionaries } from './dictionaries.ts'
import * as calls from './endpoints.ts'
import * as streams from './stream-notice.ts'
import * as ruleTest from './test-rule.ts'

/** The events of the context. */
export const events = {
  ...alarmRule.alarmRuleEventTypes,
  ...builtInRule.builtInRuleEventTypes,
  ...alarmLifecycle.alarmEventTypes,
} as const satisfies EventTypes

export const alarms = {
  calls: {
    ...callsOfReports(alarmReport, cascadeAlarms, cascadeStatistics),
    ...callsOfModules(
      alarmRule,
      alarmRule.alarmRuleCommands.calls,
      builtInRule,
      ruleTest,
      streams,
      trends,
      calls,
      alarmLifecycle,
      alarmLifecycle.alarmCommands.calls,
    ),
  },
  commands: [
    { texts: 'alarms', resource: 'alarmRule', commands: alarmRule.alarmRuleCommands.list },
    { texts: 'alarms', resource: 'alarm', commands: alarmLifecycle.alarmCommands.list },
  ],
  dictionaries: alarmsDictionaries,
} satisfies Context
