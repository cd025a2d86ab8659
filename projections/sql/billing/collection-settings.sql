-- billing/collection-settings, version 1.

create table collection_settings (
  tenant text not null,
  part text not null,
  settings jsonb not null,
  late_fees_since date not null,
  reason text not null,
  primary key (tenant, part)
);

create table collection_settings_history (
  tenant text not null,
  part text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, part, position)
);
