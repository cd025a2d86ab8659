-- billing/account-arrears, version 4.

create table account_arrears (
  tenant text not null,
  account_no text not null,
  is_exceeded boolean not null,
  reminders_stopped_for jsonb not null,
  closed_at timestamptz,
  low_since timestamptz,
  at timestamptz not null,
  primary key (tenant, account_no)
);
