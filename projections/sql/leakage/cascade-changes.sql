-- leakage/cascade-changes, version 3.

create table cascade_changes (
  shard smallint not null,
  position bigint not null,
  tenant text not null,
  type text not null,
  data jsonb not null,
  primary key (shard, tenant, position)
);
