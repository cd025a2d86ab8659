-- billing/burn-down-runs, version 1.

create table burn_down_runs (
  tenant text not null,
  day text not null,
  accounts bigint not null,
  deducted bigint not null,
  held bigint not null,
  total_minor bigint not null,
  at timestamptz not null,
  primary key (tenant, day)
);
