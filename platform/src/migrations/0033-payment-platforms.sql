-- Payment platforms of utilities, their sealed credentials, and the names under which utilities offer them. Credentials are for the service alone:
-- a request can neither read nor write them.

create table platform.payment_platforms (
  platform_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  platform_name text not null,
  platform_type text not null check (platform_type in ('0', '1', '2', '3')),
  application_type text not null,
  currency_unit text not null,
  status text not null default '0' check (status in ('0', '1')),
  base_address text not null,
  related_info text not null,
  protocol text,
  credential_names jsonb not null default '[]',
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, platform_name),
  unique (tenant, platform_id)
);
alter table platform.payment_platforms enable row level security;
revoke all on platform.payment_platforms from nightflow_request;
grant select, insert, update, delete on platform.payment_platforms to nightflow_request;
create policy seen on platform.payment_platforms for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.payment_platforms for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.payment_platforms for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.payment_platforms for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

create table platform.payment_credentials (
  tenant text not null,
  platform_id bigint not null,
  name text not null,
  sealed bytea not null,
  set_at timestamptz not null default now(),
  -- The one before is good until then, so that a callback that was signed with it is still believed.
  previous_sealed bytea,
  previous_until timestamptz,
  primary key (tenant, platform_id, name),
  foreign key (tenant, platform_id) references platform.payment_platforms (tenant, platform_id) on delete cascade
);
alter table platform.payment_credentials enable row level security;
revoke all on platform.payment_credentials from nightflow_request;

create table platform.platform_associations (
  association_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  tenant_platform_name text not null,
  platform_id bigint not null,
  fee_basis_points int not null default 0 check (fee_basis_points between 0 and 10000),
  max_fee_minor bigint not null default 0 check (max_fee_minor >= 0),
  third_party_callback_address text not null,
  system_callback_address text not null,
  callback_path text not null unique default '/api/v1/payment-callbacks/' || gen_random_uuid(),
  takes_partial text not null default 'N' check (takes_partial in ('Y', 'N')),
  status text not null default '0' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, tenant_platform_name),
  foreign key (tenant, platform_id) references platform.payment_platforms (tenant, platform_id)
);
create index platform_associations_platform on platform.platform_associations (tenant, platform_id);
alter table platform.platform_associations enable row level security;
revoke all on platform.platform_associations from nightflow_request;
grant select, insert, update, delete on platform.platform_associations to nightflow_request;
create policy seen on platform.platform_associations for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.platform_associations for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.platform_associations for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.platform_associations for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
