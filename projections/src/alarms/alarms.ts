import { AlarmEvent, AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'
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
})
type Alarm = z.infer<typeof row>

/** Every alarm with its state. */
export const alarms = defineEntity({
  name: 'alarms/alarms',
  version: 4,
  table: 'alarms',
  key: ['eventType', 'subject', 'occurrence'],
  row,
  indexes: {
    id: 'unique (tenant, alarm_id)',
    open: `(tenant, alarm_id desc) where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}')`,
  },
  evolve: {
    'alarms.AlarmRaised': (alarm, { data, position }) =>
      alarm ?? { ...data, alarmId: position, status: AlarmStatus.enum.unprocessed, answeredBy: null, answeredAt: null, note: null },
    'alarms.AlarmProcessingStarted': (alarm, event) => answered(alarm, AlarmStatus.enum.processing, event),
    'alarms.AlarmProcessed': (alarm, event) => answered(alarm, AlarmStatus.enum.processed, event),
    'alarms.AlarmIgnored': (alarm, event) => answered(alarm, AlarmStatus.enum.ignored, event),
    'alarms.AlarmReopened': (alarm) =>
      alarm && { ...alarm, status: AlarmStatus.enum.unprocessed, answeredBy: null, answeredAt: null, note: null },
  },
  history: {
    sentences: 'alarms:alarm',
    steps: {
      'alarms.AlarmRaised': { step: 'raised' },
      'alarms.AlarmProcessingStarted': { step: 'started' },
      'alarms.AlarmProcessed': { step: 'processed' },
      'alarms.AlarmIgnored': { step: 'ignored' },
      'alarms.AlarmReopened': { step: 'reopened' },
    },
  },
})

type Answer = EventAt<'alarms.AlarmProcessingStarted' | 'alarms.AlarmProcessed' | 'alarms.AlarmIgnored' | 'alarms.AlarmReopened'>

const answered = (alarm: Alarm | undefined, status: Alarm['status'], { data, metadata }: Answer): Alarm | undefined =>
  alarm && { ...alarm, status, answeredBy: personOf(metadata.actor), answeredAt: data.at, note: data.note || null }
