-- metering/validation-progress, version 2.

create table validation_progress (
  tenant text not null,
  pass text not null,
  thresholds jsonb,
  reason text,
  validated_until text,
  primary key (tenant, pass)
);

create table validation_progress_history (
  tenant text not null,
  pass text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, pass, position)
);
