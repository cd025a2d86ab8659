-- metering/imports, version 1.

create table imports (
  tenant text not null,
  import_id text not null,
  details jsonb not null,
  declared_at timestamptz not null,
  completed_at timestamptz,
  withdrawal jsonb,
  frames bigint not null,
  readings bigint not null,
  rejected bigint not null,
  first_at timestamptz,
  last_at timestamptz,
  primary key (tenant, import_id)
);
