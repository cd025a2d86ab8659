import { requestRole, scopedRole } from '@nightflow/event-log/postgres/database'
import { createServiceRole } from '@nightflow/event-log/postgres/database-role'
import { migrateSchema, readMigrations } from '@nightflow/event-log/postgres/migrate-schema'
import type { Pool, PoolClient } from 'pg'
import { grantPlatformToService } from './grant-platform.ts'
import { seedPlatform } from './seed-platform.ts'

export const platformMigrations = readMigrations(new URL('./migrations/', import.meta.url))

/** Any number that no other part locks: `platform` as ASCII digits, shortened. */
const migrationLock = 7_065_297_116

/**
 * Brings the platform's tables to the newest migration and adds what the service brings itself. May run in several processes at once and any number of times.
 * Needs the right to create schemas, and to create the role of requests when it is not there yet.
 */
export const migratePlatform = async (pool: Pool): Promise<void> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await createRole(client, requestRole)
    await createRole(client, scopedRole)
    await createServiceRole(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await migrateSchema(client, 'platform', platformMigrations)
    await grantPlatformToService(client)
    await seedPlatform(client)
    await client.query('commit')
  } catch (error) {
    broken = error as Error
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Roles belong to the whole cluster while advisory locks belong to one database, so two databases may be
 * migrated at the same moment: losing that race is as good as winning it, hence the handlers and the second look.
 */
const createRole = async (client: PoolClient, role: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`
        do $$ begin
          if not exists (select from pg_roles where rolname = '${role}') then
            create role ${role} nologin;
          end if;
          if not pg_has_role(current_user, '${role}', 'set') then
            -- Policies that narrow rows must not bind the owner, which acts as the role and does not inherit from it.
            execute format('grant ${role} to %I with set true, inherit ${role === requestRole}', current_user);
          end if;
          if '${role}' <> '${requestRole}' and not pg_has_role('${role}', '${requestRole}', 'usage') then
            grant ${requestRole} to ${role};
          end if;
        exception when duplicate_object or unique_violation then null;
        end $$`)
      const { rows } = await client.query<{ ready: boolean }>('select pg_has_role(current_user, $1, $2) as ready', [role, 'set'])
      if (rows[0]?.ready) return
    } catch (error) {
      if (attempt >= 5) throw error
    }
    if (attempt >= 5) throw new Error(`The database user may not act as ${role}: let a superuser grant it that role.`)
    await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
  }
}
