-- metering/meter-signals, version 1.

create table meter_signals (
  tenant text not null,
  shard smallint not null,
  number text not null,
  decibel_milliwatt double precision not null,
  heard_at timestamptz not null,
  primary key (tenant, number)
);
