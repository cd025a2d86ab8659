import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { PartitionMember } from '@nightflow/schemas/leakage/night-flow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

let database: FreshDatabase
let server: ServerProcess
let stateFolder: { path: string; remove(): Promise<void> }
const nightflow = (...parameters: string[]) => runNightflow('--state-folder', stateFolder.path, ...parameters)

beforeAll(async () => {
  database = await freshDatabase('import-network')
  stateFolder = await temporaryStateFolder()
  server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
  await createTenant(database.pool, { code: 'hills', name: 'Hills', timeZone: 'Europe/Rome' })
})
afterAll(async () => {
  await server?.end('SIGINT')
  await stateFolder?.remove()
  await database?.drop()
})

const importNetwork = async (...lines: string[]): Promise<string> => {
  const file = join(stateFolder.path, 'network.csv')
  writeFileSync(file, ['partition,parent,meter,role,from,to', ...lines].join('\n'))
  const { code, stdout, stderr } = await nightflow('import-network', file, '--tenant', 'hills', '--timezone', 'Europe/Rome')
  expect(code, stderr).toBe(0)
  return stdout
}

const membersOf = async (id: string): Promise<string[]> => {
  const token = (await nightflow('token', '--tenant', 'hills')).stdout.trim()
  const answer = await fetch(`${server.baseUrl}/api/v1/partitions/${id}/members`, { headers: { authorization: `Bearer ${token}` } })
  const { rows } = (await answer.json()) as { rows: PartitionMember[] }
  return rows.map(({ number, role, direction, from, to }) => [number, direction ?? role, from ?? '-', to ?? '-'].join(' '))
}

const events = async (): Promise<number> => {
  const { rows } = await database.pool.query(`select count(*)::int as events from log.events where type like 'leakage.%'`)
  return rows[0].events
}

const points = ['town,,,,,', 'hill,town,,,,', 'dale,town,,,,', 'hill,,in-1,inlet,,', 'dale,,in-2,inlet,,']

test('a file ends a membership that an earlier one began and begins another one, and the same file again changes nothing', async () => {
  await importNetwork(...points, 'hill,,k1,customer,,', 'dale,,k2,customer,,')
  expect(await membersOf('hill')).toEqual(['in-1 in - -', 'k1 sub - -'])

  const moved = [...points, 'dale,,k1,customer,2026-03-15,', 'hill,,k1,customer,,2026-03-15', 'hill,,in-3,outlet,2026-03-01,2026-03-08']
  expect(await importNetwork(...moved)).toContain('Associations: 2 inlets, 1 outlets, 2 customers.')
  expect(await membersOf('hill')).toEqual(['in-1 in - -', 'in-3 out 2026-03-01 2026-03-08', 'k1 sub - 2026-03-15'])
  expect(await membersOf('dale')).toEqual(['in-2 in - -', 'k1 sub 2026-03-15 -', 'k2 sub - -'])

  const before = await events()
  await importNetwork(...moved)
  expect(await events()).toBe(before)
})
