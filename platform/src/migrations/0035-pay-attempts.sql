-- Attempts to open the public payment page, by which wrong codes are limited and can be looked at. A request of a person reads those of its tenant.

create table platform.pay_attempts (
  attempt_id bigint generated always as identity primary key,
  tenant text not null,
  account_no text not null,
  network text not null,
  outcome text not null check (outcome in ('0', '1')),
  attempt_time timestamptz not null
);
create index pay_attempts_network on platform.pay_attempts (network, attempt_time);
create index pay_attempts_account on platform.pay_attempts (tenant, account_no, attempt_time);
create index pay_attempts_time on platform.pay_attempts (tenant, attempt_time);
alter table platform.pay_attempts enable row level security;
revoke all on platform.pay_attempts from nightflow_request;
grant select on platform.pay_attempts to nightflow_request;
create policy seen on platform.pay_attempts for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
