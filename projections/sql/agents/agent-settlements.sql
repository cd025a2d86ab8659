-- agents/agent-settlements, version 1.

create table agent_settlements (
  tenant text not null,
  settlement_no bigint not null,
  settlement_id uuid not null,
  user_id bigint not null,
  agent text,
  settlement_number bigint not null,
  since timestamptz,
  opening_minor bigint not null,
  recharged_minor bigint not null,
  sold_minor bigint not null,
  sales bigint not null,
  reversed_minor bigint not null,
  paid_to_float_minor bigint not null,
  closing_minor bigint not null,
  unpaid_opening_minor bigint not null,
  earned_minor bigint not null,
  taken_back_minor bigint not null,
  paid_out_minor bigint not null,
  unpaid_closing_minor bigint not null,
  remark text not null,
  create_time timestamptz not null,
  primary key (tenant, settlement_no)
);

create index agent_settlements_agent on agent_settlements (tenant, user_id, settlement_no);

create index agent_settlements_time on agent_settlements (tenant, create_time);
