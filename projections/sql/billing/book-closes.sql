-- billing/book-closes, version 1.

create table book_closes (
  tenant text not null,
  close_no bigint not null,
  month text not null,
  turnover_minor bigint not null,
  receivables_minor bigint not null,
  customer_money_minor bigint not null,
  customer_debts_minor bigint not null,
  trial_balance jsonb not null,
  computed_at_position bigint not null,
  reason text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  closed_from timestamptz not null,
  closed_until timestamptz not null,
  primary key (tenant, month)
);

create index book_closes_id on book_closes (tenant, close_no);
