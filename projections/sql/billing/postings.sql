-- billing/postings, version 2.

create table postings (
  tenant text not null,
  posting_no bigint not null,
  create_time timestamptz not null,
  entry text not null,
  ledger_account text not null,
  account_no text,
  debit_minor bigint not null,
  credit_minor bigint not null,
  position bigint not null,
  primary key (tenant, posting_no)
);

create index postings_account on postings (tenant, account_no, posting_no);

create index postings_ledger on postings (tenant, ledger_account, create_time) include (account_no, debit_minor, credit_minor);

create index postings_time on postings (tenant, create_time);
