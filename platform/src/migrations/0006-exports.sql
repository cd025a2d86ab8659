-- Export jobs.

create table platform.exports (
  id uuid primary key, tenant text not null references platform.tenants, create_by text not null, path text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  rows bigint not null default 0, started_at timestamptz not null default now(), seen_at timestamptz not null default now(), ended_at timestamptz,
  refusal text, file_name text, file_id uuid references platform.files on delete set null
);
create index exports_of_person on platform.exports (tenant, create_by, started_at);
create index exports_by_file on platform.exports (file_id);

alter table platform.exports enable row level security;
drop policy if exists own_tenant on platform.exports;
revoke all on platform.exports from nightflow_request;
grant select on platform.exports to nightflow_request;
grant insert on platform.exports to nightflow_request;
grant update on platform.exports to nightflow_request;
create policy seen on platform.exports for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.exports for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.exports for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.exports for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.exports to nightflow_request;
