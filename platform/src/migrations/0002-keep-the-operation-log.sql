-- The operation log keeps every row as it was written, also from the owner of the tables.

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name;
end $$;
create trigger operation_log_is_kept before update or delete on platform.operation_log
  for each row execute function platform.refuse_change();
create trigger operation_log_is_not_cut before truncate on platform.operation_log
  for each statement execute function platform.refuse_change();
