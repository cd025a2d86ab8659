import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventDetail, type EventRow, Job, type StreamRow } from '@nightflow/schemas/audit/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import {
  runNightflow,
  runNightflowWith,
  runServerToItsEnd,
  type ServerProcess,
  startRoleProcess,
  startServerProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

// On the STAND-IN: what is tested here is that every part of the service finds its log, not how a real server stores it.
let log: EventStoreDbStandIn
let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let server: ServerProcess
let gatewayKey = ''
let token = ''

const nightflow = (...parameters: string[]) => runNightflow('--state-folder', folder.path, ...parameters)
const start = () =>
  startServerProcess(folder.path, [
    ...['--no-demo', '--no-web', '--database-url', database.connectionString],
    ...['--eventstoredb-url', log.connectionString],
  ])
const call = async (path: string, body?: object): Promise<Response> =>
  fetch(`${server.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
const ask = async <Answer>(path: string): Promise<Answer> => {
  const answer = await call(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json() as Promise<Answer>
}
type NightFlow = { rows: { supplyLitres: number | null }[] }
type Events = { rows: EventRow[]; head: number }
const nightFlow = () => ask<NightFlow>('/api/v1/partitions/hill-zone/night-flow?from=2024-05-01&to=2024-05-03')

const report = async (meter: string, values: object, at = Date.now()): Promise<number> => {
  const answer = await fetch(`${server.baseUrl}/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ frameId: randomUUID(), sentAt: new Date().toISOString(), readings: [{ meter, at, ...values }] }),
  })
  expect(answer.status, await answer.clone().text()).toBe(202)
  return ((await answer.json()) as { position: number }).position
}
const seen = async (position: number): Promise<boolean> =>
  waitUntil(async () => {
    const ready = (await (await fetch(`${server.baseUrl}/health/ready`)).json()) as { projector?: { position: number } }
    return (ready.projector?.position ?? 0) >= position
  }, 15_000)

const hoursOf = (firstDay: number, days: number): string[] =>
  Array.from(
    { length: days * 24 },
    (_, hour) => `${new Date(Date.UTC(2024, 4, firstDay, hour)).toISOString()},${hour % 24 === 3 ? 0.5 : 1}`,
  )
const importDays = async (firstDay: number, days: number) => {
  const file = join(folder.path, 'flows.csv')
  writeFileSync(file, ['time,Hill Zone', ...hoursOf(firstDay, days)].join('\n'))
  return nightflow('import-flows', file, '--tenant', 'north', '--timezone', 'UTC', '--unit', 'm3/h')
}

beforeAll(async () => {
  log = await startEventStoreDbStandIn()
  database = await freshDatabase('eventstoredb-server')
  folder = await temporaryStateFolder()
  server = await start()
  await nightflow('create-tenant', 'north', '--name', 'Waterworks North', '--timezone', 'UTC')
  gatewayKey = (await nightflow('gateway-key', '--tenant', 'north', '--name', 'tower')).stdout.trim()
  token = (await nightflow('token', '--tenant', 'north', '--role', 'admin')).stdout.trim()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await log?.stop()
  await database?.drop()
  await folder?.remove()
})

