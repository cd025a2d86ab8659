import { createServiceRole } from '@nightflow/event-log/postgres/database-role'
import type { Pool, PoolClient } from 'pg'
import { requestRole } from '../shared/database.ts'
import { backOfficeRights, backOfficeTables, firstUserIsThePlatforms, type Right } from './back-office-tables.ts'
import { exportJobsTable } from './export-jobs.ts'
import { grantPlatformToService } from './grant-platform.ts'
import { migrateDefaultTexts } from './migrate-default-texts.ts'
import { noticeReadsRight, noticeReadsTable } from './notice-reads.ts'
import { seedPlatform } from './seed-platform.ts'

/** Tables whose rows belong to one tenant, with what a request may do there. Everything not named is refused. */
const rights: Record<string, { tenantColumn?: string; select?: string; insert?: string; update?: string }> = {
  tenants: { tenantColumn: 'code', select: 'code, name, time_zone, settings, created_at' },
  users: { select: 'tenant, username, role, disabled, must_change_password, created_at' },
  gateways: {
    select: 'tenant, name, created_at, revoked_at',
    insert: 'tenant, name, key_hash',
    update: 'key_hash, created_at, revoked_at',
  },
  device_profile_mappings: { select: '*', insert: '*', update: 'mapping, saved_at' },
  operation_log: { select: '*', insert: 'tenant, actor, operation, subject, outcome, before, after, position, address' },
  login_log: { select: '*' },
  jobs: { select: '*' },
}

const tables = `
  create table platform.tenants (
    code text primary key check (code ~ '^[a-z][a-z0-9-]{1,31}$'),
    name text not null,
    time_zone text not null,
    settings jsonb not null default '{}',
    created_at timestamptz not null default now()
  );
  create table platform.users (
    tenant text not null references platform.tenants,
    username text not null,
    password_hash text not null,
    role text not null,
    disabled boolean not null default false,
    must_change_password boolean not null default false,
    created_at timestamptz not null default now()
  );
  create unique index users_by_name on platform.users (tenant, lower(username));
  create table platform.gateways (
    tenant text not null references platform.tenants,
    name text not null,
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (tenant, name)
  );
  create table platform.device_profile_mappings (
    tenant text not null references platform.tenants,
    profile text not null,
    mapping jsonb not null,
    saved_at timestamptz not null default now(),
    primary key (tenant, profile)
  );
  create table platform.operation_log (
    id bigint generated always as identity primary key,
    tenant text not null references platform.tenants,
    actor text not null,
    operation text not null,
    subject jsonb not null,
    outcome text not null,
    before jsonb,
    after jsonb,
    position bigint,
    address text,
    at timestamptz not null default now()
  );
  create index operation_log_by_tenant on platform.operation_log (tenant, id);
  create table platform.login_log (
    id bigint generated always as identity primary key,
    tenant text not null,
    username text not null,
    address text not null,
    outcome text not null check (outcome in ('pending', 'accepted', 'refused')),
    at timestamptz not null default now()
  );
  create index login_log_by_account on platform.login_log (tenant, username, at);
  create index login_log_by_address on platform.login_log (address, at);
  create table platform.jobs (
    id uuid primary key,
    tenant text not null references platform.tenants,
    kind text not null check (kind in ('replay', 'verify')),
    status text not null check (status in ('running', 'succeeded', 'failed')),
    started_by text not null,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    done bigint not null default 0,
    total bigint not null default 0,
    phase text not null default '',
    findings jsonb not null default '[]'
  );
  create unique index one_job_at_a_time on platform.jobs (status) where status = 'running';
  create index jobs_by_tenant on platform.jobs (tenant, started_at desc);
  create table platform.policy_checkpoints (
    name text primary key,
    position bigint not null,
    saved_at timestamptz not null default now()
  );
  create table platform.secrets (name text primary key, value bytea not null);
`

/** The operation log answers "who changed this?": what it says once, it says forever, even to the owner of the tables. */
const keepOperationLog = `
  create function platform.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name;
  end $$;
  create trigger operation_log_is_kept before update or delete on platform.operation_log
    for each row execute function platform.refuse_change();
  create trigger operation_log_is_not_cut before truncate on platform.operation_log
    for each statement execute function platform.refuse_change();
`

/** The name that was typed in its one spelling, the network that it came from, and the device if the account knows it. */
const signInLimitColumns = `
  alter table platform.login_log add name_key text, add network text, add device text;
  create index login_log_by_name_key on platform.login_log (name_key, at);
  create index login_log_by_network on platform.login_log (network, at);
  create index login_log_by_device on platform.login_log (device, at) where device is not null;
`

/**
 * Accounts of one tenant used to start with one password. Where it was never replaced, it opens nothing any more: an administrator gives such an
 * account another one, or its owner recovers it by a code. The first account of a tenant and those of visitors always had their own.
 */
const dropSharedPassword = `
  delete from platform.configuration where config_key = 'sys.user.initPassword';
  update platform.users set password_hash = 'none', initial_password_hash = null
    where must_change_password and password_hash = initial_password_hash and create_by is not null and lower(create_by) <> lower(username)
      and user_id > (select min(first.user_id) from platform.users first where first.tenant = users.tenant);
`

const columnsOf = (columns: string): string => (columns === '*' ? '' : ` (${columns})`)

const grantTable = ([table, right]: [string, (typeof rights)[string]]): string => `
  alter table platform.${table} enable row level security;
  create policy own_tenant on platform.${table} to ${requestRole}
    using (${right.tenantColumn ?? 'tenant'} = current_setting('nightflow.tenant', true))
    with check (${right.tenantColumn ?? 'tenant'} = current_setting('nightflow.tenant', true));
  ${right.select ? `grant select${columnsOf(right.select)} on platform.${table} to ${requestRole};` : ''}
  ${right.insert ? `grant insert${columnsOf(right.insert)} on platform.${table} to ${requestRole};` : ''}
  ${right.update ? `grant update${columnsOf(right.update)} on platform.${table} to ${requestRole};` : ''}
`

