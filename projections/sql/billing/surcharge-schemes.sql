-- billing/surcharge-schemes, version 2.

create table surcharge_schemes (
  tenant text not null,
  surcharge_scheme_id bigint not null,
  scheme_name text not null,
  status text not null,
  item_count integer not null,
  ratio_percent double precision not null,
  is_used boolean not null,
  items jsonb not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  scheme_id uuid not null,
  primary key (tenant, scheme_id)
);

create table surcharge_schemes_history (
  tenant text not null,
  scheme_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, scheme_id, position)
);

create index surcharge_schemes_id on surcharge_schemes (tenant, surcharge_scheme_id);
