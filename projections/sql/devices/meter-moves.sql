-- devices/meter-moves, version 2.

create table meter_moves (
  tenant text not null,
  move_id uuid not null,
  number text not null,
  source_tenant text not null,
  target_tenant text not null,
  state text not null,
  moved_at timestamptz not null,
  reason text not null,
  account_no text,
  customer_type_name text,
  meter_type_name text,
  address text,
  cause text,
  primary key (tenant, move_id, number)
);

create index meter_moves_time on meter_moves (moved_at desc);
