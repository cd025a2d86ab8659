-- prepaid/tokens, version 2.

create table sts_tokens (
  tenant text not null,
  token_no bigint not null,
  request_id uuid not null,
  meter_no text not null,
  account_no text,
  kind text not null,
  status text not null,
  digits text not null,
  pay_method text,
  amount_minor bigint not null,
  charged_minor bigint not null,
  litres bigint not null,
  rounded_up_litres bigint not null,
  downlink text not null,
  reason_code text not null,
  operator text,
  create_time timestamptz not null,
  primary key (tenant, meter_no, request_id)
);

create table sts_tokens_history (
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

create index sts_tokens_id on sts_tokens (tenant, token_no);

create index sts_tokens_request on sts_tokens (tenant, request_id);

create index sts_tokens_account on sts_tokens (tenant, account_no, token_no);

create index sts_tokens_time on sts_tokens (tenant, create_time);
