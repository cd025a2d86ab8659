-- customers/accounts, version 9.

create table accounts (
  tenant text not null,
  account_no text not null,
  id bigint not null,
  status text not null,
  holder_id uuid not null,
  meter_no text,
  link_position bigint,
  customer_type_id bigint,
  nature_of_use text not null,
  water_use text not null,
  opened_at timestamptz not null,
  generated_no bigint,
  parties jsonb not null,
  settings jsonb not null,
  price_schemes jsonb not null,
  meters jsonb not null,
  freezes jsonb not null,
  transfers jsonb not null,
  holders jsonb not null,
  attachments jsonb not null,
  search_text text not null,
  leak_notice jsonb,
  leak_notices_stopped_for uuid,
  primary key (tenant, account_no)
);

create table accounts_history (
  tenant text not null,
  account_no text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, account_no, position)
);

create index accounts_id on accounts (tenant, id);

create index accounts_meter on accounts (tenant, meter_no, id) where meter_no is not null;

create index accounts_number on accounts (tenant, account_no, id) include (customer_type_id, meter_no);

create index accounts_opened on accounts (tenant, opened_at, id);

create index accounts_status on accounts (tenant, status, id);

create index accounts_generated on accounts (tenant, generated_no) where generated_no is not null;

create index accounts_search on accounts (tenant, id) include (search_text, holder_id, status, customer_type_id, nature_of_use, water_use, meter_no, account_no, opened_at);
