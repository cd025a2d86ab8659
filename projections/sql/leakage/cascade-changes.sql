-- leakage/cascade-changes, version 2.
-- From these events:
--   devices.MeterReplaced
--   leakage.MetersDissociated
--   leakage.PartitionCreated
--   leakage.PartitionRemoved
--   leakage.SubMetersAssociated
--   leakage.SummaryMeterAssociated

create table cascade_changes (
  shard smallint not null,
  position bigint not null,
  tenant text not null,
  type text not null,
  data jsonb not null,
  primary key (shard, tenant, position)
);
