-- Imports that are written in the background. The file is kept until the import is over.

create table platform.import_jobs (
  id uuid primary key, tenant text not null references platform.tenants, create_by text not null, path text not null, file_name text not null,
  request jsonb not null, language text not null, file_id uuid references platform.files on delete set null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'succeeded', 'failed')),
  done bigint not null default 0, total bigint not null default 0, outcome jsonb, refusal text,
  started_at timestamptz not null default now(), seen_at timestamptz not null default now(), ended_at timestamptz
);
create index import_jobs_of_person on platform.import_jobs (tenant, create_by, started_at);
create index import_jobs_by_file on platform.import_jobs (file_id);

alter table platform.import_jobs enable row level security;
revoke all on platform.import_jobs from nightflow_request;
grant select, insert, update, delete on platform.import_jobs to nightflow_request;
create policy seen on platform.import_jobs for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.import_jobs for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.import_jobs for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.import_jobs for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
