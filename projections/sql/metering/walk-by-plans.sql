-- metering/walk-by-plans, version 2.

create table walk_by_plans (
  tenant text not null,
  plan_id uuid not null,
  walk_by_id bigint not null,
  name text not null,
  name_key text not null,
  start_date date not null,
  end_date date not null,
  numbers jsonb not null,
  meters_total integer not null,
  reader text,
  is_cancelled boolean not null,
  is_closed boolean not null,
  not_read jsonb not null,
  created_at timestamptz not null,
  primary key (tenant, plan_id)); create unique index walk_by_plans_id on walk_by_plans (tenant,
  walk_by_id
);

create table walk_by_plans_history (
  tenant text not null,
  plan_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, plan_id, position)
);
