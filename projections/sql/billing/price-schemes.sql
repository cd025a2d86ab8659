-- billing/price-schemes, version 2.

create table price_schemes (
  tenant text not null,
  price_scheme_id bigint not null,
  price_scheme_name text not null,
  status text not null,
  version integer not null,
  effective_from text,
  accumulation_months integer not null,
  billing_months integer not null,
  start_time text not null,
  vat_rate double precision not null,
  charging_model text not null,
  fixed_amount double precision not null,
  minimum_amount double precision not null,
  steps jsonb not null,
  remark text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  versions jsonb not null,
  primary key (tenant, price_scheme_name)
);

create table price_schemes_history (
  tenant text not null,
  price_scheme_name text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, price_scheme_name, position)
);

create index price_schemes_id on price_schemes (tenant, price_scheme_id);
