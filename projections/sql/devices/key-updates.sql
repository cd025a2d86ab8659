-- devices/key-updates, version 1.

create table key_updates (
  tenant text not null,
  update_id uuid not null,
  number text not null,
  state text not null,
  attempt integer not null,
  requested_at timestamptz not null,
  requested_by text not null,
  sent_at timestamptz,
  ended_at timestamptz,
  reason text not null,
  primary key (tenant, update_id)
);

create index key_updates_newest on key_updates (tenant, requested_at, update_id);

create index key_updates_waiting on key_updates (tenant, number) where ended_at is null;
