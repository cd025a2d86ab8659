-- devices/concentrators, version 1.

create table concentrators (
  tenant text not null,
  concentrator_id bigint not null,
  concentrator_no text not null,
  manufacturer text not null,
  gateway text,
  communication_state text not null,
  status_change_time timestamptz,
  meter_count integer not null,
  remark text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  meters jsonb not null,
  primary key (tenant, concentrator_no)
);

create table concentrators_history (
  tenant text not null,
  concentrator_no text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, concentrator_no, position)
);

create index concentrators_id on concentrators (tenant, concentrator_id);

create index concentrators_meters on concentrators using gin (meters);
