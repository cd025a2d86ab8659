import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { maskPersonalOfEvent } from '@nightflow/schemas/personal-events'
import type { ClientBase } from 'pg'
import { defineProjection } from '../projector/projection.ts'

/**
 * The rows that an auditor searches: every event without its packed readings, and every stream's end. Only where the log is not in PostgreSQL;
 * where it is, the log's own tables answer and these stay empty. No other engine lists streams by a part of their name or a tenant's
 * newest events without reading from the beginning. A verification holds these rows against the log as it does every view.
 */
export const logHeads = defineProjection({
  name: 'audit/log-heads',
  version: 2,
  events: Object.keys(eventCatalogue) as EventType[],
  tables: {
    // The data as text: `json` cannot be compared, and `jsonb` would change the order of its words.
    audit_events: `create table audit_events (
      tenant text collate "C" not null,
      position bigint not null,
      stream text collate "C" not null,
      version int not null,
      id uuid not null,
      type text collate "C" not null,
      schema_version int not null,
      actor text not null,
      cause text,
      correlation text,
      recorded_at timestamptz not null,
      data text not null,
      packed_bytes int not null,
      hash bytea not null,
      primary key (tenant, position)
    );
    create index on audit_events (stream, version);
    create index on audit_events (tenant, type, position) where type <> 'metering.ReadingsReported'`,
    audit_streams: `create table audit_streams (
      tenant text collate "C" not null,
      stream text collate "C" not null,
      version int not null,
      last_recorded_at timestamptz not null,
      primary key (tenant, stream)
    ) with (fillfactor = 50)`,
  },
  keepsNothing: true,
  open: async ({ client, log }) =>
    log.engine === 'postgres'
      ? async () => undefined
      : async ({ events }) => {
          if (events.length === 0) return
          await writeEvents(client, events)
          await writeStreams(client, events)
        },
})

const writeEvents = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<void> => {
  await client.query(
    `insert into audit_events (tenant, position, stream, version, id, type, schema_version, actor, cause, correlation, recorded_at, data, packed_bytes, hash)
     select * from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::uuid[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[],
       $11::timestamptz[], $12::text[], $13::int[], $14::bytea[])`,
    [
      events.map(({ metadata }) => metadata.tenant),
      events.map(({ position }) => position),
      events.map(({ stream }) => stream),
      events.map(({ version }) => version),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ schemaVersion }) => schemaVersion),
      events.map(({ metadata }) => metadata.actor),
      events.map(({ metadata }) => metadata.cause ?? null),
      events.map(({ metadata }) => metadata.correlation ?? null),
      events.map(({ recordedAt }) => new Date(recordedAt).toISOString()),
      events.map(({ type, data }) => JSON.stringify(maskPersonalOfEvent(type, data))),
      events.map(({ packed }) => packed?.byteLength ?? 0),
      events.map(({ hash }) => Buffer.from(hash)),
    ],
  )
}

const writeStreams = async (client: ClientBase, events: readonly RecordedEvent[]): Promise<void> => {
  // Of a stream's events in a page the last one says where the stream ends.
  const ends = [...new Map(events.map((event) => [event.stream, event])).values()]
  await client.query(
    `insert into audit_streams as known (tenant, stream, version, last_recorded_at)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[])
     on conflict (tenant, stream) do update set version = excluded.version, last_recorded_at = excluded.last_recorded_at`,
    [
      ends.map(({ metadata }) => metadata.tenant),
      ends.map(({ stream }) => stream),
      ends.map(({ version }) => version),
      ends.map(({ recordedAt }) => new Date(recordedAt).toISOString()),
    ],
  )
}
