import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as alarmLifecycle from './alarm-lifecycle.ts'
import { alarmsDictionaries } from './dictionaries.ts'
import * as calls from './endpoints.ts'

/** The events of the context. */
export const events = {
  ...alarmLifecycle.alarmEventTypes,
} as const satisfies EventTypes

export const alarms = {
  calls: callsOfModules(calls, alarmLifecycle, alarmLifecycle.alarmCommands.calls),
  commands: [{ texts: 'alarms', resource: 'alarm', commands: alarmLifecycle.alarmCommands.list }],
  dictionaries: alarmsDictionaries,
} satisfies Context
