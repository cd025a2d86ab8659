-- Simulations of price schemes: how far each is, and its result. The accounts are a file that is kept for a day.

create table platform.price_simulations (
  id uuid primary key, tenant text not null references platform.tenants, create_by text not null, price_scheme_id bigint not null,
  month text not null, scope text not null check (scope in ('0', '1')), lifeline_cubic_metres double precision not null,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed')),
  done bigint not null default 0, total bigint not null default 0, result jsonb, refusal text, file_id uuid references platform.files on delete set null,
  started_at timestamptz not null default now(), seen_at timestamptz not null default now(), ended_at timestamptz
);
create index price_simulations_of_scheme on platform.price_simulations (tenant, price_scheme_id, started_at);
create index price_simulations_by_file on platform.price_simulations (file_id);
-- A tenant simulates once at a time.
create unique index price_simulation_running on platform.price_simulations (tenant) where status = 'running';

alter table platform.price_simulations enable row level security;
revoke all on platform.price_simulations from nightflow_request;
grant select, insert, update, delete on platform.price_simulations to nightflow_request;
create policy seen on platform.price_simulations for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.price_simulations for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.price_simulations for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.price_simulations for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
