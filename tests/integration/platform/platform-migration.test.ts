import { migratePlatform, platformMigrations } from '@nightflow/platform/migrate-platform'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { permissionsOfRole } from '@nightflow/schemas/shared/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
const rowsOf = async (sql: string) => (await database.pool.query(sql)).rows
const menusOf = (role: string) =>
  rowsOf(`select menu_key from platform.role_menus join platform.roles using (tenant, role_id) join platform.menus using (menu_id)
    where tenant = 'north' and role_key = '${role}' and menu_type = 'C' order by order_num`)

/** A service as it was before there was a back office: a user has a role as a word, and names count once per tenant. */
beforeAll(async () => {
  database = await freshDatabase('platform_migration')
  await database.pool.query('drop schema platform cascade; create schema platform')
  await database.pool.query(
    'create table platform.migrations (number integer primary key, name text not null, applied_at timestamptz default now())',
  )
  for (const { number, name, sql } of platformMigrations.filter((migration) => migration.number < 4)) {
    await database.pool.query(sql)
    await database.pool.query('insert into platform.migrations (number, name) values ($1, $2)', [number, name])
  }
  await database.pool.query(`
    insert into platform.tenants (code, name, time_zone) values ('north', 'North', 'UTC'), ('far-south', 'South', 'UTC');
    insert into platform.users (tenant, username, password_hash, role, disabled, created_at) values
      ('north', 'Admin', 'x', 'admin', false, '2024-01-01'), ('north', 'reader', 'x', 'analyst', true, '2024-01-01'),
      ('far-south', 'admin', 'x', 'operator', false, '2024-02-01')`)
  await migratePlatform(database.pool)
})
afterAll(() => database.drop())

test('people keep their roles, and only the platform has operators', async () => {
  const people = await rowsOf(`select username, role_key, users.status, user_type from platform.users
    join platform.user_roles using (tenant, user_id) join platform.roles using (tenant, role_id) order by username`)
  expect(people).toEqual([
    { username: 'Admin', role_key: 'admin', status: '0', user_type: '01' },
    { username: 'admin_far_south', role_key: 'admin', status: '0', user_type: '01' },
    { username: 'reader', role_key: 'analyst', status: '1', user_type: '01' },
  ])
  const roles = await rowsOf(`select role_key, role_name from platform.roles where tenant = 'north' order by role_sort`)
  expect(roles[0]).toEqual({ role_key: 'admin', role_name: 'Administrator' })
  expect(roles.map(({ role_key }) => role_key)).toEqual(['admin', 'analyst', 'clerk', 'agent', 'trial'])
})

test('an unedited role follows the service, one that its tenant changed stays', async () => {
  const clerk = await menusOf('clerk')
  expect(clerk.length).toBeGreaterThan(2)
  await database.pool.query(`
    delete from platform.role_menus using platform.roles where roles.role_id = role_menus.role_id and role_key in ('clerk', 'agent');
    update platform.roles set update_time = now() where role_key = 'clerk'`)
  await migratePlatform(database.pool)
  expect(await menusOf('clerk')).toEqual([])
  expect((await menusOf('agent')).length).toBeGreaterThan(1)
})

test('an unedited role of agents gets the sales desk and loses the list of agents and the figures', async () => {
  await database.pool.query(`
    delete from platform.role_menus using platform.roles, platform.menus where roles.role_id = role_menus.role_id
      and menus.menu_id = role_menus.menu_id and role_key = 'agent' and perms like 'agents:%';
    insert into platform.role_menus (tenant, role_id, menu_id) select tenant, role_id, menu_id from platform.roles, platform.menus
      where role_key = 'agent' and perms in ('dashboard:figures:read', 'system:agent:list')`)
  await migratePlatform(database.pool)
  const permissions = await rowsOf(`select distinct perms from platform.role_menus join platform.roles using (tenant, role_id)
    join platform.menus using (menu_id) where tenant = 'north' and role_key = 'agent' and perms <> '' order by perms`)
  expect(permissions.map(({ perms }) => perms)).toEqual(permissionsOfRole.agent.toSorted())
})

