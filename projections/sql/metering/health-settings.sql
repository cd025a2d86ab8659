-- metering/health-settings, version 2.

create table health_settings (
  tenant text not null,
  part text not null,
  settings jsonb,
  reason text,
  assessed_until text,
  primary key (tenant, part)
);

create table health_settings_history (
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
