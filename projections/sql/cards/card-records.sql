-- cards/card-records, version 1.

create table card_records (
  tenant text not null,
  record_no bigint not null,
  account_no text not null,
  card_no text not null,
  meter_no text not null,
  operation text not null,
  status text not null,
  transaction_type text not null,
  invoice_no text,
  purchase_litres bigint not null,
  amount_minor bigint not null,
  operator text,
  remark text not null,
  create_time timestamptz not null,
  operation_id uuid not null,
  primary key (tenant, account_no, operation_id)
);

create index card_records_id on card_records (tenant, record_no);
