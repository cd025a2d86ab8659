-- cards/system-cards, version 1.

create table system_cards (
  tenant text not null,
  system_card_id bigint not null,
  card_no text not null,
  system_no text not null,
  technology text not null,
  kind text not null,
  operation text not null,
  operator text,
  create_time timestamptz not null,
  primary key (tenant, card_no)
);

create index system_cards_id on system_cards (tenant, system_card_id);
