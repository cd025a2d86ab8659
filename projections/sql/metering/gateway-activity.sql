-- metering/gateway-activity, version 1.

create table gateway_activity (
  tenant text not null,
  gateway text not null,
  frames bigint not null,
  readings bigint not null,
  rejected bigint not null,
  last_seen_at timestamptz not null,
  primary key (tenant, gateway)
);
