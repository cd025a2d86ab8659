-- billing/billed-volumes, version 1.

create table billed_volumes (
  tenant text not null,
  meter_no text not null,
  month text not null,
  bill_id uuid not null,
  account_no text not null,
  litres bigint not null,
  primary key (tenant, meter_no, month, account_no, bill_id)
);
