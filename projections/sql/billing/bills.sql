-- billing/bills, version 10.

create table bills (
  tenant text not null,
  bill_no bigint not null,
  bill_id uuid not null,
  account_no text not null,
  invoice_number text,
  bill_type text not null,
  status text not null,
  period_from text not null,
  period_to text not null,
  due_on text not null,
  bill_due_on text not null,
  litres bigint not null,
  amount_minor bigint not null,
  vat_minor bigint not null,
  total_minor bigint not null,
  open_minor bigint not null,
  missed_on text,
  overdue_minor bigint not null,
  late_fees_minor bigint not null,
  last_fee jsonb,
  plan jsonb,
  reminders jsonb not null,
  volumes jsonb not null,
  lines jsonb not null,
  charges jsonb not null,
  computed_at_position bigint not null,
  contract_no bigint not null,
  recomputed jsonb,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, account_no, bill_id)
);

create table bills_history (
  tenant text not null,
  account_no text not null,
  bill_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, account_no, bill_id, position)
);

create index bills_id on bills (tenant, bill_no);

create index bills_number on bills (tenant, (regexp_replace(upper(invoice_number), '[^0-9A-Z]', '', 'g')));

create index bills_due on bills (tenant, due_on, bill_no) where open_minor > 0;

create index bills_by_due on bills (tenant, due_on, bill_no);

create index bills_by_total on bills (tenant, total_minor, bill_no);

create index bills_issued on bills (tenant, create_time) include (account_no, contract_no, bill_id, due_on, total_minor, open_minor);

create index bills_open on bills (tenant, account_no, due_on) include (bill_id, contract_no, open_minor, create_time) where open_minor > 0;

create index bills_transferred on bills (tenant, account_no) where contract_no > 1;
