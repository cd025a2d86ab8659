-- Models of meters, and groups such as the street of a reader. Meters name them in their events; the API refuses to remove one in use.

create table platform.meter_types (
  meter_type_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  meter_type_name text not null,
  communication text not null default '0',
  prepayment text not null default '0',
  has_valve text not null default 'N' check (has_valve in ('Y', 'N')),
  caliber_millimetres int,
  q3_cubic_metres_per_hour double precision,
  register_width_cubic_metres int,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, meter_type_name)
);
alter table platform.meter_types enable row level security;
revoke all on platform.meter_types from nightflow_request;
grant select, insert, update, delete on platform.meter_types to nightflow_request;
create policy seen on platform.meter_types for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.meter_types for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.meter_types for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.meter_types for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

create table platform.meter_groups (
  meter_group_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  meter_group_name text not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, meter_group_name)
);
alter table platform.meter_groups enable row level security;
revoke all on platform.meter_groups from nightflow_request;
grant select, insert, update, delete on platform.meter_groups to nightflow_request;
create policy seen on platform.meter_groups for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.meter_groups for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.meter_groups for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.meter_groups for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
