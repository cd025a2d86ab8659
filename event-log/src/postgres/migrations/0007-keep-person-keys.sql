-- The keys with which personal fields of events are encrypted, one for each person of a tenant. Erasing a person deletes the key; the row stays
-- and says so, because an erased person must not get a new key. The table is in the database of the service wherever the log is.
-- Requests see who was erased and no keys.

create table log.person_keys (
  tenant text not null,
  person_id uuid not null,
  key bytea check (octet_length(key) = 32),
  created_at timestamptz not null default clock_timestamp(),
  erased_at timestamptz,
  primary key (tenant, person_id),
  check ((key is null) = (erased_at is not null))
);
alter table log.person_keys alter column key set storage plain;
create index person_keys_erased on log.person_keys (tenant, erased_at) where erased_at is not null;

create function log.keep_erased() returns trigger language plpgsql as $$
begin
  raise exception 'person % of % was erased, and stays erased', old.person_id, old.tenant;
end
$$;
create trigger person_stays_erased before update on log.person_keys
  for each row when (old.erased_at is not null) execute function log.keep_erased();
create trigger erasure_is_kept before delete on log.person_keys
  for each row when (old.erased_at is not null) execute function log.keep_erased();

grant select (tenant, person_id, erased_at) on log.person_keys to nightflow_request;
create policy persons_of_tenant on log.person_keys for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
