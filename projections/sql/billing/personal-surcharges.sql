-- billing/personal-surcharges, version 3.

create table personal_surcharges (
  tenant text not null,
  personal_surcharge_id bigint not null,
  account_no text not null,
  item_name text not null,
  fee_type text not null,
  method text not null,
  enabled_date text not null,
  ratio_percent double precision,
  amount double precision,
  frequency text,
  vat_rate double precision not null,
  taken_from text not null,
  last_settlement_date text,
  cumulative_litres bigint not null,
  last_deduction_minor bigint,
  last_deduction_at timestamptz,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, account_no, item_name)
);

create table personal_surcharges_history (
  tenant text not null,
  account_no text not null,
  item_name text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, account_no, item_name, position)
);

create index personal_surcharges_id on personal_surcharges (tenant, personal_surcharge_id);
