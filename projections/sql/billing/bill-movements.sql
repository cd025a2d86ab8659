-- billing/bill-movements, version 1.

create table bill_movements (
  tenant text not null,
  account_no text not null,
  bill_id uuid not null,
  position bigint not null,
  moved_at timestamptz not null,
  change_minor bigint not null,
  primary key (tenant, account_no, bill_id, position)
);

create index bill_movements_moved on bill_movements (tenant, moved_at);
