-- devices/pressure-meters, version 1.

create table pressure_meters (
  tenant text not null,
  pressure_meter_id bigint not null,
  device_number text not null,
  monitoring_site text not null,
  upper_limit_kilopascal double precision,
  lower_limit_kilopascal double precision,
  abrupt_change_kilopascal double precision,
  pressure_source text not null,
  communication_mode text not null,
  power_supply text not null,
  rtu_address_no text not null,
  sensor_number text,
  installation_time timestamptz,
  address text not null,
  longitude double precision not null,
  latitude double precision not null,
  boundary jsonb not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, device_number)
);

create table pressure_meters_history (
  tenant text not null,
  device_number text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, device_number, position)
);

create index pressure_meters_id on pressure_meters (tenant, pressure_meter_id);
