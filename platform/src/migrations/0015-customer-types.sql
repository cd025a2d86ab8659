-- Classes of customers, which prices, reports and meter moves distinguish.

create table platform.customer_types (
  customer_type_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  customer_type_name text not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, customer_type_name)
);
alter table platform.customer_types enable row level security;
revoke all on platform.customer_types from nightflow_request;
grant select, insert, update, delete on platform.customer_types to nightflow_request;
create policy seen on platform.customer_types for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.customer_types for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.customer_types for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.customer_types for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
