-- payments/payment-callbacks, version 1.

create table payment_callbacks (
  tenant text not null,
  callback_id uuid not null,
  callback_no bigint not null,
  association_id bigint not null,
  platform_event_id text not null,
  status text not null,
  platform_reference text not null,
  reference text,
  currency text not null,
  amount_minor bigint not null,
  received_at timestamptz not null,
  primary key (tenant, callback_id)
);

create index payment_callbacks_reference on payment_callbacks (tenant, association_id, platform_reference);
