-- `log.append_past` stores a past in one statement: events with the times at which they are said to have been recorded. Only an empty log has no past
-- yet, so only it takes one. Times rise along the events and end before now; with a later first event of its own the log goes on as ever.
-- Parameters are those of `log.append_events`, in which no stream is known, and the time of each event.

create function log.append_past(
  streams text[], tenants text[], known_versions int[], known_hashes bytea, new_versions int[], new_hashes bytea,
  event_ids uuid[], event_streams int[], event_versions int[], event_types text[], event_schema_versions int[],
  event_actors text[], event_causes text[], event_correlations text[],
  data_offsets int[], data_lengths int[], packed_lengths int[], payload bytea, event_hashes bytea, recorded timestamptz[]
) returns bigint language plpgsql as $$
declare
  head log.head;
  last timestamptz := recorded[cardinality(recorded)];
begin
  select * into strict head from log.head for update;
  if head.position > 0 then
    raise exception 'the log has events already: a past is told to an empty log alone' using errcode = 'object_not_in_prerequisite_state';
  end if;
  if cardinality(recorded) is distinct from cardinality(event_ids) or last > clock_timestamp()
    or exists (select from generate_subscripts(recorded, 1) as n where recorded[n] < recorded[n - 1]) then
    raise exception 'the times of a past rise and end before now' using errcode = 'invalid_parameter_value';
  end if;

  head.partitioned_from := date_trunc('month', recorded[1], 'UTC');
  head.partitioned_until := log.create_months(recorded[1], 15);

  insert into log.event_identity (id, position) select event.id, event.n from unnest(event_ids) with ordinality as event (id, n);

  insert into log.events (position, stream, version, id, type, schema_version, tenant, actor, cause, correlation, recorded_at, data, packed, hash)
  select event.n, streams[event.stream], event.version, event.id, event.type, event.schema_version, tenants[event.stream],
    event.actor, event.cause, event.correlation, event.recorded_at,
    convert_from(substring(payload from event.data_offset + 1 for event.data_length), 'UTF8')::json,
    substring(payload from event.data_offset + event.data_length + 1 for event.packed_length),
    substring(event_hashes from (event.n::int - 1) * 32 + 1 for 32)
  from unnest(event_ids, event_streams, event_versions, event_types, event_schema_versions, event_actors, event_causes, event_correlations,
    data_offsets, data_lengths, packed_lengths, recorded) with ordinality
    as event (id, stream, version, type, schema_version, actor, cause, correlation, data_offset, data_length, packed_length, recorded_at, n);

  insert into log.streams (stream, tenant, version, hash, last_recorded_at)
  select told.stream, told.tenant, told.version, substring(new_hashes from (told.n::int - 1) * 32 + 1 for 32),
    (select max(recorded[event.n]) from unnest(event_streams) with ordinality as event (stream, n) where event.stream = told.n)
  from unnest(streams, tenants, new_versions) with ordinality as told (stream, tenant, version, n);

  update log.head h set position = cardinality(event_ids), recorded_at = last,
    partitioned_from = head.partitioned_from, partitioned_until = head.partitioned_until;
  perform pg_notify('nightflow_log', cardinality(event_ids)::text);
  return 1;
end
$$;
