-- billing/payments, version 6.

create table payments (
  tenant text not null,
  payment_no bigint not null,
  payment_id uuid not null,
  account_no text not null,
  status text not null,
  contract_no bigint not null,
  pay_method text not null,
  source text not null,
  reference text not null,
  amount_minor bigint not null,
  deducted_minor bigint not null,
  deductions jsonb not null,
  rest_minor bigint not null,
  allocations jsonb not null,
  remark text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, account_no, payment_id)
);

create index payments_id on payments (tenant, payment_no);

create index payments_identifier on payments (tenant, payment_id);
