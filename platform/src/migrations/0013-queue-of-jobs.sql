-- A tenant has one job that waits or runs. A retry names its event.
alter table platform.jobs add column position bigint;
alter table platform.jobs drop constraint jobs_kind_check, drop constraint jobs_status_check;
alter table platform.jobs add constraint jobs_kind_check check (kind in ('replay', 'verify', 'retry')),
  add constraint jobs_status_check check (status in ('waiting', 'running', 'succeeded', 'failed'));
create unique index one_job_of_a_tenant on platform.jobs (tenant) where status in ('waiting', 'running');
