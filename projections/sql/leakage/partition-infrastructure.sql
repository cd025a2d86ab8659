-- leakage/partition-infrastructure, version 1.

create table partition_infrastructure (
  tenant text not null,
  partition_id text not null,
  from_day date not null,
  stated jsonb not null,
  recorded_at timestamptz not null,
  primary key (tenant, partition_id, from_day)
);
