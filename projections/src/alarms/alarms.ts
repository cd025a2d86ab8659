import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { AlarmStep } from '@nightflow/schemas/alarms/alarm'
import type { ClientBase } from 'pg'
import { defineProjection } from '../shared/projection.ts'

/** Every alarm with its state. Its number is the log position at which it was raised: the same after every rebuild. */
export const alarms = defineProjection({
  name: 'alarms/alarms',
  version: 2,
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
    alarm_steps: `create table alarm_steps (
      tenant text not null,
      event_type text not null,
      subject text not null,
      occurrence integer not null,
      position bigint not null,
      step text not null,
      at timestamptz not null,
      by text,
      note text,
      primary key (tenant, event_type, subject, occurrence, position)
    )`,
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
      await insertSteps(client, events)
    },
})

const stepOf: Record<string, AlarmStep> = {
  'alarms.AlarmRaised': 'raised',
  'alarms.AlarmProcessingStarted': 'started',
  'alarms.AlarmProcessed': 'processed',
  'alarms.AlarmIgnored': 'ignored',
}

/** Everything that happened to the alarms of a page, in one statement. */
const insertSteps = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<void> => {
  if (events.length === 0) return
  const column = (field: string): unknown[] => events.map(({ data }) => data[field] ?? null)
  await client.query(
    `insert into alarm_steps (tenant, event_type, subject, occurrence, position, step, at, by, note)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::text[], $7::timestamptz[], $8::text[], $9::text[])
     on conflict do nothing`,
    [
      events.map(({ metadata }) => metadata.tenant),
      ...['eventType', 'subject', 'occurrence'].map(column),
      events.map(({ position }) => position),
      events.map(({ type }) => stepOf[type]),
      events.map(({ type, data }) => (type === 'alarms.AlarmRaised' ? data.raisedAt : data.at)),
      events.map(({ type, metadata }) => (type === 'alarms.AlarmRaised' ? null : personOf(metadata.actor))),
      events.map(({ data }) => data.note || null),
    ],
  )
}

/** The name without the kind of actor that the log puts before it. */
const personOf = (actor: string): string => actor.replace(/^\w+:/, '')

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
    [metadata.tenant, data.eventType, data.subject, data.occurrence, statusAfter[type], personOf(metadata.actor), data.at, data.note],
  )
}
