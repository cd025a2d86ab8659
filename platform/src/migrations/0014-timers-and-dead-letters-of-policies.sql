-- Timers and dead letters of policies. A tenant sees its own dead letters and may request a retry; timers are the service's alone.

create table platform.policy_timers (
  policy text not null,
  tenant text not null,
  key text not null check (length(key) <= 200),
  due_at timestamptz not null,
  data jsonb not null,
  cause text,
  correlation text,
  primary key (policy, tenant, key)
);
create index policy_timers_due on platform.policy_timers (policy, due_at);
create table platform.policy_dead_letters (
  policy text not null,
  tenant text not null,
  kind text not null check (kind in ('event', 'timer', 'condition')),
  occasion text not null,
  position bigint,
  type text,
  timer jsonb,
  code text not null,
  reason text not null,
  attempts int not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  retry_requested_at timestamptz,
  primary key (policy, tenant, kind, occasion)
);
create index policy_dead_letters_by_tenant on platform.policy_dead_letters (tenant, last_seen_at);
alter table platform.policy_timers enable row level security;
alter table platform.policy_dead_letters enable row level security;
create policy own_tenant on platform.policy_dead_letters to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant select on platform.policy_dead_letters to nightflow_request;
grant update (retry_requested_at) on platform.policy_dead_letters to nightflow_request;
update platform.policy_checkpoints set name = replace(name, 'alarms/alarm-policies', 'alarms/flagged-readings');
update platform.policy_checkpoints set name = replace(name, 'devices/valve-policies', 'devices/finish-valve-operations');
