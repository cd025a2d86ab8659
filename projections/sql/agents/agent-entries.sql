-- agents/agent-entries, version 1.

create table agent_entries (
  tenant text not null,
  entry_no bigint not null,
  user_id bigint not null,
  recharged_minor bigint not null,
  sold_minor bigint not null,
  sales integer not null,
  reversed_minor bigint not null,
  paid_to_float_minor bigint not null,
  earned_minor bigint not null,
  taken_back_minor bigint not null,
  paid_out_minor bigint not null,
  balance_minor bigint not null,
  unpaid_minor bigint not null,
  create_time timestamptz not null,
  primary key (tenant, entry_no)
);

create index agent_entries_agent on agent_entries (tenant, user_id, entry_no);
