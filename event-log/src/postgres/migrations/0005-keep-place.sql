-- Which engine holds the log of this database, so that a process that was told another one is refused instead of beginning a second log.
-- Where it is not PostgreSQL, a trigger on `log.event_identity` calls `log.refuse_append`: it is there only then and costs nothing before.
-- The state 55000 is one that passes: who appends waits and tries again, and nothing is set aside for good.

create table log.place (
  single_row boolean primary key default true check (single_row),
  engine text not null,
  since timestamptz not null default clock_timestamp()
);
insert into log.place (engine) select 'postgres' from log.head where position > 0;
create function log.refuse_append() returns trigger language plpgsql as $$
begin
  raise exception 'the log of this database is not in PostgreSQL any more' using errcode = '55000';
end
$$;
