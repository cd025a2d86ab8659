-- billing/bill-run-accounts, version 1.

create table bill_run_accounts (
  tenant text not null,
  bill_run_account_no bigint not null,
  run_id uuid not null,
  first_month text not null,
  last_month text not null,
  phase text not null,
  account_no text not null,
  result text not null,
  outcome text not null,
  litres bigint not null,
  amount_minor bigint not null,
  vat_minor bigint not null,
  total_minor bigint not null,
  create_time timestamptz not null,
  primary key (tenant, run_id, phase, account_no)
);

create index bill_run_accounts_id on bill_run_accounts (tenant, bill_run_account_no);

create index bill_run_accounts_outcome on bill_run_accounts (tenant, run_id, phase, outcome, bill_run_account_no);
