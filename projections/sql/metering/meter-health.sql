-- metering/meter-health, version 3.

create table meter_health (
  tenant text not null,
  shard smallint not null,
  number text not null,
  health_id bigint not null,
  day text not null,
  words text not null,
  findings jsonb not null,
  figures jsonb not null,
  yearly_litres double precision,
  leak_since text,
  primary key (tenant, number)
);

create table meter_health_history (
  tenant text not null,
  number text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, number, position)
);

create index meter_health_cost on meter_health (tenant, yearly_litres desc nulls last, health_id) include (words, number) where words <> '';

create index meter_health_number on meter_health (tenant, number, health_id) include (words) where words <> '';

create index meter_health_since on meter_health (tenant, leak_since, health_id) include (words, number) where words <> '';

create index meter_health_leak on meter_health (tenant, health_id) where leak_since is not null;

create index meter_health_list on meter_health (tenant, health_id) include (number, words, leak_since, day, yearly_litres) where words <> '';
