-- alarms/built-in-rules, version 1.

create table built_in_alarm_rules (
  tenant text not null,
  event_type text not null,
  is_enabled boolean not null,
  hours bigint not null,
  quiet_hours_processed bigint not null,
  quiet_hours_ignored bigint not null,
  severity text,
  at timestamptz not null,
  primary key (tenant, event_type)
);

create table built_in_alarm_rules_history (
  tenant text not null,
  event_type text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, event_type, position)
);
