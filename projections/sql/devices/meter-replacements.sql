-- devices/meter-replacements, version 1.

create table meter_replacements (
  tenant text not null,
  number text not null,
  id bigint not null,
  replaced_by text not null,
  replaced_at timestamptz not null,
  final_litres double precision not null,
  initial_litres double precision not null,
  reason text,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (tenant, number)
);

create index meter_replacements_newest on meter_replacements (tenant, replaced_at, number);
