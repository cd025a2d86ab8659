-- leakage/partitions, version 4.

create table partitions (
  tenant text not null,
  key bigint not null unique,
  id text not null,
  root_id text not null,
  parent_id text,
  level smallint not null,
  name text not null,
  time_zone text not null,
  details jsonb not null,
  thresholds jsonb not null default '{}',
  primary key (tenant, id) ); create index partitions_root on partitions (tenant,
  root_id
);
