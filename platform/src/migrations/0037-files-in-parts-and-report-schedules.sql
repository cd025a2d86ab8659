-- A file that is too large for memory is kept as parts. Reports are sent by mail at times that people set.

alter table platform.files add column parts_bytes bigint not null default 0;
create table platform.file_parts (
  tenant text not null references platform.tenants, file_id uuid not null references platform.files on delete cascade, part integer not null,
  bytes bytea not null, primary key (file_id, part)
);
alter table platform.file_parts enable row level security;
revoke all on platform.file_parts from nightflow_request;
grant select, insert on platform.file_parts to nightflow_request;
create policy seen on platform.file_parts for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.file_parts for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
grant update (parts_bytes) on platform.files to nightflow_request;

create table platform.report_schedules (
  report_schedule_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  schedule_name text not null,
  report text not null,
  recurrence text not null check (recurrence in ('daily', 'weekly', 'monthly')),
  week_day integer not null check (week_day between 1 and 7),
  month_day integer not null check (month_day between 1 and 28),
  hour integer not null check (hour between 0 and 23),
  covers text not null check (covers in ('yesterday', 'week', 'month')),
  format text not null check (format in ('xlsx', 'csv', 'arrow', 'pdf')),
  language text not null,
  recipients jsonb not null,
  filters text not null,
  status text not null default '0' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, schedule_name),
  unique (tenant, report_schedule_id)
);
alter table platform.report_schedules enable row level security;
revoke all on platform.report_schedules from nightflow_request;
grant select, insert, update, delete on platform.report_schedules to nightflow_request;
create policy seen on platform.report_schedules for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.report_schedules for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.report_schedules for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.report_schedules for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

-- What was sent, or why not.
create table platform.report_mailings (
  tenant text not null references platform.tenants, report_schedule_id bigint not null, due_at timestamptz not null,
  sent_at timestamptz not null default now(), outcome text not null check (outcome in ('sent', 'linked', 'failed')),
  recipients integer not null, rows bigint not null, file_name text, refusal text,
  primary key (tenant, report_schedule_id, due_at),
  foreign key (tenant, report_schedule_id) references platform.report_schedules (tenant, report_schedule_id) on delete cascade
);
alter table platform.report_mailings enable row level security;
revoke all on platform.report_mailings from nightflow_request;
grant select, insert on platform.report_mailings to nightflow_request;
create policy seen on platform.report_mailings for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.report_mailings for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
