-- prepaid/token-downlinks, version 1.

create table token_downlinks (
  tenant text not null,
  downlink_id uuid not null,
  meter_no text not null,
  digits text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  is_sent boolean not null,
  is_over boolean not null,
  primary key (tenant, downlink_id)
);

create index token_downlinks_waiting on token_downlinks (tenant, meter_no) where not is_over;
