import { AlarmCause, AlarmEvent, AlarmSeverity, AlarmStatus, RuleId } from '@nightflow/schemas/alarms/alarm'
import { alarmCommands } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { z } from 'zod'
import { casesOf, defineEntity, type EventAt } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const row = z.object({
  eventType: AlarmEvent,
  subject: z.string(),
  occurrence: z.int32(),
  /** The log position at which the alarm was raised: the same after every rebuild. */
  alarmId: z.int(),
  status: AlarmStatus,
  occurredAt: z.iso.datetime(),
  raisedAt: z.iso.datetime(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  unit: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  severity: AlarmSeverity.nullable(),
  ruleId: RuleId.nullable(),
  causes: z.array(AlarmCause),
  clearedAt: z.iso.datetime().nullable(),
  escalatedAt: z.iso.datetime().nullable(),
})
type Alarm = z.infer<typeof row>

/** Every alarm with its state. */
export const alarms = defineEntity({
  name: 'alarms/alarms',
  version: 5,
  table: 'alarms',
  key: ['eventType', 'subject', 'occurrence'],
  row,
  indexes: {
    id: 'unique (tenant, alarm_id)',
    rule: '(tenant, rule_id, raised_at) where rule_id is not null',
    open: `(tenant, alarm_id desc) where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}')`,
  },
  evolve: {
    'alarms.AlarmRaised': (alarm, { data, position }) =>
      alarm ?? {
        ...{ ...data, severity: data.severity ?? null, ruleId: data.ruleId ?? null, alarmId: position },
        ...{ status: AlarmStatus.enum.unprocessed, answeredBy: null, answeredAt: null, note: null },
        ...{ causes: [], clearedAt: null, escalatedAt: null },
      },
    'alarms.AlarmCauseAdded': (alarm, { data: { cause } }) => alarm && { ...alarm, causes: [...alarm.causes, cause] },
    'alarms.AlarmCleared': (alarm, { data }) =>
      alarm && { ...alarm, status: AlarmStatus.enum.processed, answeredAt: data.at, clearedAt: data.clearedAt },
    'alarms.AlarmEscalated': (alarm, { data: { at } }) => alarm && { ...alarm, escalatedAt: at },
    ...casesOf(alarmCommands.becomes, answered),
  },
  history: {
    sentences: 'alarms:alarm',
    steps: {
      'alarms.AlarmRaised': { step: 'raised' },
      'alarms.AlarmCauseAdded': {
        step: 'joined',
        tell: ({ data: { cause } }) => ({ facts: { cause: cause.eventType, subject: cause.subject } }),
      },
      'alarms.AlarmCleared': { step: 'cleared' },
      'alarms.AlarmEscalated': { step: 'escalated' },
      ...alarmCommands.steps,
    },
  },
})

type Answer = EventAt<keyof typeof alarmCommands.becomes>

/** A reopened alarm has no answer. */
function answered(alarm: Alarm, { status }: Pick<Alarm, 'status'>, { data, metadata }: Answer): Alarm {
  if (status === AlarmStatus.enum.unprocessed) return { ...alarm, status, answeredBy: null, answeredAt: null, note: null, clearedAt: null }
  return { ...alarm, status, answeredBy: personOf(metadata.actor), answeredAt: data.at, note: data.note || null }
}
