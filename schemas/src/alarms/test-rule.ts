import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'
import { alarmRules } from './alarm-rule.ts'

/** Days and things that a test on history reads at most, their product, and alarms that it lists. */
export const testLimits = { days: 90, subjects: 500, daysOfSubjects: 9_000, listed: 50 } as const

const TestedAlarm = z.object({
  subject: z.string(),
  pointName: z.string(),
  raisedAt: Instant,
  value: z.number(),
  /** Null while it is still on. */
  clearedAt: Instant.nullable(),
})

export const testAlarmRule = endpoint({
  method: 'POST',
  path: '/prod-api/business/alarmRule/test',
  permission: 'alarms:alarmRule:query',
  summary: 'The alarms that a rule would have raised in the last days, had it been set; nothing is stored',
  request: z.object({
    ...alarmRules.form.omit({ ruleId: true, ruleName: true, recipients: true, channels: true, escalateMinutes: true, escalateTo: true })
      .shape,
    days: typedNumber().int().min(1).max(testLimits.days).default(30),
  }),
  response: z.object({
    days: z.int(),
    /** Things that were looked at; `isCut` where there are more. */
    tested: z.int(),
    isCut: z.boolean(),
    /** The event has no history: the figures are of this moment. */
    isOfNow: z.boolean(),
    alarms: z.int(),
    subjects: z.int(),
    repeated: z.int(),
    open: z.int(),
    /** The newest of them. */
    listed: z.array(TestedAlarm),
  }),
})