describe('the whole service with its log in EventStoreDB', () => {
  test('takes frames through the gateway and answers night flow from them', async () => {
    expect(await importDays(1, 2)).toMatchObject({ code: 0, stdout: expect.stringContaining('Readings: 48 new of 48') })
    const { rows } = await nightFlow()
    expect(rows[0]).toMatchObject({ date: '2024-05-01', supplyLitres: 23_500, nightMinimumFlowLitresPerHour: 500, completeness: 1 })
    const { rows: inPostgres } = await database.pool.query('select position from log.events')
    expect(inPostgres).toEqual([])
    const again = await importDays(1, 2)
    expect(again.stdout).toContain('Readings: 0 new of 48')
  })

  test('shows streams and events to the auditor, of one tenant alone, a frame with its readings', async () => {
    const { rows: streams } = await ask<{ rows: StreamRow[] }>('/api/v1/audit/streams?search=GATEWAY')
    expect(streams).toMatchObject([{ stream: 'north/metering-gateway-import', version: 1 }])
    const { rows: events, head } = await ask<Events>('/api/v1/audit/events')
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'metering.ImportCompleted',
      'metering.ReadingsReported',
      'metering.ImportDeclared',
      'leakage.SummaryMeterAssociated',
      'leakage.PartitionCreated',
      'devices.MeterRegistered',
    ])
    expect(head).toBe(events[0]?.position)
    const before = await ask<Events>(`/api/v1/audit/events?before=${head}&type=devices.MeterRegistered`)
    expect(before.rows).toMatchObject([{ stream: 'north/devices-meter-hill-zone-inlet', version: 1, actor: 'user:command-line' }])

    const position = await report('7', { litres: 10 }, Date.UTC(2024, 4, 1))
    const second = await report('7', { litres: 11 }, Date.UTC(2024, 4, 1, 1))
    expect(await seen(second)).toBe(true)
    const frame = await ask<EventDetail>(`/api/v1/audit/events/${position}`)
    expect(frame).toMatchObject({ previousHash: null, readings: [{ meter: '7', at: '2024-05-01T00:00:00.000Z', litres: 10 }] })
    expect((await ask<EventDetail>(`/api/v1/audit/events/${second}`)).previousHash).toBe(frame.hash)
    expect((await call(`/api/v1/audit/events/${position + 1}`)).status).toBe(404)
    const printed = await nightflow('events', 'north/metering-gateway-tower', '--limit', '1')
    expect(JSON.parse(printed.stdout)).toMatchObject({ position, hash: frame.hash })
    await nightflow('create-tenant', 'south', '--name', 'Waterworks South', '--timezone', 'UTC')
    const stranger = (await nightflow('token', '--tenant', 'south', '--role', 'admin')).stdout.trim()
    const foreign = await fetch(`${server.baseUrl}/api/v1/audit/events`, { headers: { authorization: `Bearer ${stranger}` } })
    expect(await foreign.json()).toMatchObject({ rows: [], head: 0 })
  })

  test('claims what a meter reported before it was registered', async () => {
    const registered = await call('/api/v1/meters', { meters: [{ number: '7', timeZone: 'UTC' }] })
    expect(registered.headers.get('nightflow-views')).toBe('current')
    const { rows } = await ask<{ rows: object[] }>('/api/v1/meters/7/readings?from=2024-05-01&to=2024-05-02')
    expect(rows.length).toBeGreaterThan(0)
  })

  test('confirms a valve by what its meter reports: policies follow the log', async () => {
    await call('/api/v1/meters', { meters: [{ number: 'v1', hasValve: true }] })
    const operationId = randomUUID()
    expect((await call('/api/v1/meters/v1/valve', { operationId, position: 'closed', reason: 'unpaid' })).status).toBe(200)
    expect(await seen(await report('v1', { litres: 1, valve: 'closed' }))).toBe(true)
    const isConfirmed = async () => {
      const { valveOperations } = await ask<{ valveOperations: { status: string }[] }>('/api/v1/meters/v1')
      return valveOperations[0]?.status === 'confirmed'
    }
    expect(await waitUntil(isConfirmed)).toBe(true)
  })

  test.skipIf(!isFullForm)(
    `goes on after a restart, a kill and broken connections, and is identical to its log${fullFormSuffix}`,
    async () => {
      expect(await server.end('SIGTERM')).toBe(0)
      server = await start()
      await importDays(3, 1)
      log.dropConnections()
      expect(await seen(await report('7', { litres: 12 }))).toBe(true)
      await server.end('SIGKILL')
      server = await start()
      expect((await nightFlow()).rows).toHaveLength(3)
      expect(await nightflow('verify')).toMatchObject({ code: 0, stdout: 'identical\n' })
      expect(await nightflow('replay', 'all')).toMatchObject({ code: 0, stdout: expect.stringContaining('rebuilt up to position') })
      expect(await nightflow('verify')).toMatchObject({ code: 0, stdout: 'identical\n' })
      const { id } = Job.parse(await (await call('/api/v1/audit/jobs', { kind: 'verify' })).json())
      const findings = async () => (await ask<Job>(`/api/v1/audit/jobs/${id}`)).findings
      await expect.poll(findings, { interval: 200 }).toEqual(['identical'])
      const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
      expect(metrics).toContain('nightflow_projector_lag_events 0')
      expect(metrics).toContain('nightflow_projector_lag_seconds 0')
    },
  )

  test.skipIf(!isFullForm)(`prints the figures as of a position and as of an instant${fullFormSuffix}`, async () => {
    await importDays(3, 1)
    const { rows: frames } = await ask<Events>('/api/v1/audit/events?stream=north/metering-gateway-import')
    const [third, first] = frames
    const at = (asOf: string | number) =>
      ask<NightFlow>(`/api/v1/partitions/hill-zone/night-flow?from=2024-05-01&to=2024-05-03&asOf=${encodeURIComponent(asOf)}`)
    const known = ({ rows }: NightFlow) => rows.filter(({ supplyLitres }) => supplyLitres !== null).length
    expect(known(await at(first!.position))).toBe(2)
    expect(known(await at(third!.position))).toBe(3)
    expect(known(await at(first!.recordedAt))).toBe(2)
    const until = await nightflow('replay', 'all', '--until', third!.recordedAt)
    expect(until.stdout).toContain(`position ${third!.position} are in the schema views_as_of`)
  })

  test.skipIf(!isFullForm)(`finds altered events of the log${fullFormSuffix}`, async () => {
    const stream = 'nightflow/north/metering-gateway-tower'
    const { data } = log.log.ofStream(stream)![0]!
    log.log.alter(stream, 0, { data: Uint8Array.from(data, (byte, index) => (index === data.length - 1 ? byte ^ 1 : byte)) })
    const altered = await nightflow('verify')
    expect(altered.code).toBe(1)
    expect(altered.stdout).toContain('north/metering-gateway-tower version 1')
    log.log.alter(stream, 0, { data })
    expect((await nightflow('verify')).stdout).toBe('identical\n')
  })

  test('says that its log is away, refuses frames meanwhile, and is ready again by itself', async () => {
    log.refuse(true)
    log.dropConnections()
    const away = await fetch(`${server.baseUrl}/health/ready`)
    expect([away.status, await away.json()]).toMatchObject([503, { status: 'unavailable', database: 'ok', log: 'unreachable' }])
    log.refuse(false)
    expect(await waitUntil(async () => (await fetch(`${server.baseUrl}/health/ready`)).ok)).toBe(true)
    expect(await seen(await report('7', { litres: 13 }))).toBe(true)
  })
})

