-- billing/account-balances, version 2.

create table account_balances (
  tenant text not null,
  account_no text not null,
  contract_no bigint not null,
  balance_minor bigint not null,
  primary key (tenant, account_no, contract_no)
);

create index account_balances_had on account_balances (tenant, account_no, contract_no) where balance_minor > 0;
