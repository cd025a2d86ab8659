-- payments/payment-orders, version 2.

create table payment_orders (
  tenant text not null,
  order_no bigint not null,
  order_id uuid not null,
  order_number text not null,
  account_no text not null,
  association_id bigint not null,
  platform_name text not null,
  status text not null,
  knowledge text not null,
  exception text,
  currency text not null,
  order_minor bigint not null,
  fee_minor bigint not null,
  purchase_minor bigint not null,
  received_minor bigint not null,
  description text not null,
  meter_no text,
  pay_address text,
  platform_reference text,
  pay_time timestamptz,
  refund_minor bigint not null,
  refund_number text,
  refund_time timestamptz,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  before text not null,
  payment_id uuid,
  primary key (tenant, order_id)
);

create table payment_orders_history (
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

create index payment_orders_id on payment_orders (tenant, order_no);

create index payment_orders_account on payment_orders (tenant, account_no, order_no);

create index payment_orders_number on payment_orders (tenant, order_number);

create index payment_orders_reference on payment_orders (tenant, platform_reference);

create index payment_orders_refund on payment_orders (tenant, refund_number);

create index payment_orders_paid on payment_orders (tenant, association_id, pay_time);
