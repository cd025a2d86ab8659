-- alarms/alarm-rules, version 1.

create table alarm_rules (
  tenant text not null,
  alarm_rule_id bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  event_type text not null,
  severity text not null,
  meter_no text,
  meter_group_id bigint,
  partition_id text,
  account_no text,
  threshold double precision,
  clear_at double precision,
  delay_minutes integer not null,
  is_auto_cleared boolean not null,
  weekdays jsonb not null,
  from_hour integer not null,
  to_hour integer not null,
  suppressions jsonb not null,
  recipients jsonb not null,
  channels jsonb not null,
  escalate_minutes integer,
  escalate_to jsonb not null,
  status text not null,
  remark text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, rule_id)
);

create table alarm_rules_history (
  tenant text not null,
  rule_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, rule_id, position)
);

create index alarm_rules_id on alarm_rules (tenant, alarm_rule_id);
