-- metering/quarantine, version 3.

create table quarantined_readings (
  tenant text not null,
  position bigint not null,
  index int not null,
  place int not null,
  gateway text not null,
  frame_id text not null,
  meter text,
  received_at timestamptz not null,
  reason text not null,
  field text,
  value text,
  primary key (tenant, position, place)
);
