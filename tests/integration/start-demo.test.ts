import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartitionList } from '@nightflow/schemas/leakage/night-flow'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { launchServer, type ServerProcess, startServerProcess, temporaryStateFolder, waitUntil } from '../support/server-process.ts'

type SignIns = { tenant: string; users: { username: string; password: string; role: string }[] }

let stateFolder: { path: string; remove(): Promise<void> }
let server: ServerProcess | undefined
const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(join(stateFolder.path, file), 'utf8')) as Content
const query = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: readJson<{ databaseUrl: string }>('server.json').databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the demo utility', () => {
  beforeAll(async () => {
    stateFolder = await temporaryStateFolder()
  })
  afterAll(async () => {
    await server?.end('SIGINT')
    await stateFolder?.remove()
  })

  test('Ctrl-C while its history is fed ends at once, and the next start goes on and is ready', async () => {
    const first = launchServer(['--state-folder', stateFolder.path, '--no-web'])
    const isFeeding = await waitUntil(async () => {
      const frames = await query<{ count: number }>(
        `select count(*)::int as count from log.events where type = 'metering.ReadingsReported'`,
      ).catch(() => [])
      return (frames[0]?.count ?? 0) > 50
    }, 60_000)
    expect(isFeeding, first.output()).toBe(true)
    const asked = Date.now()
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(Date.now() - asked).toBeLessThan(10_000)
    server = await startServerProcess(stateFolder.path, ['--no-web'])
    expect(await (await fetch(`${server.baseUrl}/health/ready`)).json()).toMatchObject({ status: 'ready', demo: 'live' })
  })

  test('its users sign in with what is printed, and see partitions with figures', async () => {
    const { tenant, users } = readJson<SignIns>('demo-sign-ins.json')
    expect(users.map(({ role }) => role).sort()).toEqual(['admin', 'analyst', 'operator'])
    for (const { username, password } of users) {
      expect(server?.output()).toContain(password)
      const answer = await fetch(`${server?.baseUrl}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenant, username, password }),
      })
      expect(answer.status, username).toBe(200)
      const { token } = (await answer.json()) as { token: string }
      const partitions = await fetch(`${server?.baseUrl}/api/v1/partitions`, { headers: { authorization: `Bearer ${token}` } })
      const { rows } = (await partitions.json()) as z.infer<typeof PartitionList>
      expect(rows.filter(({ parentId }) => parentId === null)).toHaveLength(3)
      expect(rows.some(({ latest }) => latest?.nightMinimumFlowLitresPerHour)).toBe(true)
    }
  })

  test('a second start resumes within seconds and sends nothing twice', async () => {
    const repeated = `select count(*)::int as count from (select data->>'frameId', data->>'gateway' from log.events where type = 'metering.ReadingsReported' group by 1, 2 having count(*) > 1) twice`
    const [before] = await query<{ count: number }>('select count(*)::int as count from log.events')
    expect(await server?.end('SIGINT')).toBe(0)
    const asked = Date.now()
    server = await startServerProcess(stateFolder.path, ['--no-web'])
    expect(Date.now() - asked).toBeLessThan(20_000)
    const [after] = await query<{ count: number }>('select count(*)::int as count from log.events')
    expect(after?.count).toBeGreaterThanOrEqual(before?.count ?? 0)
    expect(await query(repeated)).toEqual([{ count: 0 }])
  })
})
