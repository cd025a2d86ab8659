import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { defineProjection } from '../shared/projection.ts'

/** Every alarm with its state. Its number is the log position at which it was raised: the same after every rebuild. */
export const alarms = defineProjection({
  name: 'alarms/alarms',
  version: 1,
  events: ['alarms.AlarmRaised', 'alarms.AlarmProcessingStarted', 'alarms.AlarmProcessed', 'alarms.AlarmIgnored'],
  tables: {
    alarms: `create table alarms (
      tenant text not null,
      alarm_id bigint not null,
      event_type text not null,
      subject text not null,
      occurrence integer not null,
      status text not null,
      occurred_at timestamptz not null,
      raised_at timestamptz not null,
      value double precision,
      threshold double precision,
      unit text,
      answered_by text,
      answered_at timestamptz,
      note text,
      primary key (tenant, alarm_id),
      unique (tenant, event_type, subject, occurrence)
    );
    create index alarms_open on alarms (tenant, alarm_id desc) where status in ('0', '1')`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      let raised: RecordedEvent[] = []
      for (const event of events) {
        if (event.type === 'alarms.AlarmRaised') raised.push(event)
        else {
          await insertAlarms(client, raised)
          raised = []
          await answerAlarm(client, event)
        }
      }
      await insertAlarms(client, raised)
    },
})

const insertAlarms = async (client: ClientBase, raised: readonly RecordedEvent[]): Promise<void> => {
  if (raised.length === 0) return
  const column = (field: string): unknown[] => raised.map(({ data }) => data[field] ?? null)
  await client.query(
    `insert into alarms (tenant, alarm_id, event_type, subject, occurrence, status, occurred_at, raised_at, value, threshold, unit)
     select tenant, alarm_id, event_type, subject, occurrence, '0', occurred_at, raised_at, value, threshold, unit
     from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[], $8::float8[], $9::float8[], $10::text[])
       as raised (tenant, alarm_id, event_type, subject, occurrence, occurred_at, raised_at, value, threshold, unit)
     on conflict do nothing`,
    [
      raised.map(({ metadata }) => metadata.tenant),
      raised.map(({ position }) => position),
      ...['eventType', 'subject', 'occurrence', 'occurredAt', 'raisedAt', 'value', 'threshold', 'unit'].map(column),
    ],
  )
}

const statusAfter: Record<string, string> = {
  'alarms.AlarmProcessingStarted': '1',
  'alarms.AlarmProcessed': '2',
  'alarms.AlarmIgnored': '3',
}

const answerAlarm = async (client: ClientBase, { type, data, metadata }: RecordedEvent): Promise<void> => {
  await client.query(
    `update alarms set status = $5, answered_by = $6, answered_at = $7, note = nullif($8, '')
     where tenant = $1 and event_type = $2 and subject = $3 and occurrence = $4`,
    [
      metadata.tenant,
      data.eventType,
      data.subject,
      data.occurrence,
      statusAfter[type],
      metadata.actor.replace(/^\w+:/, ''),
      data.at,
      data.note,
    ],
  )
}
