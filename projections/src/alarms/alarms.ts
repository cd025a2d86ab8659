import { AlarmEvent, AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { z } from 'zod'
import { defineEntity, type EventAt } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { Step } from '../projector/entity-shape.ts'

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
  version: 3,
  table: 'alarms',
  key: ['eventType', 'subject', 'occurrence'],
  row,
  indexes: { id: 'unique (tenant, alarm_id)', open: "(tenant, alarm_id desc) where status in ('0', '1')" },
  evolve: {
    'alarms.AlarmRaised': (alarm, { data, position }) =>
      alarm ?? { ...data, alarmId: position, status: '0' as const, answeredBy: null, answeredAt: null, note: null },
    'alarms.AlarmProcessingStarted': (alarm, event) => answered(alarm, '1', event),
    'alarms.AlarmProcessed': (alarm, event) => answered(alarm, '2', event),
    'alarms.AlarmIgnored': (alarm, event) => answered(alarm, '3', event),
    'alarms.AlarmReopened': (alarm) => alarm && { ...alarm, status: '0' as const, answeredBy: null, answeredAt: null, note: null },
  },
  history: {
    'alarms.AlarmRaised': ({ data }) => ({ step: 'raised', at: data.raisedAt, by: null, note: null }),
    'alarms.AlarmProcessingStarted': (event) => step('started', event),
    'alarms.AlarmProcessed': (event) => step('processed', event),
    'alarms.AlarmIgnored': (event) => step('ignored', event),
    'alarms.AlarmReopened': (event) => step('reopened', event),
  },
})

type Answer = EventAt<'alarms.AlarmProcessingStarted' | 'alarms.AlarmProcessed' | 'alarms.AlarmIgnored' | 'alarms.AlarmReopened'>

const answered = (alarm: Alarm | undefined, status: Alarm['status'], { data, metadata }: Answer): Alarm | undefined =>
  alarm && { ...alarm, status, answeredBy: personOf(metadata.actor), answeredAt: data.at, note: data.note || null }

const step = (name: string, { data, metadata }: Answer): Step => ({
  step: name,
  at: data.at,
  by: personOf(metadata.actor),
  note: data.note || null,
})
