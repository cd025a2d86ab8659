-- devices/valves, version 1.

create table valves (
  tenant text not null,
  number text not null,
  closing_reasons jsonb not null,
  primary key (tenant, number)
);
