-- devices/meters, version 12.

create table meters (
  tenant text not null,
  shard smallint not null,
  number text not null,
  id bigint not null,
  time_zone text not null,
  details jsonb not null,
  registered_at timestamptz not null,
  replaced_by text,
  replaced_at timestamptz,
  final_litres double precision,
  replaces text,
  in_service_from timestamptz,
  initial_litres double precision,
  service_from date not null,
  service_until date,
  resets jsonb not null,
  state text not null,
  state_since timestamptz not null,
  absences jsonb not null,
  meter_type_id bigint,
  meter_group_id bigint,
  name_key text,
  address_key text,
  caliber_millimetres integer,
  has_valve boolean not null,
  search_text text not null,
  primary key (tenant, number)
);

create table meters_history (
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

create index meters_name on meters (tenant, name_key, number);

create index meters_address on meters (tenant, address_key, number);

create index meters_caliber on meters (tenant, caliber_millimetres, number);

create index meters_state on meters (tenant, state, number);

create index meters_type on meters (tenant, meter_type_id, number);

create index meters_group on meters (tenant, meter_group_id, number) include (id, state, service_from, service_until, replaced_by);

create index meters_search on meters (tenant, number) include (search_text, has_valve, replaced_by, time_zone);

create index meters_replaced on meters (tenant, number) where replaced_by is not null;
