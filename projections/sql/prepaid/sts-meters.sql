-- prepaid/sts-meters, version 2.

create table sts_meters (
  tenant text not null,
  sts_meter_id bigint not null,
  meter_no text not null,
  pan text not null,
  supply_group_code text not null,
  tariff_index text not null,
  key_revision_number integer not null,
  key_type text not null,
  algorithm text not null,
  base_date text not null,
  key_expiry_number integer not null,
  is_two_way boolean not null,
  pending_key jsonb,
  remark text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, meter_no)
);

create table sts_meters_history (
  tenant text not null,
  meter_no text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, meter_no, position)
);

create index sts_meters_id on sts_meters (tenant, sts_meter_id);