test('a menu that operators changed stays, and one that a new version brings is added', async () => {
  await database.pool.query(`
    update platform.menus set titles = titles || '{"en": "Sluices"}', status = '1' where menu_key = 'devices/meters';
    delete from platform.menus where menu_key = 'devices/meter'`)
  await migratePlatform(database.pool)
  expect(await rowsOf(`select titles->>'en' as title, status from platform.menus where menu_key = 'devices/meters'`)).toEqual([
    { title: 'Sluices', status: '1' },
  ])
  expect(
    await rowsOf(`select above.menu_key from platform.menus join platform.menus above on above.menu_id = menus.parent_id
    where menus.menu_key = 'devices/meter'`),
  ).toEqual([{ menu_key: 'device' }])
})

test('default texts of an earlier version are renamed, and texts that operators edited stay', async () => {
  const before = '{"en": "Figures as of a moment", "zh-CN": "历史时点", "fr": "Chiffres à une date", "id": "Angka pada suatu saat"}'
  await database.pool.query(`
    update platform.menus set titles = '${before}' where menu_key = 'audit/time-travel';
    update platform.dictionary_types set dict_name = 'Kind of notice' where dict_type = 'sys_notice_type';
    update platform.dictionary_types set dict_name = 'Alarm classes' where dict_type = 'meter_alarm_type';
    update platform.dictionary_data set labels = '{"en": "In use", "zh-CN": "启用", "fr": "En service", "id": "Aktif"}'
      where dict_type = 'sys_normal_disable' and dict_value = '0';
    update platform.dictionary_data set labels = '{"en": "Retired", "zh-CN": "停用", "fr": "Hors service", "id": "Nonaktif"}'
      where dict_type = 'sys_normal_disable' and dict_value = '1';
    update platform.configuration set config_name = 'Kind of captcha (math, char)' where config_key = 'sys.account.captchaType';
    delete from platform.migrations where name = 'rename-default-texts'`)
  await migratePlatform(database.pool)
  expect(
    await rowsOf(`select titles->>'zh-CN' as zh, titles->>'fr' as fr from platform.menus where menu_key = 'audit/time-travel'`),
  ).toEqual([{ zh: '历史数据回溯', fr: 'Données historiques' }])
  const named = await rowsOf(
    `select dict_name from platform.dictionary_types where dict_type in ('sys_notice_type', 'meter_alarm_type') order by 1`,
  )
  expect(named).toEqual([{ dict_name: 'Alarm classes' }, { dict_name: 'Notice type' }])
  const labels = await rowsOf(
    `select labels->>'en' as label from platform.dictionary_data where dict_type = 'sys_normal_disable' order by dict_value`,
  )
  expect(labels).toEqual([{ label: 'Enabled' }, { label: 'Retired' }])
  expect(await rowsOf(`select config_name from platform.configuration where config_key = 'sys.account.captchaType'`)).toEqual([
    { config_name: 'Captcha type (math, char)' },
  ])
})

