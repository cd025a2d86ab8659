-- billing/bank-statements, version 1.

create table bank_statements (
  tenant text not null,
  bank_statement_no bigint not null,
  bank_account text not null,
  statement_no text not null,
  statement_id uuid not null,
  from_day text not null,
  to_day text not null,
  opening_minor bigint,
  credit_minor bigint not null,
  debit_minor bigint not null,
  closing_minor bigint,
  entries bigint not null,
  known_entries bigint not null,
  operator text,
  create_time timestamptz not null,
  primary key (tenant, statement_id)
);

create index bank_statements_id on bank_statements (tenant, bank_statement_no);
