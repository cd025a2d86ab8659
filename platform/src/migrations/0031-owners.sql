-- Departments and regions own accounts, meters and partitions; what an account or a meter has, such as bills and readings, belongs to its owner.
-- Readers whose roles show a part of the utility see what their departments and regions own.

create table platform.owners (
  tenant text not null references platform.tenants,
  kind text not null check (kind in ('account', 'meter', 'partition')),
  key text not null,
  dept_id bigint,
  region_id bigint,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant, kind, key),
  check (dept_id is not null or region_id is not null),
  foreign key (tenant, dept_id) references platform.departments (tenant, dept_id),
  foreign key (tenant, region_id) references platform.regions (tenant, region_id)
);
create index owners_by_department on platform.owners (tenant, kind, dept_id) include (key) where dept_id is not null;
create index owners_by_region on platform.owners (tenant, kind, region_id) include (key) where region_id is not null;
alter table platform.owners enable row level security;
revoke all on platform.owners from nightflow_request;
grant select, insert, update, delete on platform.owners to nightflow_request;
create policy seen on platform.owners for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.owners for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.owners for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.owners for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));

-- Keys of one kind that the departments and regions of the reader own. Read models refer to it in their policies.
create function platform.owned(wanted text) returns table (key text) language sql stable as $$
  select owners.key from platform.owners
  where tenant = (select current_setting('nightflow.tenant', true)) and kind = wanted
    and dept_id = any ((select nullif(current_setting('nightflow.departments', true), '')::bigint[])::bigint[])
  union all
  select owners.key from platform.owners
  where tenant = (select current_setting('nightflow.tenant', true)) and kind = wanted
    and region_id = any ((select nullif(current_setting('nightflow.regions', true), '')::bigint[])::bigint[])
$$;

-- What a person sees is read with the session, so it changes at once with departments and regions.
create trigger departments_changed after insert or delete or update of parent_id on platform.departments
  for each statement execute function platform.announce_all_sessions();
create trigger regions_changed after insert or delete or update of parent_id on platform.regions
  for each statement execute function platform.announce_all_sessions();
create trigger role_departments_changed after insert or update or delete on platform.role_departments
  for each statement execute function platform.announce_all_sessions();
create trigger role_regions_changed after insert or update or delete on platform.role_regions
  for each statement execute function platform.announce_all_sessions();
create trigger homes_changed after update of dept_id on platform.users
  for each statement execute function platform.announce_all_sessions();
