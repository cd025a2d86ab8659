-- leakage/partition-meters, version 1.

create table partition_meters (
  tenant text not null,
  partition_id text not null,
  role text not null,
  number text not null,
  direction text,
  from_day date not null,
  to_day date not null,
  primary key (tenant, partition_id, role, number, from_day) include (to_day) ); create index partition_meters_number on partition_meters (tenant,
  number
);
