-- work-orders/leak-cases, version 1.

create table leak_cases (
  tenant text not null,
  case_no bigint not null,
  case_id uuid not null,
  partition_id text not null,
  stage text not null,
  outcome text,
  verdict text,
  source text not null,
  detection_number bigint,
  alarm_id bigint,
  meter_no text,
  started_at timestamptz not null,
  aware_at timestamptz not null,
  site_at timestamptz,
  located_at timestamptz,
  repaired_at timestamptz,
  closed_at timestamptz,
  flow_litres_per_hour double precision,
  flow_low double precision,
  flow_high double precision,
  detections jsonb not null,
  drop_litres_per_hour double precision,
  nights_before jsonb not null,
  nights_after jsonb not null,
  place text not null,
  leak_part text,
  leak_cause text,
  false_reason text,
  remark text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant, case_id)); create unique index leak_cases_id on leak_cases (tenant,
  case_no
);

create table leak_cases_history (
  tenant text not null,
  case_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, case_id, position)
);

create index leak_cases_partition on leak_cases (tenant, partition_id);

create index leak_cases_open on leak_cases (tenant, stage) where stage <> '4';
