-- cards/cards, version 2.

create table cards (
  tenant text not null,
  card_id bigint not null,
  account_no text not null,
  card_no text not null,
  system_no text not null,
  meter_no text not null,
  technology text not null,
  state text not null,
  swipe_status text not null,
  purchase_litres bigint not null,
  recharge_count integer not null,
  swipes integer not null,
  remaining_litres bigint,
  alarm_litres bigint not null,
  limit_litres bigint not null,
  increment_litres bigint not null,
  purchase_no integer not null,
  create_time timestamptz not null,
  is_on_card boolean not null,
  primary key (tenant, account_no, card_no)
);

create table cards_history (
  tenant text not null,
  account_no text not null,
  card_no text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, account_no, card_no, position)
);

create index cards_id on cards (tenant, card_id);

create index cards_card on cards (tenant, card_no);
