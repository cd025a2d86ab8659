-- leakage/detection-progress, version 1.

create table detection_progress (
  tenant text not null,
  partition_id text not null,
  until text not null,
  base_from text not null,
  basis text not null,
  count bigint not null,
  primary key (tenant, partition_id)
);
