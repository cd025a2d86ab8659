-- billing/debt-records, version 3.

create table debt_records (
  tenant text not null,
  debt_record_no bigint not null,
  account_no text not null,
  fee_name text not null,
  debt_type text not null,
  kind text not null,
  debt_minor bigint not null,
  transaction_minor bigint not null,
  residual_minor bigint not null,
  remaining_deductions integer,
  operator text,
  create_time timestamptz not null,
  debt_id uuid not null,
  primary key (tenant, debt_record_no)
);

create index debt_records_account on debt_records (tenant, account_no, debt_record_no);
