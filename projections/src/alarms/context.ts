import type { Projection } from '../projector/projection.ts'
import { alarmRules } from './alarm-rules.ts'
import { alarms } from './alarms.ts'
import { builtInRules } from './built-in-rules.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const alarmsReadModels: readonly Projection[] = [alarms, alarmRules, builtInRules]
