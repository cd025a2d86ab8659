-- billing/step-sums, version 1.

create table step_sums (
  tenant text not null,
  quarter integer not null,
  kind text not null,
  step bigint not null,
  litres bigint not null,
  amount_minor bigint not null,
  primary key (tenant, quarter, kind, step)
);
