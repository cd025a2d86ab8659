import { permissionsOfRole } from '@nightflow/schemas/shared/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { byForm } from '../../support/full-form.ts'
import { runNightflow } from '../../support/process/server-process.ts'
import { describeSchema } from '../../support/upgrade/describe-schema.ts'
import { callerOf, passwordOfPeople } from '../../support/upgrade/fill-utility.ts'
import { type Pair, type UpgradedDatabase, upgradeDatabase } from '../../support/upgrade/upgraded-database.ts'

/** The first migrations of the platform, whose numbers were recorded without checksums; and all of them, as they were before the checksums. */
const firstRelease = '68f0887'
const beforeChecksums = '7ff4b14'
/** Prices, bills, payments and debts, before holders had contracts and documents numbers. */
const beforeContracts = '564771fa'

/** Tables whose rows migrations and changed defaults may change, with their key: the last tests say how. */
const tablesThatFollow: Record<string, string> = {
  'platform.menus': 'menu_id',
  'platform.dictionary_types': 'dict_type',
  'platform.dictionary_data': 'dict_code',
  'platform.configuration': 'config_id',
  'platform.users': 'username',
  'platform.roles': 'role_id',
}
/** The built-in role of agents follows the service while its tenant has not edited it. */
const isOfAgents = ({ role_key, built_in, update_time }: Record<string, unknown>): boolean =>
  role_key === 'agent' && built_in === true && update_time === null
/** Policies whose checkpoint has another name since. */
const policiesRenamed = new Map([
  ['alarms/alarm-policies', 'alarms/flagged-readings'],
  ['devices/valve-policies', 'devices/finish-valve-operations'],
])
const unusedBeforeContracts = [
  ...['customer_types', 'former_users', 'gateway_downlinks', 'import_jobs', 'mailed_bills', 'map_layers', 'meter_groups', 'meter_keys'],
  ...['meter_types', 'outbox_attachments', 'policy_dead_letters', 'price_simulations'],
].map((table) => `platform.${table}`)
/** In the full form a dump is written by the server of its commit first. */
const startMillisecondsMax = 600_000

let upgraded: UpgradedDatabase
const lostOf = (pairs: Pair[]): Pair['was'][] => pairs.filter(({ is }) => !is).map(({ was }) => was)
/** Their rows are in `platform.jobs`. */
const tablesThatJoined = new Set(['platform.exports', 'platform.import_jobs'])
const idOf = async (): Promise<Map<unknown, unknown>> =>
  new Map((await upgraded.pairsOf('platform.users', 'username')).map(({ was, is }) => [was.user_id, is?.user_id]))

/**
 * Fields whose form in answers has changed since: the back office's times in the reader's zone, flags of each hour instead of its day, and texts about
 * persons, which events show to readers with that permission alone.
 */
const changedSince = (path: string): RegExp => {
  if (path.startsWith('/prod-api/system/agent/')) return undescribedOfAgents
  if (path.startsWith('/api/v1/audit/events')) return /^(flags|measuredLitres|reference|remark)$/
  return path.startsWith('/prod-api') ? /(Time|At|Date)$/ : /^(flags|measuredLitres)$/
}
/** The list of agents had all of each user, and described what an agent is listed by. */
const undescribedOfAgents =
  /(Time|At|Date|By)$|^(dept|deptId|deptName|email|language|loginIp|mustChangePassword|remark|roleIds|roleNames|sex|userType)$/
/** A meter that reported as the dump was written is silent some days later. */
const dependsOnToday = (name: string, value: unknown): boolean => name === 'status' && (value === 'reporting' || value === 'silent')
const withoutChanges = (path: string, answer: unknown): object =>
  JSON.parse(JSON.stringify(answer, (name, value) => (changedSince(path).test(name) || dependsOnToday(name, value) ? undefined : value)))

