import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { Measured } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber, PartitionId } from '../shared/values.ts'

/** The system: a partition's figures, a gateway, the service itself. */
export const AlarmType = z.enum({ meter: '0', system: '1' })
export type AlarmType = z.infer<typeof AlarmType>

/** Events of alarms: the values of the dictionary `meter_alarm_type`. */
export const alarmEvents = [
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
  'flow-high',
  'flow-low',
  'partition-detection',
  'account-balance',
] as const
export const AlarmEvent = z.enum(alarmEvents)
export type AlarmEvent = z.infer<typeof AlarmEvent>

/** Names a rule that people set; in small letters, as the database writes it. */
export const RuleId = z.uuid().toLowerCase()

/** How urgent an alarm is; its rule says so. */
export const AlarmSeverity = z.enum(['info', 'warning', 'critical'])
export type AlarmSeverity = z.infer<typeof AlarmSeverity>

/** A further condition that belongs to an alarm, such as the superior partition of a burst. */
export const AlarmCause = z.object({
  eventType: AlarmEvent,
  subject: text(64).min(1),
  occurredAt: Instant,
  value: Measured.nullable(),
  threshold: Measured.nullable(),
  unit: text(10).nullable(),
})
export type AlarmCause = z.infer<typeof AlarmCause>

/** Causes that one alarm has at most; further conditions belong to it without being listed. */
export const causesMax = 20

/** The dictionaries that say what is called how. */
export const alarmDictionaries = { eventType: 'meter_alarm_type', alarmStatus: 'alarm_status' } as const

export const AlarmStatus = z.enum({ unprocessed: '0', processing: '1', processed: '2', ignored: '3' })
export type AlarmStatus = z.infer<typeof AlarmStatus>

/** Subject of an alarm; one of the three. */
const about = { meter: MeterNumber.nullable(), partition: PartitionId.nullable(), gateway: text(63).nullable() }

/** The value that raised it beside its threshold, in the unit named; both null where something merely happened. */
const measured = { value: z.number().nullable(), threshold: z.number().nullable(), unit: text(10).nullable() }

export const AlarmRow = z.object({
  alarmProcessedId: z.int(),
  alarmType: AlarmType,
  eventType: AlarmEvent,
  alarmStatus: AlarmStatus,
  /** When it happened, and when the service noticed. */
  alarmTime: Instant,
  createTime: Instant,
  /** The meter's number, or empty: an alarm of a partition or gateway has its name in `pointName`. */
  meterNo: z.string(),
  pointName: z.string(),
  ...about,
  ...measured,
  processedBy: PersonName.nullable(),
  processedTime: Instant.nullable(),
  note: z.string().nullable(),
  severity: AlarmSeverity.nullable(),
  /** The rule that people set; null where a built-in rule raised it. */
  ruleId: RuleId.nullable(),
  /** Further conditions that belong to it. */
  causeCount: z.int(),
  /** When its condition was over by itself, and when it was escalated. */
  clearedTime: Instant.nullable(),
  escalatedTime: Instant.nullable(),
})
export type AlarmRow = z.infer<typeof AlarmRow>

/** Filters of a list of alarms, beside the time. */
export const alarmFilter = {
  alarmType: AlarmType.optional(),
  eventType: AlarmEvent.optional(),
  alarmStatus: AlarmStatus.optional(),
  severity: AlarmSeverity.optional(),
  ruleId: RuleId.optional(),
  meterNo: text(64).optional(),
}
