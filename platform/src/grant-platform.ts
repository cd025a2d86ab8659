import { requestRole, scopedRole } from '@nightflow/event-log/postgres/database'
import { grantDatabaseToService, openToService, serviceRole } from '@nightflow/event-log/postgres/database-role'
import type { ClientBase } from 'pg'

/** Rows that are written once: the service adds them and changes none. */
const onlyAdded: readonly string[] = ['operation_log']
const onlyRead: readonly string[] = ['migrations']

const rightsOn = (table: string): string => {
  if (onlyRead.includes(table)) return 'select'
  return onlyAdded.includes(table) ? 'select, insert' : 'select, insert, update, delete'
}

/**
 * Opens every table of the platform to the role of the service, with row-level security that binds the owner too. Only tables that are not
 * open yet are touched, so that a start waits for no transaction.
 */
export const grantPlatformToService = async (client: ClientBase): Promise<void> => {
  await client.query(`
    do $$ begin
      if not pg_has_role('${serviceRole}', '${requestRole}', 'set') then grant ${requestRole} to ${serviceRole} with inherit false, set true; end if;
      if not pg_has_role('${serviceRole}', '${scopedRole}', 'set') then grant ${scopedRole} to ${serviceRole} with inherit false, set true; end if;
    end $$;
    grant usage on schema platform to ${serviceRole}`)
  await grantDatabaseToService(client)
  const { rows } = await client.query<{ table: string }>(
    `select relname as "table" from pg_class where relnamespace = 'platform'::regnamespace and relkind = 'r' and not exists
       (select from pg_policies where schemaname = 'platform' and tablename = relname and policyname = 'service_works')`,
  )
  for (const { table } of rows)
    await client.query(`grant ${rightsOn(table)} on platform.${table} to ${serviceRole}; ${openToService(`platform.${table}`)}`)
}
