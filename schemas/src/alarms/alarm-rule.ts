import { z } from 'zod'
import { InUse } from '../shared/lists.ts'
import { Measured } from '../shared/quantity.ts'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, LocalDate, MeterNumber, PartitionId } from '../shared/values.ts'
import { AlarmEvent, AlarmSeverity, RuleId } from './alarm.ts'

/** Days of the week, Monday is 1. */
export const Weekday = z.enum({ monday: '1', tuesday: '2', wednesday: '3', thursday: '4', friday: '5', saturday: '6', sunday: '7' })
export type Weekday = z.infer<typeof Weekday>

/** Besides the bell, which shows every alarm. */
export const AlarmChannel = z.enum(['email', 'sms'])

const fromHour = z.int32().min(0).max(23).default(0)
const toHour = z.int32().min(1).max(24).default(24)

/** Maintenance: from the hour of the first local day to the hour of the last one no alarm is raised. */
export const Suppression = z.object({ firstDay: LocalDate, fromHour, lastDay: LocalDate, toHour, reason: text(60).default('') })
export type Suppression = z.infer<typeof Suppression>

const People = z.array(z.int().positive()).max(20).default([])
const Channels = z.array(AlarmChannel).max(2).default([])
const minutesMax = 10_080
const table = { isJson: true, isUnsortable: true } as const
const computed = { isReadOnly: true, isComputed: true, isUnsortable: true } as const

/** Rules of alarms that people set. */
export const alarmRules = defineResource({
  name: 'alarmRule',
  texts: 'alarms',
  noun: 'alarm rule',
  path: '/prod-api/business/alarmRule',
  permission: 'alarms:alarmRule',
  id: 'alarmRuleId',
  table: 'views.alarm_rules',
  scope: 'own',
  fields: {
    /** Chosen by the client: it names the rule in its alarms, and a repeated request makes no second rule. */
    ruleId: { schema: RuleId, isUnique: true, isSetOnce: true },
    ruleName: { schema: text(60).min(1), filter: 'contains' },
    eventType: { schema: AlarmEvent, filter: 'equals', dictionary: 'meter_alarm_type', isHalf: true },
    severity: { schema: AlarmSeverity.default('warning'), filter: 'equals', isHalf: true },
    /** Where it holds: at one of these, or everywhere where none is set. */
    meterNo: { schema: MeterNumber.nullable().default(null), isHalf: true },
    meterGroupId: { schema: z.int().positive().nullable().default(null), isHalf: true, isLarge: true },
    partitionId: { schema: PartitionId.nullable().default(null), isHalf: true },
    accountNo: { schema: AccountNo.nullable().default(null), isHalf: true },
    /** In the unit of the event: litres per hour, kilopascals, hours, a share, or units of money. */
    threshold: { schema: Measured.nullable().default(null), isHalf: true },
    /** Hysteresis: an alarm is over once the value is back at this; the threshold where it is not set. */
    clearAt: { schema: Measured.nullable().default(null), isHalf: true },
    /** How long the value is beyond the threshold before the alarm. */
    delayMinutes: { schema: z.int32().min(0).max(minutesMax).default(0), isHalf: true },
    isAutoCleared: { schema: z.boolean().default(true), isHalf: true },
    /** When it holds: every day unless set, in these hours of local time; across midnight where the first is after the last. */
    weekdays: { schema: z.array(Weekday).max(7).default([]), ...table },
    fromHour: { schema: fromHour, isHalf: true },
    toHour: { schema: toHour, isHalf: true },
    suppressions: { schema: z.array(Suppression).max(20).default([]), ...table },
    recipients: { schema: People, ...table },
    channels: { schema: Channels, ...table },
    /** An alarm without an answer for so long goes to further people. */
    escalateMinutes: { schema: z.int32().min(1).max(minutesMax).nullable().default(null), isHalf: true },
    escalateTo: { schema: People, ...table },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(200).nullable().default(null) },
    /** Alarm quality of the last 30 days: alarms, those answered, those ignored, and the median minutes to the answer. */
    raised: { schema: z.int(), ...computed },
    answered: { schema: z.int(), ...computed },
    ignored: { schema: z.int(), ...computed },
    minutesToAnswer: { schema: z.number().nullable(), ...computed },
  },
  menu: {
    directory: 'alarm',
    place: 15,
    path: 'alarmRule',
    component: 'alarms/alarm-rule',
    icon: 'list',
    titles: { en: 'Alarm rules', 'zh-CN': '告警规则', fr: 'Règles d’alarme', id: 'Aturan alarm' },
    audience: 'tenant',
    shows: ['/api/v1/alarm-rules'],
  },
  screen: {
    title: 'ruleName',
    columns: ['ruleName', 'eventType', 'severity', 'threshold', 'status', 'raised', 'answered', 'ignored', 'minutesToAnswer'],
    moreColumns: ['meterNo', 'meterGroupId', 'partitionId', 'accountNo', 'clearAt', 'delayMinutes', 'remark', 'createBy', 'createTime'],
    onPhone: ['ruleName', 'eventType', 'status', 'raised'],
    form: [
      ...(['ruleName', 'eventType', 'severity', 'meterNo', 'meterGroupId', 'partitionId', 'accountNo'] as const),
      ...(['threshold', 'clearAt', 'delayMinutes', 'isAutoCleared', 'weekdays', 'fromHour', 'toHour', 'suppressions'] as const),
      ...(['recipients', 'channels', 'escalateMinutes', 'escalateTo', 'status', 'remark'] as const),
    ],
    filters: ['ruleName', 'eventType', 'severity', 'status'],
  },
})

export const alarmRuleEvents = recordedEvents(alarmRules.form, 'ruleId')
/** A rule as its form says it. */
export type AlarmRuleValues = z.output<typeof alarmRules.form>
