-- Third-party platforms that push recharges: their limits, the hashes of their keys, and what they pushed. Keys are for the service alone, and recharges
-- are written by it.

create table platform.third_party_accesses (
  access_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  access_name text not null,
  limit_minor bigint not null check (limit_minor > 0),
  day_limit_minor bigint not null check (day_limit_minor > 0),
  status text not null default '0' check (status in ('0', '1')),
  key_start text,
  key_time timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, access_name),
  unique (tenant, access_id)
);
alter table platform.third_party_accesses enable row level security;
revoke all on platform.third_party_accesses from nightflow_request;
grant select, insert, update, delete on platform.third_party_accesses to nightflow_request;
create policy seen on platform.third_party_accesses for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.third_party_accesses for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.third_party_accesses for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.third_party_accesses for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

create table platform.third_party_keys (
  tenant text not null,
  access_id bigint not null,
  key_hash bytea not null unique,
  primary key (tenant, access_id),
  foreign key (tenant, access_id) references platform.third_party_accesses (tenant, access_id) on delete cascade
);
alter table platform.third_party_keys enable row level security;
revoke all on platform.third_party_keys from nightflow_request;

-- A recharge stays when its access is removed: it is a record of money.
create table platform.third_party_recharges (
  record_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  access_id bigint not null,
  access_name text not null,
  reference text not null,
  recharge_id uuid not null unique,
  account_no text not null,
  amount_minor bigint not null check (amount_minor > 0),
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  status text not null default '0' check (status in ('0', '1', '2')),
  reason_code text not null default '',
  create_time timestamptz not null default now(),
  unique (tenant, access_id, reference)
);
create index third_party_recharges_day on platform.third_party_recharges (tenant, access_id, day);
create index third_party_recharges_time on platform.third_party_recharges (tenant, create_time);
alter table platform.third_party_recharges enable row level security;
revoke all on platform.third_party_recharges from nightflow_request;
grant select on platform.third_party_recharges to nightflow_request;
create policy seen on platform.third_party_recharges for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

-- Reports of payment platforms by day: an attempt is kept before it is made.
create table platform.payment_report_pulls (
  pull_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  association_id bigint not null,
  platform_name text not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  status text not null default '0' check (status in ('0', '1', '2')),
  attempts int not null default 0,
  line_count int not null default 0,
  matched int not null default 0,
  settled int not null default 0,
  theirs int not null default 0,
  ours int not null default 0,
  detail text not null default '',
  next_time timestamptz not null default now(),
  create_time timestamptz not null default now(),
  unique (tenant, association_id, day)
);
create index payment_report_pulls_time on platform.payment_report_pulls (tenant, create_time);
alter table platform.payment_report_pulls enable row level security;
revoke all on platform.payment_report_pulls from nightflow_request;
grant select on platform.payment_report_pulls to nightflow_request;
create policy seen on platform.payment_report_pulls for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
