import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { anEvent } from '@nightflow/event-log/event-log.conformance'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import {
  runNightflow,
  type ServerProcess,
  startServerProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

let elsewhere: EventStoreDbStandIn
let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let server: ServerProcess
let key = ''
let hashesBefore: string[] = []
let nightFlowBefore: unknown

const nightflow = (...parameters: string[]) => runNightflow('--state-folder', folder.path, ...parameters)
const start = (...flags: string[]) =>
  startServerProcess(folder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString, ...flags])
const report = (frameId: string): Promise<Response> =>
  fetch(`${server.baseUrl}/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ frameId, sentAt: '2026-03-01T00:00:00Z', readings: [{ meter: '7', at: '2026-03-01T00:00:00Z', litres: 1 }] }),
  })
const nightFlow = async () => {
  const token = (await nightflow('token', '--tenant', 'north')).stdout.trim()
  const url = `${server.baseUrl}/api/v1/partitions/hill-zone/night-flow?from=2024-05-01&to=2024-05-02`
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()
}
const hashesOf = async (stream: string): Promise<string[]> =>
  (await nightflow('events', stream)).stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { hash: string }).hash)

beforeAll(async () => {
  elsewhere = await startEventStoreDbStandIn()
  database = await freshDatabase('move-log')
  folder = await temporaryStateFolder()
  server = await start()
  await nightflow('create-tenant', 'north', '--name', 'Waterworks North', '--timezone', 'UTC')
  key = (await nightflow('gateway-key', '--tenant', 'north', '--name', 'tower')).stdout.trim()
  const hours = Array.from(
    { length: 48 },
    (_, hour) => `${new Date(Date.UTC(2024, 4, 1, hour)).toISOString()},${hour % 24 === 3 ? 0.5 : 1}`,
  )
  writeFileSync(join(folder.path, 'flows.csv'), ['time,Hill Zone', ...hours].join('\n'))
  await nightflow('import-flows', join(folder.path, 'flows.csv'), '--tenant', 'north', '--timezone', 'UTC', '--unit', 'm3/h')
  for (const frameId of ['one', 'two', 'three']) expect((await report(frameId)).status).toBe(202)
  hashesBefore = await hashesOf('north/metering-gateway-tower')
  nightFlowBefore = await nightFlow()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await elsewhere?.stop()
  await database?.drop()
  await folder?.remove()
})

describe('moving the log to EventStoreDB', () => {
  test('needs a target, and accepts no server that holds another log', async () => {
    expect(await nightflow('move-log')).toMatchObject({ code: 1, stderr: expect.stringContaining('--eventstoredb-url') })
    const foreign = await startEventStoreDbStandIn()
    const other = await freshDatabase('move-log-other')
    const otherLog = createPostgresEventLog(other)
    const log = createPostgresEventLog(database)
    const [anything] = (await log.readAll(0, { limit: 1 })) as [RecordedEvent]
    await otherLog.append(anything.stream, 0, [{ ...anything, id: crypto.randomUUID() }])
    const moved = ['--database-url', other.connectionString, '--eventstoredb-url', foreign.connectionString, 'move-log']
    expect(await nightflow(...moved)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 events are in EventStoreDB') })
    const refused = await nightflow('--eventstoredb-url', foreign.connectionString, 'move-log')
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'that EventStoreDB holds the log of another Nightflow; each needs a server of its own.\n',
    })
    await Promise.all([log.close(), otherLog.close()])
    await other.drop()
    await foreign.stop()
  })

  test('says which event the other server does not take, and copies nothing', async () => {
    const small = await startEventStoreDbStandIn()
    const other = await freshDatabase('move-log-large')
    const otherLog = createPostgresEventLog(other)
    await otherLog.append('demo/devices-meter-1', 0, [anEvent({ packed: new Uint8Array(1_100_000) })])
    const nothingThere = small.log.endPosition()
    const refused = await nightflow('--database-url', other.connectionString, '--eventstoredb-url', small.connectionString, 'move-log')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('version 1 of demo/devices-meter-1 has 11') })
    expect(refused.stderr).toContain('maxAppendSize')
    expect(small.log.endPosition()).toBe(nothingThere)
    await otherLog.close()
    await other.drop()
    await small.stop()
  })

  test('brings over everything under a service that runs, whose gateways then have to wait', async () => {
    const moved = await nightflow('--eventstoredb-url', elsewhere.connectionString, 'move-log')
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('9 events are in EventStoreDB') })
    const late = await report('late')
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    const again = await nightflow('--eventstoredb-url', elsewhere.connectionString, 'move-log')
    expect(again).toMatchObject({ code: 1, stderr: 'the log of this database is in EventStoreDB already.\n' })
    await server.end('SIGTERM')
  })

  test.skipIf(!isFullForm)(
    `leaves a service that answers as before, on the same chains, and knows what was sent before${fullFormSuffix}`,
    async () => {
      server = await start('--eventstoredb-url', elsewhere.connectionString)
      expect(await waitUntil(async () => JSON.stringify(await nightFlow()) === JSON.stringify(nightFlowBefore))).toBe(true)
      expect(await hashesOf('north/metering-gateway-tower')).toEqual(hashesBefore)
      expect((await report('two')).status).toBe(202)
      expect((await report('late')).status).toBe(202)
      expect(await hashesOf('north/metering-gateway-tower')).toHaveLength(hashesBefore.length + 1)
      expect(await nightflow('verify')).toMatchObject({ code: 0, stdout: 'identical\n' })
    },
  )
})
