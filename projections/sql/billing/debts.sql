-- billing/debts, version 3.

create table debts (
  tenant text not null,
  debt_no bigint not null,
  debt_id uuid not null,
  account_no text not null,
  debt_type text not null,
  fee_name text not null,
  amount_minor bigint not null,
  residual_minor bigint not null,
  status text not null,
  plan_source text,
  remaining_deductions integer,
  write_off_by text,
  remark text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, account_no, debt_id)
);

create table debts_history (
  tenant text not null,
  account_no text not null,
  debt_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, account_no, debt_id, position)
);

create index debts_id on debts (tenant, debt_no);
