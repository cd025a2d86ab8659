-- The second wall between tenants: requests run under `nightflow_request`, which owns nothing and sees only the rows of the tenant
-- that the transaction names. The owner writes and projects for all tenants and is not bound by the policies.
-- Roles belong to the cluster, not to the database: another database of the cluster may be creating it at this moment.

do $$
begin
  if not exists (select from pg_roles where rolname = 'nightflow_request') then
    create role nightflow_request nologin nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null;
end
$$;
grant usage on schema log to nightflow_request;
grant select on log.events, log.streams to nightflow_request;
alter table log.events enable row level security;
alter table log.streams enable row level security;
create policy events_of_tenant on log.events for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy streams_of_tenant on log.streams for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
