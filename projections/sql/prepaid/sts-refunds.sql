-- prepaid/sts-refunds, version 1.

create table sts_refunds (
  tenant text not null,
  refund_no bigint not null,
  request_id uuid not null,
  meter_no text not null,
  account_no text not null,
  digits text not null,
  refund_status text not null,
  recharge_flag text not null,
  amount_minor bigint not null,
  reason text not null,
  applicant text,
  auditor text,
  audit_comments text not null,
  create_time timestamptz not null,
  primary key (tenant, meter_no, request_id)
);

create table sts_refunds_history (
  tenant text not null,
  meter_no text not null,
  request_id uuid not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, meter_no, request_id, position)
);

create index sts_refunds_id on sts_refunds (tenant, refund_no);
