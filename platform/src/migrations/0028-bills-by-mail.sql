-- A message may have a file with it, which goes with the message. A mailing sends each bill once, for good. An export counts what became of its rows.
create table platform.outbox_attachments (
  message_id bigint primary key references platform.outbox on delete cascade, file_name text not null, media_type text not null,
  bytes bytea not null check (octet_length(bytes) <= 2097152)
);
alter table platform.outbox_attachments enable row level security;
revoke all on platform.outbox_attachments from nightflow_request;

create table platform.mailed_bills (
  tenant text not null references platform.tenants, mailing_id uuid not null, bill_no bigint not null, mailed_at timestamptz not null default now(),
  primary key (tenant, mailing_id, bill_no)
);
alter table platform.mailed_bills enable row level security;
revoke all on platform.mailed_bills from nightflow_request;

alter table platform.exports add column counts jsonb;
