import type { ClientBase } from 'pg'

/** The role that the service works under: it owns no table of facts, is no superuser and bypasses no row-level security. */
export const serviceRole = 'nightflow_service'

/**
 * Creates the role of the service where it is missing, and lets the current user hand things over to it. Roles belong to the cluster:
 * another database of it may be creating the same one at this moment.
 */
export const createServiceRole = async (client: ClientBase): Promise<void> => {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${serviceRole}') then
        create role ${serviceRole} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$ begin
      if current_user <> '${serviceRole}' and not pg_has_role(current_user, '${serviceRole}', 'set') then
        execute format('grant ${serviceRole} to %I', current_user);
      end if;
    exception when unique_violation then null;
    end $$;
    do $$ begin
      -- To see whether a server process works or waits for us, also where the sign-in is another role's.
      if not pg_has_role('${serviceRole}', 'pg_read_all_stats', 'usage') then grant pg_read_all_stats to ${serviceRole}; end if;
    exception when insufficient_privilege or unique_violation then null;
    end $$`)
}

/** Lets the role make the schemas in which read models are built anew. Checked first, because two processes must not grant it at once. */
export const grantDatabaseToService = async (client: ClientBase): Promise<void> => {
  await client.query(`
    do $$ begin
      if not has_database_privilege('${serviceRole}', current_database(), 'create') then
        execute format('grant create, temporary on database %I to ${serviceRole}', current_database());
      end if;
    end $$`)
}

/** Lets the role sign in with this password, and with nothing else. */
export const giveServiceSignIn = async (client: ClientBase, password: string): Promise<void> => {
  await createServiceRole(client)
  await client.query(
    `alter role ${serviceRole} login nosuperuser nocreatedb nocreaterole nobypassrls password '${password.replaceAll("'", "''")}'`,
  )
}

/** Policies that let the owner and the service work on all rows of a table whose row-level security binds its owner too. */
export const openToService = (table: string): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  drop policy if exists owner_works on ${table};
  drop policy if exists service_works on ${table};
  create policy owner_works on ${table} to current_user using (true) with check (true);
  create policy service_works on ${table} to ${serviceRole} using (true) with check (true);
`

/**
 * Rights of the service on the log: read and append. Events are never changed or removed, and months are made by a function that runs
 * with the owner's rights. Repeated where a later migration has added a table: the last one added shows whether it was done.
 */
export const grantLogToService = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ isOpen: boolean }>(
    `select exists (select from pg_policies where schemaname = 'log' and policyname = 'service_works' and tablename = 'person_keys') as "isOpen"`,
  )
  if (rows[0]?.isOpen) return
  await client.query(`
    grant usage on schema log to ${serviceRole};
    grant select on all tables in schema log to ${serviceRole};
    grant insert on log.events, log.event_identity, log.streams to ${serviceRole};
    grant update on log.streams, log.head to ${serviceRole};
    grant insert, update on log.person_keys to ${serviceRole};
    alter function log.create_months(timestamptz, int) security definer;
    alter function log.create_months(timestamptz, int) set search_path = pg_catalog, pg_temp;
    revoke execute on function log.create_months(timestamptz, int) from public;
    grant execute on function log.create_months(timestamptz, int) to ${serviceRole};
    ${openToService('log.events')} ${openToService('log.streams')} ${openToService('log.person_keys')}`)
}
