import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveServiceSignIn } from '@nightflow/event-log/postgres/database-role'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { createUser } from '@nightflow/platform/people/users'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { ensureDemoUtility, retireDemoPasswords } from '@nightflow/server/demo/demo-utility'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

const password = 'roles-of-a-test-7'
let database: FreshDatabase
let service: pg.Pool

beforeAll(async () => {
  database = await freshDatabase('roles')
  const { pool } = database
  // A clone lacks what was granted on the database that it was made from.
  await migratePlatform(pool)
  const owner = await pool.connect()
  await giveServiceSignIn(owner, password)
  owner.release()
  for (const code of ['north', 'south']) {
    await createTenant(pool, { code, name: code, timeZone: 'Europe/Rome' })
    await createUser(pool, { tenant: code, username: `${code}_admin`, password: 'Riverbank-7', role: 'admin' })
    await pool.query(
      `insert into platform.operation_log (tenant, actor, operation, subject, outcome, address) values ($1, 'user:a', 'POST /x', '{}', 'accepted', '::1')`,
      [code],
    )
  }
  const url = new URL(database.connectionString)
  Object.assign(url, { username: 'nightflow_service', password })
  service = new pg.Pool({ connectionString: url.href, max: 2 })
})
afterAll(async () => {
  await service.end()
  await database.drop()
})

/** The state that PostgreSQL answers such a statement with, everything undone; `done` where it was let through. */
const attempt = async (statement: string, before = ''): Promise<string> => {
  const client = await service.connect()
  try {
    await client.query(`begin; ${before}`)
    await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const denied = expect.stringMatching(/^(42501|42883|0A000|55000|P0001)$/)

describe('the sign-in of the service', () => {
  test('is no superuser, bypasses nothing and creates no roles', async () => {
    const { rows } = await service.query(
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = session_user',
    )
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false }])
  })

  test.each([
    'set role nightflow',
    'set session authorization nightflow',
    'create role intruder superuser',
    'alter role nightflow_service superuser',
    'select rolpassword from pg_authid',
    `select pg_read_file('postgresql.conf')`,
    `copy platform.users to program 'cat'`,
    `copy (select 1) to '/tmp/nightflow-out'`,
    `create extension file_fdw`,
    'set session_replication_role = replica',
    'alter table platform.users disable row level security',
    'alter table platform.users no force row level security',
    'alter table platform.operation_log disable trigger all',
    'drop trigger operation_log_is_kept on platform.operation_log',
    'drop policy seen on platform.users',
    'update platform.operation_log set actor = $$x$$',
    'delete from platform.operation_log',
    'truncate platform.operation_log',
    'insert into platform.migrations (number, name) values (999, $$x$$)',
    'update log.events set actor = $$x$$',
    'delete from log.events',
    'truncate log.events',
    'delete from log.streams',
    'delete from log.person_keys',
    'drop table log.events',
    'create or replace function log.create_months(first timestamptz, months int) returns timestamptz language sql as $$select now()$$',
    'create table platform.mine (a int)',
    'create table log.mine (a int)',
  ])('is refused: %s', async (statement) => {
    expect(await attempt(statement)).toEqual(denied)
  })

  test('works on all tenants, and on the read models as their owner', async () => {
    expect((await service.query(`select count(*)::int as n from platform.users where tenant in ('north', 'south')`)).rows).toEqual([
      { n: 2 },
    ])
    expect(await attempt('create schema views_next')).toBe('done')
    expect(await attempt('drop table views.alarms')).toBe('done')
  })
})

describe('the role of a request', () => {
  const asNorth = `set local role nightflow_request; set local nightflow.tenant = 'north'`

  test('sees the rows of its tenant, and no other', async () => {
    const client = await service.connect()
    await client.query(`begin; ${asNorth}`)
    const { rows } = await client.query('select distinct tenant from platform.operation_log union select code from platform.tenants')
    await client.query('rollback')
    client.release()
    expect(rows).toEqual([{ tenant: 'north' }])
  })

  test.each([
    'select * from platform.secrets',
    'select password_hash from platform.users',
    'select * from log.head',
    'select key from log.person_keys',
    'update log.person_keys set key = null, erased_at = now()',
    `insert into platform.operation_log (tenant, actor, operation, subject, outcome, address) values ('south', 'a', 'b', '{}', 'c', '::1')`,
    `update platform.users set nick_name = 'x', tenant = 'south'`,
    `insert into log.events (position) values (1)`,
    'alter table platform.users disable row level security',
    'create table platform.mine (a int)',
    'set role nightflow',
  ])('is refused: %s', async (statement) => {
    expect(await attempt(statement, asNorth)).toEqual(denied)
  })

  test('changes nothing of another tenant', async () => {
    const client = await service.connect()
    await client.query(`begin; ${asNorth}`)
    const { rowCount } = await client.query(`update platform.users set nick_name = 'x' where username = 'south_admin'`)
    await client.query('rollback')
    client.release()
    expect(rowCount).toBe(0)
  })
})

test('every table of facts forces row-level security on its owner', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)
       and (relnamespace = 'platform'::regnamespace or oid in ('log.events'::regclass, 'log.streams'::regclass, 'log.person_keys'::regclass))`,
  )
  expect(rows).toEqual([])
})

describe('passwords of the demo', () => {
  test('are printed at the first start alone, and have to be replaced where the demo is over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nightflow-demo-'))
    const mustChange = async () =>
      (await database.pool.query(`select must_change_password as must from platform.users where username = 'operator'`)).rows
    expect((await ensureDemoUtility(database.pool, folder)).isFirst).toBe(true)
    expect((await ensureDemoUtility(database.pool, folder)).isFirst).toBe(false)
    expect(await mustChange()).toEqual([{ must: false }])
    await retireDemoPasswords(database.pool, folder)
    expect(await mustChange()).toEqual([{ must: true }])
    await rm(folder, { recursive: true })
  })
})
