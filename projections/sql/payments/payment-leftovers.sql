-- payments/payment-leftovers, version 1.

create table payment_leftovers (
  tenant text not null,
  leftover_no bigint not null,
  leftover_id uuid not null,
  reference text not null,
  side text not null,
  status text not null,
  source text not null,
  platform_name text not null,
  day text not null,
  amount_minor bigint not null,
  currency text not null,
  payer_reference text not null,
  owner text,
  note text,
  create_time timestamptz not null,
  primary key (tenant, leftover_id)
);

create table payment_leftovers_history (
  tenant text not null,
  leftover_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, leftover_id, position)
);

create index payment_leftovers_id on payment_leftovers (tenant, leftover_no);

create index payment_leftovers_open on payment_leftovers (tenant, leftover_no) where status = '0';
