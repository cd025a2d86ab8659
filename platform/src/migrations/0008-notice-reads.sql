-- Notices that a user has read.

create table platform.notice_reads (
  tenant text not null references platform.tenants,
  notice_id bigint not null references platform.notices on delete cascade,
  user_id bigint not null,
  read_at timestamptz not null default now(),
  primary key (user_id, notice_id),
  foreign key (tenant, user_id) references platform.users (tenant, user_id) on update cascade on delete cascade
);
create index notice_reads_by_notice on platform.notice_reads (notice_id, read_at);
alter table platform.notice_reads enable row level security;
drop policy if exists own_tenant on platform.notice_reads;
revoke all on platform.notice_reads from nightflow_request;
grant select on platform.notice_reads to nightflow_request;
grant insert on platform.notice_reads to nightflow_request;
create policy seen on platform.notice_reads for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.notice_reads for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.notice_reads for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.notice_reads to nightflow_request;
