-- work-orders/work-orders, version 4.

create table work_orders (
  tenant text not null,
  work_order_no bigint not null,
  order_id uuid not null,
  order_type text not null,
  order_title text not null,
  status text not null,
  priority text not null,
  meter_no text,
  partition_id text,
  place text not null,
  planned_for date,
  due_date date,
  assignee text,
  crew_id double precision,
  source text not null,
  alarm_ids jsonb not null,
  case_id uuid,
  detection_number integer,
  review_day date,
  items jsonb not null,
  items_done integer not null,
  items_total integer not null,
  hold_reason text,
  held_since timestamptz,
  held_minutes bigint not null,
  started_at timestamptz,
  completed_at timestamptz,
  result text not null,
  parts text not null,
  worked_minutes integer,
  cost_minor bigint,
  reading_id uuid,
  files jsonb not null,
  shut_off jsonb not null,
  valves_closed integer not null,
  conflicts integer not null,
  remark text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, order_id)); create unique index work_orders_id on work_orders (tenant,
  work_order_no
);

create table work_orders_history (
  tenant text not null,
  order_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, order_id, position)
);

create index work_orders_open on work_orders (tenant, status) where status in ('0', '1', '3');

create index work_orders_case on work_orders (tenant, case_id) where case_id is not null;

create index work_orders_meter on work_orders (tenant, meter_no) where meter_no is not null;