test('a changed default reaches unedited rows, column by column, and no others', async () => {
  // As an earlier version shipped them.
  await database.pool.query(`
    update platform.dictionary_data set labels = '{"en": "Before"}', dict_sort = 9, shipped = shipped || '{"labels": {"en": "Before"}, "dict_sort": 9}'
      where dict_type = 'alarm_status' and dict_value in ('0', '1');
    update platform.dictionary_data set labels = '{"en": "Ours"}' where dict_type = 'alarm_status' and dict_value = '1';
    update platform.configuration set config_value = 'x', shipped = shipped || '{"config_value": "x"}' where config_key = 'sys.account.captchaType';
    update platform.menus set parent_id = null, perms = 'x', shipped = shipped || '{"parent": null, "perms": "x"}' where menu_key = 'devices/meters';
    update platform.menus set parent_id = null where menu_key = 'alarms/index'`)
  await migratePlatform(database.pool)
  expect(
    await rowsOf(
      `select labels->>'en' as label, dict_sort from platform.dictionary_data where dict_type = 'alarm_status' order by dict_value limit 2`,
    ),
  ).toEqual([
    { label: 'Unprocessed', dict_sort: 1 },
    { label: 'Ours', dict_sort: 2 },
  ])
  expect(await rowsOf(`select config_value from platform.configuration where config_key = 'sys.account.captchaType'`)).toEqual([
    { config_value: 'math' },
  ])
  expect(
    await rowsOf(`select menus.menu_key, above.menu_key as parent, menus.perms from platform.menus left join platform.menus above
      on above.menu_id = menus.parent_id where menus.menu_key in ('devices/meters', 'alarms/index') order by 1`),
  ).toEqual([
    { menu_key: 'alarms/index', parent: null, perms: 'alarms:alarm:read' },
    { menu_key: 'devices/meters', parent: 'device', perms: 'devices:meter:read' },
  ])
})

test('an entry that operators removed stays removed, and one that a version adds to a dictionary comes', async () => {
  await database.pool.query(`
    delete from platform.dictionary_data where dict_type = 'alarm_status' and dict_value in ('2', '3');
    update platform.dictionary_types set shipped = jsonb_set(shipped, '{entries}', '["0", "1", "2"]') where dict_type = 'alarm_status'`)
  await migratePlatform(database.pool)
  expect(await rowsOf(`select dict_value from platform.dictionary_data where dict_type = 'alarm_status' order by 1`)).toEqual([
    { dict_value: '0' },
    { dict_value: '1' },
    { dict_value: '3' },
  ])
})

test('a start that finds everything as declared changes no row', async () => {
  const written = () =>
    rowsOf(`select (select max(xmin::text::bigint) from platform.menus) as menus, (select max(xmin::text::bigint) from platform.dictionary_data) as words,
      (select max(xmin::text::bigint) from platform.configuration) as parameters`)
  const before = await written()
  await migratePlatform(database.pool)
  expect(await written()).toEqual(before)
})

test('a new tenant starts with all roles, and no foreign key leads out of it', async () => {
  await createTenant(database.pool, { code: 'west', name: 'West', timeZone: 'UTC' })
  const [west] = await rowsOf(`select role_id from platform.roles where tenant = 'west' and role_key = 'admin'`)
  const [user] = await rowsOf(`select user_id from platform.users where tenant = 'north' limit 1`)
  await expect(
    database.pool.query(`insert into platform.user_roles (tenant, role_id, user_id) values ('north', $1, $2)`, [
      west.role_id,
      user.user_id,
    ]),
  ).rejects.toThrow('foreign key')
})

test('a first password that a whole tenant shared opens nothing any more', async () => {
  await database.pool.query(`
    delete from platform.migrations where name = 'no-shared-first-password';
    insert into platform.configuration (tenant, config_name, config_key, config_value) values ('north', 'x', 'sys.user.initPassword', 'x');
    insert into platform.users (tenant, username, password_hash, initial_password_hash, must_change_password, create_by) values
      ('north', 'never_came', 'shared', 'shared', true, 'Admin'), ('north', 'came', 'own', 'shared', false, 'Admin'),
      ('west', 'first_of_west', 'drawn', 'drawn', true, 'operator')`)
  await migratePlatform(database.pool)
  expect(await rowsOf(`select 1 from platform.configuration where config_key = 'sys.user.initPassword'`)).toEqual([])
  expect(
    await rowsOf(`select username, password_hash as hash from platform.users where username in ('never_came', 'came', 'first_of_west')
      order by username`),
  ).toEqual([
    { username: 'came', hash: 'own' },
    { username: 'first_of_west', hash: 'drawn' },
    { username: 'never_came', hash: 'none' },
  ])
})
