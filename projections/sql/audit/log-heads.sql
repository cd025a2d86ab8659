-- audit/log-heads, version 2.

create table audit_events ( tenant text collate "C" not null, position bigint not null, stream text collate "C" not null, version int not null, id uuid not null, type text collate "C" not null, schema_version int not null, actor text not null, cause text, correlation text, recorded_at timestamptz not null, data text not null, packed_bytes int not null, hash bytea not null, primary key (tenant, position) ); create index on audit_events (stream, version); create index on audit_events (tenant, type, position) where type <> 'metering.ReadingsReported';

create table audit_streams (
  tenant text collate "C" not null,
  stream text collate "C" not null,
  version int not null,
  last_recorded_at timestamptz not null,
  primary key (tenant, stream)
) with (fillfactor = 50);