// The oldest and the newest one; the full form has each.
describe.each(byForm({ full: [firstRelease, beforeChecksums, beforeContracts], short: [firstRelease, beforeContracts] }))(
  'a database that %s wrote',
  (commit) => {
    let fresh: FreshDatabase
    beforeAll(async () => {
      fresh = await freshDatabase('upgrade_fresh')
      upgraded = await upgradeDatabase(commit)
    }, startMillisecondsMax)
    afterAll(async () => {
      await upgraded?.stop()
      await fresh?.drop()
    })

    test('has rows in nearly every table', () => {
      const empty = [...upgraded.before].filter(([, rows]) => rows.length === 0).map(([table]) => table)
      const unused = ['platform.exports', 'platform.files', 'platform.notice_reads', 'platform.outbox']
      expect([...unused, ...(commit === beforeContracts ? unusedBeforeContracts : [])]).toEqual(expect.arrayContaining(empty))
    })

    test('keeps every row of every table', async () => {
      const after = await upgraded.after()
      // Identifier 1 belongs to the platform's first user since a migration; who had it got another one.
      const renumbered = await idOf()
      const agentRoles = new Set(
        upgraded.before
          .get('platform.roles')
          ?.filter(isOfAgents)
          .map(({ role_id }) => role_id),
      )
      for (const [table, rows] of upgraded.before) {
        if (table in tablesThatFollow || tablesThatJoined.has(table)) continue
        for (const row of rows) {
          if (table === 'platform.role_menus' && agentRoles.has(row.role_id)) continue
          const {
            partitioned_until: _,
            partitioned_from: __,
            ...facts
          } = 'user_id' in row ? { ...row, user_id: renumbered.get(row.user_id) } : row
          if (table === 'platform.policy_checkpoints') facts.name = policiesRenamed.get(String(facts.name)) ?? facts.name
          // A row of an earlier version recorded no checksum.
          if (facts.checksum === null) delete facts.checksum
          expect(after.get(table), table).toContainEqual(expect.objectContaining(facts))
        }
      }
      for (const [table, key] of Object.entries(tablesThatFollow)) {
        const lost = lostOf(await upgraded.pairsOf(table, key))
        // The password that all new accounts of a tenant shared is gone on purpose.
        expect(
          lost.filter(({ config_key }) => config_key !== 'sys.user.initPassword'),
          table,
        ).toEqual([])
      }
    })

    test('keeps the log and its chains, and has the read models that the log says', async () => {
      const verified = await runNightflow('verify', '--database-url', upgraded.database.connectionString)
      expect([verified.stdout.trim(), verified.code]).toEqual(['identical', 0])
    })

    test('answers calls as before', async () => {
      const tokenOf = async (tenant: string, role: string) => {
        const where = ['--database-url', upgraded.database.connectionString]
        return (await runNightflow('token', '--tenant', tenant, '--role', role, ...where)).stdout.trim()
      }
      const tokens = { north: await tokenOf('north', 'admin'), platform: await tokenOf('platform', 'operator') }
      for (const { tenant, path, answer } of upgraded.answers) {
        const now = await callerOf(upgraded.server.baseUrl, tokens[tenant]).call('GET', path)
        expect.soft(now, path).toMatchObject(withoutChanges(path, answer))
      }
    })

    test('lets people sign in with their passwords', async () => {
      for (const username of ['north_admin', 'operator'])
        expect(
          await callerOf(upgraded.server.baseUrl, '').call('POST', '/api/v1/session', { username, password: passwordOfPeople }),
        ).toHaveProperty('token')
    })

    test('has the schema of a new one', async () => {
      // Read models are rebuilt and not migrated; months of the log depend on the day.
      const statementsOf = async ({ pool }: FreshDatabase): Promise<string[]> => {
        const { beforeRows, afterRows } = await describeSchema(pool)
        const statements = [...beforeRows, ...afterRows].map((statement) => statement.replaceAll(/\s+/g, ' '))
        return statements.filter((statement) => !/\bviews\.|log\.events_\d{4}_\d{2}/.test(statement))
      }
      expect(await statementsOf(upgraded.database)).toEqual(await statementsOf(fresh))
    })

    test('keeps what operators edited, and follows this version in the rest', async () => {
      const menus = await upgraded.pairsOf('platform.menus', 'menu_id')
      const edited = menus.filter(({ was }) => was.update_time !== null)
      expect(edited.map(({ is }) => (is!.titles as Record<string, string>).en)).toEqual(['Announcements'])
      const titles = menus.find(({ was }) => was.menu_key === 'audit/time-travel')!.is!.titles
      expect(titles).toMatchObject({ en: 'Historical data' })
      const types = await upgraded.pairsOf('platform.dictionary_types', 'dict_type')
      const nameOf = (type: string) => types.find(({ was }) => was.dict_type === type)!.is!.dict_name
      expect(['meter_alarm_type', 'sys_notice_type', 'pipe_material'].map(nameOf)).toEqual([
        'Alarm classes',
        'Notice type',
        'Pipe material',
      ])
      const labelsOf = async (type: string) => {
        const { rows } = await upgraded.database.pool.query(
          `select labels->>'en' as label from platform.dictionary_data where dict_type = $1 order by dict_sort`,
          [type],
        )
        return rows.map(({ label }) => label)
      }
      expect(await labelsOf('sys_normal_disable')).toEqual(['Working', 'Disabled'])
      // Operators removed the first one.
      expect(await labelsOf('sys_user_sex')).toEqual(['Female', 'Not specified'])
      const parameters = (await upgraded.pairsOf('platform.configuration', 'config_id')).filter(({ is }) => is)
      expect(parameters.filter(({ was, is }) => was.config_value !== is!.config_value)).toEqual([])
      const days = parameters.find(({ was }) => was.config_key === 'sys.account.passwordValidateDays' && was.tenant === 'platform')
      expect(days?.is).toMatchObject({ config_value: '90', config_name: 'Days a password is good' })
    })

    test('keeps roles, except that the unedited built-in role of agents shows its holder alone and has the sales desk', async () => {
      const roles = await upgraded.pairsOf('platform.roles', 'role_id')
      for (const { was, is } of roles) {
        const { data_scope, ...facts } = was
        expect(is).toEqual(expect.objectContaining({ ...facts, data_scope: isOfAgents(was) ? '5' : data_scope }))
      }
      const { rows } = await upgraded.database.pool.query<{ permissions: string[] }>(
        `select array(select distinct perms from platform.role_menus given join platform.menus using (menu_id)
           where given.role_id = role.role_id and perms <> '' order by perms) as permissions
         from platform.roles role where role_key = 'agent' and built_in and update_time is null`,
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const { permissions } of rows) expect(permissions).toEqual(permissionsOfRole.agent.toSorted())
    })

    test('keeps passwords, except one that a whole utility shared', async () => {
      const people = await upgraded.pairsOf('platform.users', 'username')
      const changed = people.filter(({ was, is }) => was.password_hash !== is!.password_hash)
      expect(changed.map(({ was, is }) => [was.username, is!.password_hash])).toEqual(
        commit === firstRelease ? [['north_reader', 'none']] : [],
      )
    })
  },
)
