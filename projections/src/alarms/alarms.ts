import { AlarmEvent, AlarmStatus } from '@nightflow/schemas/alarms/alarm'
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
    ...casesOf(alarmCommands.becomes, answered),
  },
  history: {
    sentences: 'alarms:alarm',
    steps: {
      'alarms.AlarmRaised': { step: 'raised' },
      ...alarmCommands.steps,
    },
  },
})

type Answer = EventAt<keyof typeof alarmCommands.becomes>

/** A reopened alarm has no answer. */
function answered(alarm: Alarm, { status }: Pick<Alarm, 'status'>, { data, metadata }: Answer): Alarm {
  if (status === AlarmStatus.enum.unprocessed) return { ...alarm, status, answeredBy: null, answeredAt: null, note: null }
  return { ...alarm, status, answeredBy: personOf(metadata.actor), answeredAt: data.at, note: data.note || null }
}
