-- dashboard/group-days, version 1.
-- Cut by days: group_days.

create table group_days (
  tenant text not null,
  meter_group_id bigint not null,
  day date not null,
  shard smallint not null,
  meters_known int not null,
  known_millilitres bigint not null,
  primary key (meter_group_id, day, shard)
);
