-- How valve commands are pushed to the network server of a gateway. Gateways without a row poll. Requests may write the secret and never read it.

create table platform.gateway_downlinks (
  tenant text not null,
  gateway text not null,
  kind text not null check (kind in ('chirpstack', 'the-things-stack', 'webhook')),
  url text not null check (length(url) <= 500),
  application text,
  webhook text,
  device text not null,
  port int,
  open_payload text,
  close_payload text,
  secret text not null,
  primary key (tenant, gateway),
  foreign key (tenant, gateway) references platform.gateways (tenant, name)
);
alter table platform.gateway_downlinks enable row level security;
create policy own_tenant on platform.gateway_downlinks to nightflow_request
  using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
grant select (tenant, gateway, kind, url, application, webhook, device, port, open_payload, close_payload) on platform.gateway_downlinks to nightflow_request;
grant insert, delete on platform.gateway_downlinks to nightflow_request;
grant update (kind, url, application, webhook, device, port, open_payload, close_payload, secret) on platform.gateway_downlinks to nightflow_request;
