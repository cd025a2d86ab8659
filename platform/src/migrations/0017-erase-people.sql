-- The personal data of a member of staff is erased; the account stays as `erased-<id>`, so that what was done still has one identifier.

-- A name as an expression that finds it in other texts. Latin letters and digits are whole words; other scripts have no blanks between words.
create function platform.pattern_of(name text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when name ~ '^[ -~]+$' then '(?<![[:alnum:]_])' || escaped || '(?![[:alnum:]_])' else escaped end
  from (select regexp_replace(name, '([^[:alnum:]_[:space:]])', '\\\1', 'g') as escaped) as plain
$$;

-- What the person is called and reached by. `unique_names` name one person in the whole service; a nick name does so in its tenant at most.
create function platform.names_of_person(person bigint, out home text, out user_name text, out unique_names text[], out names text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select tenant, username, array_remove(array[username, email, phonenumber], null),
    array_remove(array[username, email, phonenumber, case when length(nick_name) > 1 then nick_name end], null)
  from (
    select tenant, username, email, phonenumber, nick_name from platform.users where user_id = person and not starts_with(username, 'erased-')
    union all select tenant, username, null, null, null from platform.former_users where user_id = person
  ) as found limit 1
$$;

-- The texts of a JSON value without these names. In an object about the person every personal field goes, so that earlier values go too.
create function platform.without_person(value jsonb, person bigint, is_about boolean, pattern text) returns jsonb language plpgsql immutable
  set search_path = pg_catalog, pg_temp as $$
declare
  personal constant text[] := array['userName', 'nickName', 'name', 'email', 'areaCode', 'phonenumber', 'sex', 'introduction', 'remark', 'loginIp',
    'loginDate', 'avatar', 'file'];
  about boolean := is_about;
begin
  case jsonb_typeof(value)
    when 'string' then return to_jsonb(regexp_replace(value #>> '{}', pattern, '(erased)', 'gi'));
    when 'array' then
      return coalesce((select jsonb_agg(platform.without_person(item, person, is_about, pattern) order by place)
        from jsonb_array_elements(value) with ordinality as items(item, place)), value);
    when 'object' then
      about := is_about or value ->> 'userId' = person::text;
      return coalesce((select jsonb_object_agg(field, case
          when about and field = any(personal) and jsonb_typeof(inner_value) in ('string', 'number') then '"(erased)"'
          else platform.without_person(inner_value, person, about, pattern) end)
        from jsonb_each(value) as fields(field, inner_value)), value);
    else return value;
  end case;
end $$;

-- Rows of the operation log are written once. An erasure replaces names in them, and nothing else.
create function platform.refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('nightflow.erasing', true) = 'on'
    and (new.id, new.tenant, new.operation, new.outcome, new.at) = (old.id, old.tenant, old.operation, old.outcome, old.at)
    and new.position is not distinct from old.position then return new; end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name;
end $$;
drop trigger operation_log_is_kept on platform.operation_log;
create trigger operation_log_is_kept before update or delete on platform.operation_log
  for each row execute function platform.refuse_change_but_erasure();

-- The service may not change the operation log. This runs with the owner's rights and takes the names from the account itself.
create function platform.erase_from_operation_log(person bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  known record;
  pattern text;
  unique_pattern text;
  rough text;
begin
  select * into known from platform.names_of_person(person);
  if known.home is null then return; end if;
  select string_agg(platform.pattern_of(name), '|') into pattern from unnest(known.names) as all_names(name);
  select string_agg(platform.pattern_of(name), '|') into unique_pattern from unnest(known.unique_names) as all_names(name);
  -- As the text of a JSON value has them, without the ends of words: it narrows the rows down.
  select string_agg(regexp_replace(substr(quoted, 2, length(quoted) - 2), '([^[:alnum:]_[:space:]])', '\\\1', 'g'), '|') into rough
    from (select to_jsonb(name)::text as quoted from unnest(known.names) as all_names(name)) as texts;
  perform set_config('nightflow.erasing', 'on', true);
  update platform.operation_log as kept set
    actor = case when found.is_theirs then split_part(actor, ':', 1) || ':' || person else actor end,
    address = case when found.is_theirs then null else address end,
    subject = platform.without_person(subject, person, found.is_about, found.names),
    before = platform.without_person(before, person, found.is_about, found.names),
    after = platform.without_person(after, person, found.is_about, found.names)
  from (
    select id, is_theirs, case when tenant = known.home then pattern else unique_pattern end as names,
      operation like '%/system/user%' and coalesce(subject ->> 'userId', after ->> 'userId') = person::text
        or is_theirs and operation ~ '/(system/user/profile|file/)' as is_about
    from (
      select *, lower(actor) in ('user:' || lower(known.user_name), 'operator:' || lower(known.user_name), 'user:' || person, 'operator:' || person)
        as is_theirs
      from platform.operation_log where tenant in (known.home, 'platform') or known.home = 'platform'
    ) as rows_in_reach
    where is_theirs or coalesce(subject ->> 'userId', after ->> 'userId') = person::text
      or concat_ws(' ', subject::text, before::text, after::text) ~* rough
  ) as found
  where kept.id = found.id;
  perform set_config('nightflow.erasing', '', true);
end $$;

-- Texts that people wrote: notices, remarks, contacts. Every table of the platform with such a column is included. Beyond the person's tenant
-- only an operator of the platform worked, and there a nick name may be another person's.
create function platform.erase_mentions(person bigint) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known record;
  pattern text;
  unique_pattern text;
  place record;
begin
  select * into known from platform.names_of_person(person);
  if known.home is null then return; end if;
  select string_agg(platform.pattern_of(name), '|') into pattern from unnest(known.names) as all_names(name);
  select string_agg(platform.pattern_of(name), '|') into unique_pattern from unnest(known.unique_names) as all_names(name);
  for place in
    select column_name as field, table_name as name, case when table_name = 'tenants' then 'code' when exists (
        select from information_schema.columns as other where other.table_schema = 'platform' and other.table_name = listed.table_name
          and other.column_name = 'tenant') then 'tenant' else '''platform''' end as owner
    from information_schema.columns as listed join information_schema.tables using (table_schema, table_name)
    where table_schema = 'platform' and table_type = 'BASE TABLE' and data_type = 'text' and column_name in
      ('remark', 'notice_title', 'notice_content', 'reason', 'leader', 'phone', 'email', 'contact_name', 'contact_phone', 'contact')
      and table_name not in ('policy_dead_letters', 'outbox') and (table_name <> 'users' or column_name = 'remark')
  loop
    -- A contact is one name as a whole; other texts have names among other words.
    execute format(case when place.field in ('remark', 'notice_title', 'notice_content', 'reason')
          then 'update platform.%I set %I = regexp_replace(%2$I, %3$s, $1, ''gi'') where %2$I ~* %3$s'
          else 'update platform.%I set %I = $1 where %2$I ~* (''^('' || %3$s || '')$'')' end || ' and (%4$s = $4 or $4 = ''platform'')',
        place.name, place.field, format('case when %s = $4 then $2 else $3 end', place.owner), place.owner)
      using 'erased-' || person, pattern, unique_pattern, known.home;
  end loop;
  for place in
    select table_name as name, column_name as field from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'platform' and table_type = 'BASE TABLE' and column_name in ('create_by', 'update_by', 'operator')
  loop
    execute format('update platform.%I set %I = $1 where lower(%2$I) = lower($2)', place.name, place.field)
      using 'erased-' || person, known.user_name;
  end loop;
end $$;

revoke execute on function platform.names_of_person(bigint), platform.erase_from_operation_log(bigint), platform.erase_mentions(bigint) from public;
grant execute on function platform.names_of_person(bigint), platform.erase_from_operation_log(bigint), platform.erase_mentions(bigint) to nightflow_service;
