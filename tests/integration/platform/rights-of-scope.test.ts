import { requestRole } from '@nightflow/event-log/postgres/database'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { commandsOf, type RowCommand, rightsOfScope } from '@nightflow/platform/storage/rights-of-scope'
import { resources } from '@nightflow/schemas/resources'
import type { AnyResource } from '@nightflow/schemas/shared/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('rights_of_scope')
  await migratePlatform(database.pool)
})
afterAll(() => database.drop())

/** Read models are written by the projector alone; their rights come with their schema. */
const all = Object.values<AnyResource>(resources).filter(({ table }) => table.startsWith('platform.'))
/** Resources of one table: the verbs of all of them. */
const tables = [...Map.groupBy(all, ({ table }) => table)].map(
  ([table, those]) => ({ ...those[0]!, table, verbs: those.flatMap(({ verbs }) => verbs) }) satisfies AnyResource,
)

/** Every command writes its row of the operation log, and people change none. A request of the public is decided by a command of its own. */
const besides: Readonly<Record<string, readonly RowCommand[]>> = {
  'platform.operation_log': ['insert'],
  'platform.public_requests': ['update'],
}

type Policy = { policyname: string; cmd: string; qual: string | null; with_check: string | null }

const policiesOf = async (table: string): Promise<Policy[]> => {
  const [schema, name] = table.split('.')
  const { rows } = await database.pool.query<Policy>(
    `select policyname, cmd, qual, with_check from pg_policies where schemaname = $1 and tablename = $2 and $3 = any(roles) order by policyname`,
    [schema, name, requestRole],
  )
  return rows
}
const grantsOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ command: string }>(
    `select command from unnest(array['select', 'insert', 'update', 'delete']) with ordinality as known (command, place)
     where case command when 'delete' then has_table_privilege($1, $2, command) else has_any_column_privilege($1, $2, command) end order by place`,
    [requestRole, table],
  )
  return rows.map(({ command }) => command)
}

test.each(tables)('$table has the grants and policies of its declaration', async (resource) => {
  const more = besides[resource.table] ?? []
  expect(await grantsOf(resource.table)).toEqual([...commandsOf(resource), ...more])
  const probe = `public.probe_${resource.table.replace('.', '_')}`
  await database.pool.query(`create table ${probe} (like ${resource.table}); ${rightsOfScope({ ...resource, table: probe }).join('\n')}`)
  const written = (await policiesOf(resource.table)).filter(({ cmd }) => !more.some((command) => command.toUpperCase() === cmd))
  expect(written).toEqual(await policiesOf(probe))
  const { rows } = await database.pool.query('select relrowsecurity from pg_class where oid = $1::regclass', [resource.table])
  expect(rows).toEqual([{ relrowsecurity: true }])
})

test('a resource without the verb of removal gives no right to delete', () => {
  const statements = rightsOfScope({ table: 'platform.things', scope: 'shared', verbs: ['list', 'query', 'add', 'edit'] })
  expect(statements).toEqual([
    'alter table platform.things enable row level security;',
    'revoke all on platform.things from nightflow_request;',
    'grant select, insert, update on platform.things to nightflow_request;',
    `create policy seen on platform.things for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or tenant = 'platform');`,
    `create policy made on platform.things for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));`,
    `create policy changed on platform.things for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));`,
  ])
})
