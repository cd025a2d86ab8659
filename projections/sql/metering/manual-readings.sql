-- metering/manual-readings, version 1.

create table manual_readings (
  tenant text not null,
  reading_id uuid not null,
  manual_reading_id bigint not null,
  number text not null,
  read_at timestamptz not null,
  litres double precision not null,
  previous_litres double precision,
  note text not null,
  is_confirmed boolean not null,
  plan_id uuid,
  photo_id uuid,
  taken_by text,
  taken_at timestamptz not null,
  primary key (tenant, reading_id)); create unique index manual_readings_id on manual_readings (tenant,
  manual_reading_id
);

create index manual_readings_plan on manual_readings (tenant, plan_id, number);
