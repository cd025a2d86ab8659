-- devices/valves, version 1.
-- From these events:
--   devices.ValveClosingReasonAdded
--   devices.ValveClosingReasonRemoved
--   devices.ValveClosingRequested
--   devices.ValveOpeningRequested

create table valves (
  tenant text not null,
  number text not null,
  closing_reasons jsonb not null,
  primary key (tenant, number)
);
