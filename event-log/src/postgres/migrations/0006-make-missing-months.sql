-- `log.head` knows from where on partitions exist, and not only until when: a service that started while the clock was years ahead has made
-- months there, and those of the present are missing once the clock is right. An instant outside makes its own months, which then are the
-- range that is known; others may exist besides. `log.append_events` is that of migration 3 but for this.
-- Nothing is known at first, because heads that are already there may stand behind a gap.

alter table log.head add partitioned_from timestamptz not null default 'infinity';
comment on column log.head.partitioned_until is 'Partitions exist for every instant from partitioned_from on and before this one.';

create or replace function log.append_events(
  streams text[], tenants text[], known_versions int[], known_hashes bytea, new_versions int[], new_hashes bytea,
  event_ids uuid[], event_streams int[], event_versions int[], event_types text[], event_schema_versions int[],
  event_actors text[], event_causes text[], event_correlations text[],
  data_offsets int[], data_lengths int[], packed_lengths int[], payload bytea, event_hashes bytea
) returns bigint language plpgsql as $$
declare
  head log.head;
  now_milliseconds timestamptz;
begin
  select * into strict head from log.head for update;

  -- Each statement of a volatile function sees what was committed before it began: here, everything below head.position.
  if exists (
    select from unnest(streams, known_versions) with ordinality as belief (stream, version, n)
    left join lateral (select s.version, s.hash from log.streams s where s.stream = belief.stream offset 0) as truth on true
    where coalesce(truth.version, 0) <> belief.version or truth.hash <> substring(known_hashes from (belief.n::int - 1) * 32 + 1 for 32)
  ) then
    return null;
  end if;

  now_milliseconds := greatest(date_trunc('milliseconds', clock_timestamp()), head.recorded_at);
  if now_milliseconds < head.partitioned_from or now_milliseconds >= head.partitioned_until then
    head.partitioned_from := date_trunc('month', now_milliseconds, 'UTC');
    head.partitioned_until := log.create_months(now_milliseconds, 3);
  end if;

  insert into log.event_identity (id, position)
  select event.id, head.position + event.n from unnest(event_ids) with ordinality as event (id, n);

  insert into log.events (position, stream, version, id, type, schema_version, tenant, actor, cause, correlation, recorded_at, data, packed, hash)
  select head.position + event.n, streams[event.stream], event.version, event.id, event.type, event.schema_version, tenants[event.stream],
    event.actor, event.cause, event.correlation, now_milliseconds,
    convert_from(substring(payload from event.data_offset + 1 for event.data_length), 'UTF8')::json,
    substring(payload from event.data_offset + event.data_length + 1 for event.packed_length),
    substring(event_hashes from (event.n::int - 1) * 32 + 1 for 32)
  from unnest(event_ids, event_streams, event_versions, event_types, event_schema_versions, event_actors, event_causes, event_correlations,
    data_offsets, data_lengths, packed_lengths) with ordinality
    as event (id, stream, version, type, schema_version, actor, cause, correlation, data_offset, data_length, packed_length, n);

  insert into log.streams as s (stream, tenant, version, hash, last_recorded_at)
  select advanced.stream, advanced.tenant, advanced.version, substring(new_hashes from (advanced.n::int - 1) * 32 + 1 for 32), now_milliseconds
  from unnest(streams, tenants, new_versions) with ordinality as advanced (stream, tenant, version, n)
  on conflict (stream) do update set version = excluded.version, hash = excluded.hash, last_recorded_at = excluded.last_recorded_at;

  update log.head h set position = h.position + cardinality(event_ids), recorded_at = now_milliseconds,
    partitioned_from = head.partitioned_from, partitioned_until = head.partitioned_until;
  perform pg_notify('nightflow_log', (head.position + cardinality(event_ids))::text);
  return head.position + 1;
end
$$;
