-- devices/valve-operations, version 6.

create table valve_operations (
  tenant text not null,
  operation_id uuid not null,
  number text not null,
  position text not null,
  status text not null,
  requested_at timestamptz not null,
  requested_by text not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  reason text,
  failure text,
  closing_reason text not null,
  attempt integer not null,
  batch_id uuid,
  downlink_id text,
  joins uuid,
  primary key (tenant, operation_id)
);

create index valve_operations_number on valve_operations (tenant, number, requested_at desc);

create index valve_operations_pending on valve_operations (expires_at) where ended_at is null;

create index valve_operations_downlink on valve_operations (tenant, downlink_id) where downlink_id is not null;

create index valve_operations_newest on valve_operations (tenant, requested_at, operation_id);

create index valve_operations_batch on valve_operations (tenant, batch_id, number, requested_at) where batch_id is not null;
