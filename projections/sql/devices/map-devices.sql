-- devices/map-devices, version 1.

create table map_devices (
  tenant text not null,
  device_id bigint not null,
  device_no text not null,
  device_name text not null,
  device_type text not null,
  device_status text not null,
  manufacturer text,
  address text,
  longitude double precision not null,
  latitude double precision not null,
  map_type text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, device_no)
);

create table map_devices_history (
  tenant text not null,
  device_no text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, device_no, position)
);

create index map_devices_id on map_devices (tenant, device_id);
