-- agents/agent-sales, version 1.

create table agent_sales (
  tenant text not null,
  sale_no bigint not null,
  sale_id uuid not null,
  user_id bigint not null,
  agent text,
  kind text not null,
  status text not null,
  account_no text not null,
  meter_no text,
  amount_minor bigint not null,
  commission_minor bigint not null,
  reason_code text not null,
  create_time timestamptz not null,
  primary key (tenant, sale_id)
);

create index agent_sales_id on agent_sales (tenant, sale_no);

create index agent_sales_agent on agent_sales (tenant, user_id, sale_no);

create index agent_sales_account on agent_sales (tenant, account_no);

create index agent_sales_time on agent_sales (tenant, create_time);
