-- metering/meter-days, version 13.
-- Cut by days: meter_days.

create table meter_days (
  tenant text not null,
  meter_id bigint not null,
  day date not null,
  gateway text not null,
  readings bytea not null,
  hours bytea not null,
  known_hours smallint not null,
  valve smallint not null,
  measured_millilitres bigint not null,
  day_millilitres bigint,
  flags text not null,
  primary key (meter_id, day)
);

create table meter_states (
  tenant text not null,
  meter_id bigint primary key,
  number text not null,
  newest_day date,
  valve smallint not null,
  flags text not null,
  unique (tenant, number)
) with (fillfactor = 50);

create table unclaimed_frames (
  tenant text not null,
  number text not null,
  position bigint not null,
  received_at timestamptz not null,
  import_id text,
  primary key (tenant, number, position)
);

create index on meter_states (tenant, valve, number) where valve <> 0;

create index on meter_states (tenant, number) include (flags) where flags <> '';
