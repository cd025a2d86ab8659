-- devices/placed-meters, version 3.

create table placed_meters (
  tenant text not null,
  shard smallint not null,
  number text not null,
  replaces text,
  replaced_by text,
  services jsonb not null,
  modules jsonb not null,
  places jsonb not null,
  concentrators jsonb not null,
  primary key (tenant, number)
);
