-- dashboard/tenant-days, version 3.

create table tenant_days (
  tenant text not null,
  day date not null,
  shard smallint not null,
  meters_heard int not null,
  meters_known int not null,
  known_millilitres bigint not null,
  primary key (tenant, day, shard)
);
