-- billing/deduction-orders, version 1.

create table deduction_orders (
  tenant text not null,
  order_no bigint not null,
  deduction_order jsonb not null,
  set_by text,
  set_at timestamptz not null,
  primary key (tenant, order_no)
);
