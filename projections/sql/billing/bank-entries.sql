-- billing/bank-entries, version 1.

create table bank_entries (
  tenant text not null,
  bank_entry_no bigint not null,
  booking_day text not null,
  amount_minor bigint not null,
  open_minor bigint not null,
  status text not null,
  matched_by text,
  counterparty_account text not null,
  reference text not null,
  remittance text,
  proposal jsonb,
  parts jsonb not null,
  bank_account text not null,
  bank_id text not null,
  value_day text not null,
  entry_id uuid not null,
  statement_id uuid not null,
  create_time timestamptz not null,
  primary key (tenant, entry_id)
);

create table bank_entries_history (
  tenant text not null,
  entry_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, entry_id, position)
);

create index bank_entries_id on bank_entries (tenant, bank_entry_no);

create index bank_entries_statement on bank_entries (tenant, statement_id, bank_entry_no);

create index bank_entries_open on bank_entries (tenant, bank_entry_no) where status = '0';
