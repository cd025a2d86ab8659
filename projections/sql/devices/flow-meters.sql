-- devices/flow-meters, version 2.

create table flow_meters (
  tenant text not null,
  flow_meter_id bigint not null,
  meter_address text not null,
  rtu_address text not null,
  installation_position text not null,
  communication_mode text not null,
  power_supply text not null,
  caliber_millimetres integer,
  manufacturer text,
  calculates_daily_freeze text not null,
  longitude double precision,
  latitude double precision,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, meter_address)
);

create table flow_meters_history (
  tenant text not null,
  meter_address text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, meter_address, position)
);

create index flow_meters_id on flow_meters (tenant, flow_meter_id);
