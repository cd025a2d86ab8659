-- What a request may do: every right that is not granted here is refused. Migration 4 grants anew what it changes.

grant usage on schema platform to nightflow_request;
alter table platform.tenants enable row level security;
create policy own_tenant on platform.tenants to nightflow_request
  using (code = current_setting('nightflow.tenant', true))
  with check (code = current_setting('nightflow.tenant', true));
grant select (code, name, time_zone, settings, created_at) on platform.tenants to nightflow_request;

alter table platform.users enable row level security;
create policy own_tenant on platform.users to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select (tenant, username, role, disabled, must_change_password, created_at) on platform.users to nightflow_request;

alter table platform.gateways enable row level security;
create policy own_tenant on platform.gateways to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select (tenant, name, created_at, revoked_at) on platform.gateways to nightflow_request;
grant insert (tenant, name, key_hash) on platform.gateways to nightflow_request;
grant update (key_hash, created_at, revoked_at) on platform.gateways to nightflow_request;

alter table platform.device_profile_mappings enable row level security;
create policy own_tenant on platform.device_profile_mappings to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select on platform.device_profile_mappings to nightflow_request;
grant insert on platform.device_profile_mappings to nightflow_request;
grant update (mapping, saved_at) on platform.device_profile_mappings to nightflow_request;

alter table platform.operation_log enable row level security;
create policy own_tenant on platform.operation_log to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select on platform.operation_log to nightflow_request;
grant insert (tenant, actor, operation, subject, outcome, before, after, position, address) on platform.operation_log to nightflow_request;

alter table platform.login_log enable row level security;
create policy own_tenant on platform.login_log to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select on platform.login_log to nightflow_request;

alter table platform.jobs enable row level security;
create policy own_tenant on platform.jobs to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
grant select on platform.jobs to nightflow_request;
