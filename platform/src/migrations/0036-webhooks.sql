-- Endpoints of a utility's own systems, the secrets by which deliveries are signed, and what was sent. Secrets are for the service alone, and deliveries
-- are written by it.

create table platform.webhook_endpoints (
  endpoint_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  endpoint_name text not null,
  address text not null,
  topics jsonb not null,
  status text not null default '0' check (status in ('0', '1')),
  secret_time timestamptz,
  failing_since timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, endpoint_name),
  unique (tenant, endpoint_id)
);
alter table platform.webhook_endpoints enable row level security;
revoke all on platform.webhook_endpoints from nightflow_request;
grant select, insert, update, delete on platform.webhook_endpoints to nightflow_request;
create policy seen on platform.webhook_endpoints for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.webhook_endpoints for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.webhook_endpoints for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.webhook_endpoints for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

create table platform.webhook_secrets (
  tenant text not null,
  endpoint_id bigint not null,
  sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  primary key (tenant, endpoint_id),
  foreign key (tenant, endpoint_id) references platform.webhook_endpoints (tenant, endpoint_id) on delete cascade
);
alter table platform.webhook_secrets enable row level security;
revoke all on platform.webhook_secrets from nightflow_request;

create table platform.webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  tenant text not null,
  endpoint_id bigint not null,
  endpoint_name text not null,
  topic text not null,
  event_type text not null,
  event_id uuid not null,
  body text not null,
  status text not null default '0' check (status in ('0', '1', '2')),
  attempts int not null default 0,
  answer_status int,
  detail text,
  next_time timestamptz,
  delivered_time timestamptz,
  create_time timestamptz not null default now(),
  unique (tenant, endpoint_id, event_id),
  foreign key (tenant, endpoint_id) references platform.webhook_endpoints (tenant, endpoint_id) on delete cascade
);
create index webhook_deliveries_due on platform.webhook_deliveries (next_time) where status = '0';
create index webhook_deliveries_time on platform.webhook_deliveries (tenant, create_time);
alter table platform.webhook_deliveries enable row level security;
revoke all on platform.webhook_deliveries from nightflow_request;
grant select on platform.webhook_deliveries to nightflow_request;
create policy seen on platform.webhook_deliveries for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
