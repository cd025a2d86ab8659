-- The log is of the whole utility: readers whose roles show a part of it see no event and no stream.
-- Roles belong to the cluster, not to the database: another database of the cluster may be creating it at this moment.

do $$
begin
  if not exists (select from pg_roles where rolname = 'nightflow_scoped') then
    create role nightflow_scoped nologin nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null;
end
$$;
create policy closed_to_parts on log.events as restrictive for select to nightflow_scoped using (false);
create policy closed_to_parts on log.streams as restrictive for select to nightflow_scoped using (false);
