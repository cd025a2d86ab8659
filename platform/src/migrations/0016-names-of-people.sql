-- Events, read models and the operation log name people by the identifier of their account. Readers see the present name.

-- The name of a removed account stays, so that what the person did still has one.
create table platform.former_users (
  tenant text not null references platform.tenants,
  user_id bigint primary key,
  username text not null,
  removed_at timestamptz not null default now()
);
revoke all on platform.former_users from nightflow_request;
create function platform.keep_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.former_users (tenant, user_id, username) values (old.tenant, old.user_id, old.username) on conflict do nothing;
  return null;
end $$;
revoke execute on function platform.keep_name() from public;
create trigger names_are_kept after delete on platform.users for each row execute function platform.keep_name();

-- `user:17` as `user:anna`, or `user:erased-17` where no account has the identifier; other actors as they are. The reader sees people of its
-- own tenant and of the platform, whose operators visit; the platform sees all.
create function platform.named_actor(actor text, reader text) returns text language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  select case when actor ~ '^(user|operator):[0-9]{1,18}$' then split_part(actor, ':', 1) || ':' || coalesce(
    (select username from platform.users where user_id = split_part(actor, ':', 2)::bigint and (tenant in (reader, 'platform') or reader = 'platform')),
    (select username from platform.former_users where user_id = split_part(actor, ':', 2)::bigint and (tenant in (reader, 'platform') or reader = 'platform')),
    'erased-' || split_part(actor, ':', 2)) else actor end
$$;
revoke execute on function platform.named_actor(text, text) from public;
grant execute on function platform.named_actor(text, text) to nightflow_request, nightflow_service;
