-- Tenants, users, gateways, logs and jobs.

create table platform.tenants (
  code text primary key check (code ~ '^[a-z][a-z0-9-]{1,31}$'),
  name text not null,
  time_zone text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create table platform.users (
  tenant text not null references platform.tenants,
  username text not null,
  password_hash text not null,
  role text not null,
  disabled boolean not null default false,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_by_name on platform.users (tenant, lower(username));
create table platform.gateways (
  tenant text not null references platform.tenants,
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant, name)
);
create table platform.device_profile_mappings (
  tenant text not null references platform.tenants,
  profile text not null,
  mapping jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (tenant, profile)
);
create table platform.operation_log (
  id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  actor text not null,
  operation text not null,
  subject jsonb not null,
  outcome text not null,
  before jsonb,
  after jsonb,
  position bigint,
  address text,
  at timestamptz not null default now()
);
create index operation_log_by_tenant on platform.operation_log (tenant, id);
create table platform.login_log (
  id bigint generated always as identity primary key,
  tenant text not null,
  username text not null,
  address text not null,
  outcome text not null check (outcome in ('pending', 'accepted', 'refused')),
  at timestamptz not null default now()
);
create index login_log_by_account on platform.login_log (tenant, username, at);
create index login_log_by_address on platform.login_log (address, at);
create table platform.jobs (
  id uuid primary key,
  tenant text not null references platform.tenants,
  kind text not null check (kind in ('replay', 'verify')),
  status text not null check (status in ('running', 'succeeded', 'failed')),
  started_by text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  done bigint not null default 0,
  total bigint not null default 0,
  phase text not null default '',
  findings jsonb not null default '[]'
);
create unique index one_job_at_a_time on platform.jobs (status) where status = 'running';
create index jobs_by_tenant on platform.jobs (tenant, started_at desc);
create table platform.policy_checkpoints (
  name text primary key,
  position bigint not null,
  saved_at timestamptz not null default now()
);
create table platform.secrets (name text primary key, value bytea not null);
