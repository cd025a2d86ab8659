-- billing/bill-runs, version 1.

create table bill_runs (
  tenant text not null,
  bill_run_no bigint not null,
  run_id uuid not null,
  first_month text not null,
  last_month text not null,
  scope text not null,
  scope_title text not null,
  status text not null,
  phase text not null,
  total bigint not null,
  accounts bigint not null,
  billed bigint not null,
  billed_before bigint not null,
  held bigint not null,
  litres bigint not null,
  amount_minor bigint not null,
  vat_minor bigint not null,
  total_minor bigint not null,
  results jsonb not null,
  preview jsonb,
  due_on text,
  finished_at timestamptz,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, run_id)
);

create table bill_runs_history (
  tenant text not null,
  run_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, run_id, position)
);

create index bill_runs_id on bill_runs (tenant, bill_run_no);

create index bill_runs_running on bill_runs (tenant, bill_run_no) where status in ('0', '2');
