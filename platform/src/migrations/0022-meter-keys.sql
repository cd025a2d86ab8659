-- Keys that meters are to take, encrypted with a secret of the service. Requests may neither read nor write them.

create table platform.meter_keys (
  tenant text not null,
  number text not null,
  update_id uuid not null,
  encrypted_key bytea not null,
  kept_at timestamptz not null default now(),
  primary key (tenant, number, update_id)
);
alter table platform.meter_keys enable row level security;
