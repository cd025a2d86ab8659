-- One table for all jobs: exports and imports join replays and verifications. Jobs that run as the service is upgraded have lost their process.

drop index platform.one_job_at_a_time;
drop index platform.one_job_of_a_tenant;
alter table platform.jobs drop constraint jobs_kind_check, drop constraint jobs_status_check;
alter table platform.jobs add constraint jobs_status_check check (status in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  -- The person in whose list it is, by the user name; null for jobs of the whole service.
  add column create_by text,
  add column path text,
  -- The request and its caller, until the job is over: a filter may name a person. As it was sent: its fields are in the order of a spreadsheet's columns.
  add column request json,
  add column caller jsonb,
  -- What it works on: of the jobs of one kind and key, one runs and one waits.
  add column key text,
  add column file_name text,
  add column file_id uuid references platform.files on delete set null,
  add column result jsonb,
  add column refusal text,
  add column seen_at timestamptz not null default now(),
  -- The last turn, the number of turns, and the process that has it: the second key of that process's advisory lock.
  add column taken_at timestamptz,
  add column starts int not null default 0,
  add column worker int;

insert into platform.jobs (id, tenant, kind, started_by, create_by, path, status, refusal, started_at, ended_at, seen_at, done, file_name, file_id, result)
select id, tenant, 'export', 'user:' || create_by, create_by, path,
  case when status in ('waiting', 'running') then 'failed' else status end,
  case when status in ('waiting', 'running') then 'unavailable' else refusal end,
  started_at, case when status in ('waiting', 'running') then now() else ended_at end, seen_at, rows, file_name, file_id, counts
from platform.exports;

insert into platform.jobs (id, tenant, kind, started_by, create_by, path, status, refusal, started_at, ended_at, seen_at, done, total, file_name, file_id, request, result)
select id, tenant, 'import', 'user:' || create_by, create_by, path,
  case when status in ('waiting', 'running') then 'failed' else status end,
  case when status in ('waiting', 'running') then 'unavailable' else refusal end,
  started_at, case when status in ('waiting', 'running') then now() else ended_at end, seen_at, done, total, file_name, file_id, request::json, outcome
from platform.import_jobs;

drop table platform.exports;
drop table platform.import_jobs;

create index open_jobs on platform.jobs (kind, tenant) where status in ('waiting', 'running');
create index jobs_of_person on platform.jobs (tenant, create_by, started_at);
create index jobs_by_file on platform.jobs (file_id);
create unique index one_waits_for_a_key on platform.jobs (tenant, kind, key) where status = 'waiting';
create index jobs_by_turn on platform.jobs (tenant, kind, taken_at);
-- Read models are rebuilt once at a time, and a tenant has one such job.
create unique index one_rebuild_at_a_time on platform.jobs (status) where status = 'running' and kind in ('replay', 'verify', 'retry');
create unique index one_rebuild_of_a_tenant on platform.jobs (tenant) where status in ('waiting', 'running') and kind in ('replay', 'verify', 'retry');

-- A request starts, ends and removes its own tenant's jobs, but none that rebuilds the read models of all tenants.
drop policy own_tenant on platform.jobs;
create policy seen on platform.jobs for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.jobs for insert to nightflow_request
  with check (tenant = current_setting('nightflow.tenant', true) and kind not in ('replay', 'verify', 'retry'));
create policy changed on platform.jobs for update to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true) and kind not in ('replay', 'verify', 'retry'))
  with check (tenant = current_setting('nightflow.tenant', true) and kind not in ('replay', 'verify', 'retry'));
create policy removed on platform.jobs for delete to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true) and kind not in ('replay', 'verify', 'retry'));
grant insert, update, delete on platform.jobs to nightflow_request;

-- Processes whose client waits for a job listen for its end.
create function platform.announce_end_of_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightflow_job_ends', new.id::text);
  return null;
end $$;
create trigger job_ends after update of status on platform.jobs
  for each row when (new.kind in ('download', 'document') and new.status in ('succeeded', 'failed')) execute function platform.announce_end_of_job();

-- Workers listen for jobs that wait.
create function platform.announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightflow_jobs', new.kind);
  return null;
end $$;
create trigger job_waits after insert or update of status on platform.jobs
  for each row when (new.status = 'waiting') execute function platform.announce_job();
