-- alarms/alarms, version 5.

create table alarms (
  tenant text not null,
  event_type text not null,
  subject text not null,
  occurrence integer not null,
  alarm_id bigint not null,
  status text not null,
  occurred_at timestamptz not null,
  raised_at timestamptz not null,
  value double precision,
  threshold double precision,
  unit text,
  answered_by text,
  answered_at timestamptz,
  note text,
  severity text,
  rule_id uuid,
  causes jsonb not null,
  cleared_at timestamptz,
  escalated_at timestamptz,
  primary key (tenant, event_type, subject, occurrence)); create unique index alarms_id on alarms (tenant,
  alarm_id
);

create table alarms_history (
  tenant text not null,
  event_type text not null,
  subject text not null,
  occurrence integer not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, event_type, subject, occurrence, position)
);

create index alarms_rule on alarms (tenant, rule_id, raised_at) where rule_id is not null;

create index alarms_open on alarms (tenant, alarm_id desc) where status in ('0', '1');
