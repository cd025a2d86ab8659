-- A message that an event causes is written once, however often the event is reacted to.
alter table platform.outbox add column cause uuid;
create unique index outbox_by_cause on platform.outbox (cause) where cause is not null;
