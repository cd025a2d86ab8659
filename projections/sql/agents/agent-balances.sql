-- agents/agent-balances, version 4.

create table agent_balances (
  tenant text not null,
  user_id bigint not null,
  float_minor bigint not null,
  earlier_minor bigint not null,
  held_minor bigint not null,
  recharged_minor bigint not null,
  recharges integer not null,
  last_recharged_at timestamptz,
  ceiling_minor bigint not null,
  sale_limit_minor bigint not null,
  day_limit_minor bigint not null,
  commission_basis_points integer not null,
  sold_minor bigint not null,
  sales integer not null,
  unpaid_minor bigint not null,
  settlements integer not null,
  primary key (tenant, user_id)
);

create table agent_balances_history (
  tenant text not null,
  user_id bigint not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, user_id, position)
);