const own = (column: string): string => `${column} = current_setting('nightflow.tenant', true)`
const isPlatform = `current_setting('nightflow.tenant', true) = 'platform'`

/** Which rows a request sees, and which it may write. */
const rowsOfRight: Record<Right['sees'], (column: string) => { using: string; check: string }> = {
  own: (column) => ({ using: own(column), check: own(column) }),
  shared: (column) => ({ using: `${own(column)} or ${column} = 'platform'`, check: own(column) }),
  watched: (column) => ({ using: `${own(column)} or ${isPlatform}`, check: `${own(column)} or ${isPlatform}` }),
  common: () => ({ using: 'true', check: isPlatform }),
}

const grantRight = ([table, right]: [string, Right]): string => {
  const name = `platform.${table}`
  const { using, check } = rowsOfRight[right.sees](right.tenantColumn ?? 'tenant')
  const grants = (['select', 'insert', 'update'] as const).flatMap((verb) => {
    const columns = right[verb]
    return columns ? [`grant ${verb}${columnsOf(columns)} on ${name} to ${requestRole};`] : []
  })
  const policies = [
    `create policy seen on ${name} for select to ${requestRole} using (${using});`,
    ...(right.insert ? [`create policy made on ${name} for insert to ${requestRole} with check (${check});`] : []),
    ...(right.update ? [`create policy changed on ${name} for update to ${requestRole} using (${check}) with check (${check});`] : []),
    ...(right.delete
      ? [`create policy removed on ${name} for delete to ${requestRole} using (${check});`, `grant delete on ${name} to ${requestRole};`]
      : []),
  ]
  return `
  alter table ${name} enable row level security;
  drop policy if exists own_tenant on ${name};
  revoke all on ${name} from ${requestRole};
  ${[...grants, ...policies].join('\n  ')}`
}

/** A database that has the dictionary already gets the entry here; a new one with the dictionary. */
const alarmOfSetAsideEvent = `
  insert into platform.dictionary_data (dict_type, dict_value, labels, dict_sort, list_class, is_default, create_by)
  select dict_type, 'event-set-aside', '{"zh-CN": "事件未计入数据", "en": "Event not included in the figures",
    "fr": "Événement non pris en compte", "id": "Peristiwa belum dihitung"}', 12, 'danger', 'N', 'system'
  from platform.dictionary_types where dict_type = 'meter_alarm_type' on conflict do nothing`

/** In order; a number once released is never edited, what changes later is a further number. */
export const migrations: readonly { number: number; name: string; sql: string }[] = [
  { number: 1, name: 'tables', sql: tables },
  { number: 2, name: 'keep the operation log', sql: keepOperationLog },
  {
    number: 3,
    name: 'rights of requests',
    sql: `grant usage on schema platform to ${requestRole}; ${Object.entries(rights).map(grantTable).join('')}`,
  },
  {
    number: 4,
    name: 'back office',
    sql: `${backOfficeTables} ${Object.entries(backOfficeRights).map(grantRight).join('')}`,
  },
  { number: 5, name: 'no shared first password', sql: dropSharedPassword },
  {
    number: 6,
    name: 'exports',
    sql: `${exportJobsTable} ${grantRight(['exports', { sees: 'own', select: '*', insert: '*', update: '*', delete: true }])}`,
  },
  { number: 7, name: 'the first user is the platform’s', sql: firstUserIsThePlatforms },
  { number: 8, name: 'notices that people have read', sql: `${noticeReadsTable} ${grantRight(['notice_reads', noticeReadsRight])}` },
  { number: 9, name: 'what limits of signing in count by', sql: signInLimitColumns },
  { number: 10, name: 'alarm of a set-aside event', sql: alarmOfSetAsideEvent },
  { number: 11, name: 'rename default texts', sql: migrateDefaultTexts },
]

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
    await createRequestRole(client)
    await createServiceRole(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await migrate(client)
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

const migrate = async (client: PoolClient): Promise<void> => {
  await client.query(`
    create schema if not exists platform;
    create table if not exists platform.migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ number: number }>('select number from platform.migrations')
  const applied = new Set(rows.map((row) => row.number))
  for (const { number, name, sql } of migrations) {
    if (applied.has(number)) continue
    await client.query(sql)
    await client.query('insert into platform.migrations (number, name) values ($1, $2)', [number, name])
  }
}

/**
 * Roles belong to the whole cluster while advisory locks belong to one database, so two databases may be
 * migrated at the same moment: losing that race is as good as winning it, hence the handlers and the second look.
 */
const createRequestRole = async (client: PoolClient): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`
        do $$ begin
          if not exists (select from pg_roles where rolname = '${requestRole}') then
            create role ${requestRole} nologin;
          end if;
          if not pg_has_role(current_user, '${requestRole}', 'set') then
            execute format('grant ${requestRole} to %I', current_user);
          end if;
        exception when duplicate_object or unique_violation then null;
        end $$`)
      const { rows } = await client.query<{ ready: boolean }>('select pg_has_role(current_user, $1, $2) as ready', [requestRole, 'set'])
      if (rows[0]?.ready) return
    } catch (error) {
      if (attempt >= 5) throw error
    }
    if (attempt >= 5) throw new Error(`The database user may not act as ${requestRole}: let a superuser grant it that role.`)
    await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
  }
}
