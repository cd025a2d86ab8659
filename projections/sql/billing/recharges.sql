-- billing/recharges, version 1.

create table recharges (
  tenant text not null,
  recharge_no bigint not null,
  account_no text not null,
  status text not null,
  contract_no bigint not null,
  pay_method text not null,
  amount_minor bigint not null,
  deducted_minor bigint not null,
  bills_minor bigint not null,
  rest_minor bigint not null,
  purchased_litres bigint not null,
  deductions jsonb not null,
  operator text,
  create_time timestamptz not null,
  payment_id uuid not null,
  primary key (tenant, account_no, payment_id)
);

create index recharges_id on recharges (tenant, recharge_no);