describe('a client that is configured with another log', () => {
  const elsewhere =
    'the log of this database is in EventStoreDB, and a second one beside it would tear the service apart; set EVENTSTOREDB_URL.'

  test('a server without the address does not begin a second one', async () => {
    const refused = await runServerToItsEnd(['--no-demo', '--no-web', '--database-url', database.connectionString])
    expect(refused).toEqual({ code: 1, output: `Nightflow cannot go on: ${elsewhere}\n` })
  })

  test.skipIf(!isFullForm)(`a command without the address neither, and with it needs no server${fullFormSuffix}`, async () => {
    const nowhere = join(folder.path, 'nowhere')
    const where = ['--state-folder', nowhere, '--database-url', database.connectionString]
    expect(await runNightflow(...where, 'verify')).toMatchObject({ code: 1, stderr: `${elsewhere}\n` })
    const environment = { EVENTSTOREDB_URL: log.connectionString, NIGHTFLOW_DATABASE_URL: database.connectionString }
    const printed = await runNightflowWith({ environment }, '--state-folder', nowhere, 'events', 'north/devices-meter-7')
    expect(printed.code, printed.stderr).toBe(0)
  })

  test.skipIf(!isFullForm)(`an empty server is not accepted as the log of the read models${fullFormSuffix}`, async () => {
    const empty = await startEventStoreDbStandIn()
    const flags = ['--no-demo', '--no-web', '--database-url', database.connectionString, '--eventstoredb-url', empty.connectionString]
    const refused = await runServerToItsEnd(flags)
    await empty.stop()
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('the log in EventStoreDB ends at 0: it is another log')
  })

  test.skipIf(!isFullForm)(`an unreachable address is reported in a sentence without the password${fullFormSuffix}`, async () => {
    const url = 'esdb://admin:Secret-77@127.0.0.1:9?tls=false&maxDiscoverAttempts=1'
    const refused = await runServerToItsEnd([
      '--no-demo',
      '--no-web',
      '--database-url',
      database.connectionString,
      '--eventstoredb-url',
      url,
    ])
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('the log in EventStoreDB cannot be used')
    expect(refused.output).not.toContain('Secret-77')
    expect(refused.output.trim().split('\n')).toHaveLength(1)
  })
})

describe('each role in a process of its own', () => {
  const name = 'finds the log: what a gateway took is seen by the projector, decided by the API and followed by the policies'
  test.skipIf(!isFullForm)(`${name}${fullFormSuffix}`, async () => {
    await server.end('SIGTERM')
    const environment = { EVENTSTOREDB_URL: log.connectionString }
    const options = { stateFolder: folder.path, databaseUrl: database.connectionString, environment }
    const roles = ['gateway', 'projector', 'policies', 'api'] as const
    const processes = await Promise.all(roles.map((role) => startRoleProcess(role, options)))
    try {
      const [gateway, , , api] = processes
      server = gateway!
      expect(await seen(await report('7', { litres: 14 }))).toBe(true)
      const where = ['--state-folder', folder.path, '--base-url', api!.baseUrl, '--database-url', database.connectionString]
      const answer = await fetch(`${api!.baseUrl}/api/v1/meters`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ meters: [{ number: '8' }] }),
      })
      expect([answer.status, answer.headers.get('nightflow-views')]).toEqual([200, 'current'])
      const verified = await runNightflow(...where, '--eventstoredb-url', log.connectionString, 'verify')
      expect(verified).toMatchObject({ code: 0, stdout: 'identical\n' })
    } finally {
      await Promise.all(processes.map((started) => started.end('SIGKILL')))
    }
  })
})
