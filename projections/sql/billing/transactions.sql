-- billing/transactions, version 3.

create table transactions (
  tenant text not null,
  transaction_no bigint not null,
  account_no text not null,
  document_number text,
  bill_id uuid,
  contract_no bigint not null,
  kind text not null,
  pay_method text,
  amount_minor bigint not null,
  owed_minor bigint not null,
  balance_minor bigint not null,
  reference text not null,
  note text not null,
  operator text,
  create_time timestamptz not null,
  primary key (tenant, transaction_no)
);

create index transactions_account on transactions (tenant, account_no, transaction_no);

create index transactions_time on transactions (tenant, create_time);

create index transactions_bill on transactions (tenant, bill_id, transaction_no) where bill_id is not null;
