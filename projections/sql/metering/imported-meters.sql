-- metering/imported-meters, version 1.

create table imported_meters (
  tenant text not null,
  import_id text not null,
  number text not null,
  primary key (tenant, import_id, number)
);

create table withdrawn_imports (
  tenant text not null,
  import_id text not null,
  shard smallint not null,
  primary key (tenant, import_id, shard)
);
