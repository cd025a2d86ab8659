-- agents/agent-balances, version 3.

create table agent_balances (
  tenant text not null,
  user_id bigint not null,
  balance_minor bigint not null,
  recharged_minor bigint not null,
  recharges integer not null,
  last_recharged_at timestamptz not null,
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
