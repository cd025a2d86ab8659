-- The tables of the log. `log.head` is one row: its lock is what puts all appends in one line (see README.md).
-- Text columns compare byte by byte (`collate "C"`): faster, and the same on every machine.
-- `data` is `json`, not `jsonb`, because the hash is over the exact text.
-- The log asks for no default partition: `log.append_events` makes the month it needs.

create table log.events (
  position bigint not null,
  stream text collate "C" not null,
  version int not null,
  id uuid not null,
  type text collate "C" not null,
  schema_version int not null,
  tenant text collate "C" not null,
  actor text not null,
  cause text,
  correlation text,
  recorded_at timestamptz not null,
  data json not null,
  packed bytea,
  hash bytea not null
) partition by range (recorded_at);

-- Packed columns and hashes do not compress; trying costs time on every append.
alter table log.events alter column packed set storage external, alter column hash set storage plain;

create index events_position on log.events (position);
create index events_stream on log.events (stream, version);
-- Frames are nearly everything: leaving them out keeps this index small and their append free of it. Their lists go by position or stream.
create index events_type on log.events (type, position) where type <> 'metering.ReadingsReported';

create table log.streams (
  stream text collate "C" primary key,
  tenant text collate "C" not null,
  version int not null,
  hash bytea not null,
  last_recorded_at timestamptz not null
) with (fillfactor = 50);
create index streams_tenant on log.streams (tenant, stream);

create table log.event_identity (
  id uuid primary key,
  position bigint not null
);

create table log.head (
  single_row boolean primary key default true check (single_row),
  position bigint not null,
  recorded_at timestamptz not null,
  -- Partitions exist for every instant before this one.
  partitioned_until timestamptz not null
) with (fillfactor = 10);
insert into log.head (position, recorded_at, partitioned_until) values (0, 'epoch', 'epoch');
