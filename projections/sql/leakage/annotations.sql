-- leakage/annotations, version 1.

create table annotations (
  tenant text not null,
  annotation_id bigint not null,
  annotation_key uuid not null,
  partition_id text not null,
  from_day date not null,
  to_day date not null,
  remark text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  is_removed boolean not null,
  primary key (tenant, annotation_key)
);

create table annotations_history (
  tenant text not null,
  annotation_key uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, annotation_key, position)
);

create index annotations_id on annotations (tenant, annotation_id);

create index annotations_partition on annotations (tenant, partition_id, from_day);
