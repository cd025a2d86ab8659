import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { AlarmEvent, AlarmSeverity } from './alarm.ts'

/**
 * A rule that every utility has: events of meters, silence, failures, and the thresholds that partitions, pressure meters and the settings of
 * collection name.
 */
export const builtInEvents = [
  'battery-low',
  'tamper',
  'meter-leak',
  'burst',
  'reverse-flow',
  'meter-silent',
  'valve-failed',
  'pressure-high',
  'pressure-low',
  'pressure-abrupt',
  'partition-leakage',
  'partition-night-flow',
  'partition-kl',
  'gateway-silent',
  'event-set-aside',
  'account-arrears',
] as const
export const BuiltInEvent = z.enum(builtInEvents)
export type BuiltInEvent = z.infer<typeof BuiltInEvent>

/** An hour at least, a month at most. */
const Hours = z.int().min(1).max(720)
const QuietHours = z.int().min(0).max(8760)

/** The numbers of a built-in rule that people can change. */
export const BuiltInRule = z.object({
  isEnabled: z.boolean(),
  /** The age up to which a reading or a day raises an alarm; of silence, how long it lasts. */
  hours: Hours,
  /** After an answer the same condition raises no alarm for so long. */
  quietHoursProcessed: QuietHours,
  quietHoursIgnored: QuietHours,
  severity: AlarmSeverity.nullable(),
})
export type BuiltInRule = z.infer<typeof BuiltInRule>

const usual = { isEnabled: true, quietHoursProcessed: 24, quietHoursIgnored: 168, severity: null } as const
const hoursOf: Readonly<Partial<Record<BuiltInEvent, number>>> = {
  'gateway-silent': 24,
  'partition-leakage': 72,
  'partition-night-flow': 72,
  'partition-kl': 72,
  'pressure-high': 24,
  'pressure-low': 24,
  'pressure-abrupt': 24,
}

/** The numbers while a utility has changed none. */
export const defaultBuiltInRule = (event: BuiltInEvent): BuiltInRule => ({ ...usual, hours: hoursOf[event] ?? 48 })

/** Events of which the hours are a number that people set; of others the rule has none. */
export const hasHours = (event: BuiltInEvent): boolean => event !== 'event-set-aside' && event !== 'account-arrears'

export const SetBuiltInRule = z.object({
  type: z.literal('SetBuiltInRule'),
  eventType: BuiltInEvent,
  ...BuiltInRule.shape,
  reason: text(200),
})
export type SetBuiltInRule = z.infer<typeof SetBuiltInRule>

const BuiltInRuleSet = z.object({ eventType: BuiltInEvent, ...BuiltInRule.shape, reason: text(200), at: Instant })
export const builtInRuleEventTypes = { 'alarms.BuiltInRuleSet': { version: 1, data: BuiltInRuleSet } } as const

const path = '/prod-api/business/alarmRule/builtIn'

/** The alarms of one rule within some days, and their answers. */
export const AlarmQuality = z.object({
  raised: z.int(),
  answered: z.int(),
  ignored: z.int(),
  minutesToAnswer: z.number().nullable(),
})
export type AlarmQuality = z.infer<typeof AlarmQuality>

export const findBuiltInRules = endpoint({
  method: 'GET',
  path,
  permission: 'alarms:alarmRule:list',
  summary: 'The built-in rules with their numbers, and the quality of their alarms within 30 days',
  request: z.object({}),
  response: z.object({
    rules: z.array(
      z.object({ eventType: AlarmEvent, ...BuiltInRule.shape, isChanged: z.boolean(), hasHours: z.boolean(), ...AlarmQuality.shape }),
    ),
  }),
})

export const setBuiltInRule = endpoint({
  method: 'PUT',
  path,
  permission: 'alarms:alarmRule:edit',
  summary: 'Change the numbers of a built-in rule, or switch it off',
  request: z.object({
    eventType: BuiltInEvent,
    ...BuiltInRule.shape,
    severity: BuiltInRule.shape.severity.default(null),
    reason: text(200).default(''),
  }),
  response: z.object({}),
})
