-- billing/burn-downs, version 1.

create table burn_downs (
  tenant text not null,
  burn_down_no bigint not null,
  account_no text not null,
  contract_no bigint not null,
  period_from text not null,
  period_to text not null,
  litres bigint not null,
  estimated_litres bigint not null,
  estimated_days integer not null,
  due_minor bigint not null,
  sequence integer not null,
  lines jsonb not null,
  create_time timestamptz not null,
  primary key (tenant, account_no, period_from)
);

create index burn_downs_id on burn_downs (tenant, burn_down_no);

create index burn_downs_assumed on burn_downs (tenant, account_no) where estimated_days > 0;
