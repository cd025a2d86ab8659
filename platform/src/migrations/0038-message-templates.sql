-- Texts of messages to customers that a utility writes itself.

create table platform.message_templates (
  message_template_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  message_template_name text not null,
  body text not null,
  item_name text,
  status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, message_template_name)
);
alter table platform.message_templates enable row level security;
revoke all on platform.message_templates from nightflow_request;
grant select, insert, update, delete on platform.message_templates to nightflow_request;
create policy seen on platform.message_templates for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.message_templates for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.message_templates for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.message_templates for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
