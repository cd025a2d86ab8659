-- billing/held-bills, version 1.

create table held_bills (
  tenant text not null,
  held_no bigint not null,
  bill_id uuid not null,
  account_no text not null,
  bill_type text not null,
  status text not null,
  held_for text not null,
  period_from text not null,
  period_to text not null,
  attempts bigint not null,
  create_time timestamptz not null,
  primary key (tenant, account_no, bill_id)
);

create index held_bills_id on held_bills (tenant, held_no);
