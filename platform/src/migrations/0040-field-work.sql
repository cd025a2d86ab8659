-- Crews of people with a leader, and files of work orders: photos and signatures.

create table platform.crews (
  crew_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  crew_name text not null,
  leader_id bigint not null,
  member_ids jsonb not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, crew_name)
);
alter table platform.crews enable row level security;
revoke all on platform.crews from nightflow_request;
grant select, insert, update, delete on platform.crews to nightflow_request;
create policy seen on platform.crews for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.crews for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.crews for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.crews for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

-- They belong to the order, and go when the holder of its meter is erased.
alter table platform.files drop constraint files_purpose_check;
alter table platform.files add constraint files_purpose_check
  check (purpose in ('avatar', 'logo', 'image', 'download', 'reading', 'attachment', 'order'));
create index files_of_orders on platform.files (tenant) where purpose = 'order';

-- Recurring plans of work orders. The service notes the period that has its orders.
create table platform.order_plans (
  order_plan_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  plan_name text not null,
  order_type text not null check (order_type in ('0', '1')),
  priority text not null check (priority in ('0', '1', '2', '3')),
  order_title text not null,
  meter_group_id bigint,
  partition_id text,
  place text not null,
  recurrence text not null check (recurrence in ('weekly', 'monthly', 'quarterly', 'yearly')),
  due_days int not null check (due_days between 0 and 90),
  starts_on date not null,
  ends_on date,
  assignee_id bigint,
  crew_id bigint,
  checklist jsonb not null,
  status text not null default '0' check (status in ('0', '1')),
  made_for date,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, plan_name)
);
alter table platform.order_plans enable row level security;
revoke all on platform.order_plans from nightflow_request;
grant select, insert, update, delete on platform.order_plans to nightflow_request;
create policy seen on platform.order_plans for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.order_plans for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.order_plans for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.order_plans for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

-- Requests of the public. The service alone adds them; the code that the requester has is kept as its digest.
create table platform.public_requests (
  request_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  request_key uuid not null,
  code_digest text not null,
  request_kind text not null check (request_kind in ('0', '1', '2', '3', '4')),
  place text not null,
  longitude double precision,
  latitude double precision,
  description text not null,
  contact_name text,
  contact_phone text,
  photo bytea,
  photo_type text,
  status text not null default '0' check (status in ('0', '1', '2')),
  order_id uuid,
  answer text not null default '',
  erased_time timestamptz,
  network text not null,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, request_key)
);
create index public_requests_time on platform.public_requests (tenant, create_time);
alter table platform.public_requests enable row level security;
revoke all on platform.public_requests from nightflow_request;
grant select, update on platform.public_requests to nightflow_request;
create policy seen on platform.public_requests for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.public_requests for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));

-- Wrong codes, by network, for a quarter of an hour.
create table platform.public_request_attempts (
  attempt_id bigint generated always as identity primary key,
  tenant text not null,
  network text not null,
  attempt_time timestamptz not null default now()
);
create index public_request_attempts_network on platform.public_request_attempts (network, attempt_time);
alter table platform.public_request_attempts enable row level security;
revoke all on platform.public_request_attempts from nightflow_request;
