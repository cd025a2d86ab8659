-- prepaid/vended-requests, version 1.

create table sts_vended_requests (
  tenant text not null,
  vending_id text not null,
  tokens integer not null,
  made_at timestamptz not null,
  primary key (tenant, vending_id)
);
