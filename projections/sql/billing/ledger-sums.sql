-- billing/ledger-sums, version 1.

create table ledger_sums (
  tenant text not null,
  quarter integer not null,
  entry text not null,
  ledger_account text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  primary key (tenant, quarter, entry, ledger_account)
);
