-- Streets, pipes, valves and hydrants of a utility, which its map draws without any other server.

create table platform.map_layers (
  layer_id bigint generated always as identity primary key,
  tenant text not null references platform.tenants,
  layer_name text not null,
  layer_type text not null check (layer_type in ('street', 'pipe', 'valve', 'hydrant', 'other')),
  features integer not null,
  -- GeoJSON as it was checked: longitude and latitude with six decimals, and of the properties the name.
  content text not null,
  version text not null,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, layer_name)
);
alter table platform.map_layers enable row level security;
revoke all on platform.map_layers from nightflow_request;
grant select, insert, update, delete on platform.map_layers to nightflow_request;
create policy seen on platform.map_layers for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.map_layers for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.map_layers for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.map_layers for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
