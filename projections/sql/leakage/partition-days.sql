-- leakage/partition-days, version 6.
-- Cut by days: partition_days, partition_day_marks.

create table partition_days (
  tenant text not null,
  partition_key bigint not null,
  day date not null,
  shard smallint not null,
  supply_sums bigint[] not null,
  supply_known int[] not null,
  supply_day bigint not null,
  supply_day_known int not null,
  supply_stated int not null,
  supply_stated_day bigint not null,
  supply_shared int[],
  consumption_sums bigint[] not null,
  consumption_known int[] not null,
  consumption_day bigint not null,
  consumption_day_known int not null,
  consumption_stated int not null,
  consumption_stated_day bigint not null,
  consumption_shared int[],
  primary key (partition_key, day, shard)
);

create table partition_members (
  tenant text not null,
  partition_key bigint not null,
  side text not null,
  number text not null,
  sign smallint not null,
  active_from timestamptz not null,
  active_until timestamptz not null,
  from_day date not null,
  until_day date not null,
  primary key (partition_key, side, number, active_from) ); create index partition_members_number on partition_members (tenant,
  number
);

create table partition_day_marks (
  tenant text not null,
  point_group smallint not null,
  day date not null,
  shard smallint not null,
  mark bigint not null,
  primary key (tenant, day, point_group, shard)
);
