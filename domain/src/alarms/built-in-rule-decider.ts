import {
  type BuiltInRule,
  type builtInRuleEventTypes,
  defaultBuiltInRule,
  type SetBuiltInRule,
} from '@nightflow/schemas/alarms/built-in-rule'
import type { Decider, EventIn } from '../shared/decider.ts'

export type BuiltInRuleEvent = EventIn<keyof typeof builtInRuleEventTypes>
type State = { readonly rule: BuiltInRule | undefined }

/** The numbers of one built-in rule. The same numbers again are no event. */
export const builtInRuleDecider: Decider<SetBuiltInRule, State, BuiltInRuleEvent> = {
  streamOf: ({ eventType }) => `alarms-built-in-rule-${eventType}`,
  initialState: { rule: undefined },
  evolve: (_, { data: { isEnabled, hours, quietHoursProcessed, quietHoursIgnored, severity } }) => ({
    rule: { isEnabled, hours, quietHoursProcessed, quietHoursIgnored, severity },
  }),
  decide: {
    SetBuiltInRule: ({ type: _, ...wanted }, { rule }, { now }) => {
      const known = rule ?? defaultBuiltInRule(wanted.eventType)
      const isSame = Object.entries(known).every(([field, value]) => Reflect.get(wanted, field) === value)
      return isSame ? [] : [{ type: 'alarms.BuiltInRuleSet', data: { ...wanted, at: now } }]
    },
  },
}
