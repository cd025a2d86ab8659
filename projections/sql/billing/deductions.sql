-- billing/deductions, version 2.

create table deductions (
  tenant text not null,
  deduction_no bigint not null,
  account_no text not null,
  source text not null,
  payment_minor bigint not null,
  deducted_minor bigint not null,
  vat_minor bigint not null,
  rest_minor bigint not null,
  deduction_order jsonb not null,
  lines jsonb not null,
  status text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  deduction_id uuid not null,
  primary key (tenant, account_no, deduction_id)
);

create index deductions_id on deductions (tenant, deduction_no);
