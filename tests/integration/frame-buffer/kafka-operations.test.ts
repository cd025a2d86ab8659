import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { findWayToKafka, type KafkaBroker, startKafka } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog } from '../../support/kafka/kafka-frames.ts'
import {
  runNightflow,
  type ServerProcess,
  startRoleProcess,
  startServerProcess,
  temporaryStateFolder,
} from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

type Readiness = { status: number; body: { status: string; sink?: unknown } }
const readinessOf = async (server: ServerProcess): Promise<Readiness> => {
  const answer = await fetch(`${server.baseUrl}/health/ready`)
  return { status: answer.status, body: (await answer.json()) as Readiness['body'] }
}
const becomes = async (server: ServerProcess, expected: object): Promise<void> =>
  expect.poll(() => readinessOf(server), { interval: 200 }).toMatchObject(expected)

describe.skipIf('absent' in way || !isFullForm)(`operating with Kafka before the log${fullFormSuffix}`, () => {
  let broker: KafkaBroker
  let database: FreshDatabase
  let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
  let key = ''
  let sink: ServerProcess
  const running: ServerProcess[] = []
  const topic = `test.${randomUUID()}`
  const nightflow = (...parameters: string[]) => runNightflow('--state-folder', folder.path, ...parameters)
  const kafkaFlags = () => ['--kafka-brokers', broker.brokers.join(','), '--kafka-topic', topic, '--kafka-lag-max', '5']
  const keep = async (starting: Promise<ServerProcess>): Promise<ServerProcess> => {
    const started = await starting
    running.push(started)
    return started
  }
  const askFrame = (server: ServerProcess, frameId: string, bearer = key): Promise<Response> =>
    fetch(`${server.baseUrl}/ingest/v1/frames?frameId=${encodeURIComponent(frameId)}`, { headers: { authorization: `Bearer ${bearer}` } })
  const report = async (server: ServerProcess, frameId: string, hour: number): Promise<void> => {
    const readings = [{ meter: '1', at: Date.UTC(2026, 0, 1, hour), litres: hour }]
    const answer = await fetch(`${server.baseUrl}/ingest/v1/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ frameId, sentAt: new Date().toISOString(), readings }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([202, { position: null }])
  }

  beforeAll(async () => {
    broker = await startKafka()
    database = await freshDatabase('kafka-operations')
    folder = await temporaryStateFolder()
  })
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')))
    await broker?.stop()
    await database?.drop()
    await folder?.remove()
  })

  test('an import ends when the read models have it, and a second one knows every frame', async () => {
    const flags = ['--no-demo', '--no-web', '--database-url', database.connectionString, ...kafkaFlags()]
    const server = await keep(startServerProcess(folder.path, flags))
    await nightflow('create-tenant', 'north', '--name', 'Waterworks North', '--timezone', 'UTC')
    key = (await nightflow('gateway-key', '--tenant', 'north', '--name', 'tower')).stdout.trim()
    const file = join(folder.path, 'flows.csv')
    const hours = Array.from({ length: 24 * 90 }, (_, hour) => `${new Date(Date.UTC(2024, 0, 1, hour)).toISOString()},1`)
    writeFileSync(file, ['time,Hill Zone', ...hours].join('\n'))
    const importFile = () => nightflow('import-flows', file, '--tenant', 'north', '--timezone', 'UTC', '--unit', 'm3/h')
    expect(await importFile()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Readings: 2,160 new of 2,160, in 3 new of 3 frames.'),
    })

    const token = (await nightflow('token', '--tenant', 'north')).stdout.trim()
    const answer = await fetch(`${server.baseUrl}/api/v1/partitions/hill-zone/night-flow?from=2024-01-01&to=2024-03-30`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { rows } = (await answer.json()) as { rows: { supplyLitres: number }[] }
    expect(rows.map(({ supplyLitres }) => supplyLitres)).toEqual(Array(90).fill(24_000))
    expect((await importFile()).stdout).toContain('Readings: 0 new of 2,160, in 0 new of 3 frames.')
  })

  test('a gateway may ask where its frame is, and finds no other gateway’s', async () => {
    const [server] = running
    await report(server!, 'ä frame / with ? signs', 0)
    await expect.poll(async () => (await askFrame(server!, 'ä frame / with ? signs')).status).toBe(200)
    const found = await (await askFrame(server!, 'ä frame / with ? signs')).json()
    expect(found).toEqual({ frameId: 'ä frame / with ? signs', accepted: 1, duplicates: 0, rejected: [], position: expect.any(Number) })
    const other = (await nightflow('gateway-key', '--tenant', 'north', '--name', 'mill')).stdout.trim()
    const foreign = await askFrame(server!, 'ä frame / with ? signs', other)
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { code: 'not-found' }])
    expect((await askFrame(server!, 'never sent')).status).toBe(404)
    expect((await askFrame(server!, '')).status).toBe(400)
    expect((await askFrame(server!, 'x', 'nfk_nobody')).status).toBe(401)
    await expect.poll(async () => (await fetch(`${server!.baseUrl}/metrics`)).text()).toContain('nightflow_sink_lag_frames 0')
    await server!.end('SIGTERM')
  })

  test('a sink that is further behind than it may be is not ready, says by how much, and is ready again when it has caught up', async () => {
    const where = { stateFolder: folder.path, databaseUrl: database.connectionString, flags: kafkaFlags() }
    const gateway = await keep(startRoleProcess('gateway', where))
    sink = await keep(startRoleProcess('sink', where))
    const holder = await database.pool.connect()
    // A lock on the head delays every append, like a slow log.
    await holder.query('begin; select from log.head for update')
    for (let index = 0; index < 12; index += 1) await report(gateway, `slow-${index}`, index)
    await becomes(sink, { status: 503, body: { status: 'starting', sink: { behind: 12, max: 5 } } })
    expect(await (await fetch(`${sink.baseUrl}/metrics`)).text()).toContain('nightflow_sink_lag_frames 12')
    // A frame is safe once Kafka has it: the gateway takes on.
    expect(await readinessOf(gateway)).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect((await askFrame(gateway, 'slow-0')).status).toBe(404)
    await holder.query('commit')
    holder.release()
    await becomes(sink, { status: 200, body: { status: 'ready', sink: { behind: 0 } } })
    const ids = await frameIdsInLog(database.pool, { tenant: 'north', name: 'tower' })
    expect(ids.filter((id) => id.startsWith('slow-'))).toHaveLength(12)
  })

  test('the log behind Kafka may be in EventStoreDB', async () => {
    const log = await startEventStoreDbStandIn()
    const beside = await freshDatabase('kafka-eventstoredb')
    const itsFolder = await temporaryStateFolder()
    const where = ['--database-url', beside.connectionString, '--eventstoredb-url', log.connectionString]
    const kafka = ['--kafka-brokers', broker.brokers.join(','), '--kafka-topic', `test.${randomUUID()}`]
    const server = await keep(startServerProcess(itsFolder.path, ['--no-demo', '--no-web', ...where, ...kafka]))
    const command = (...parameters: string[]) => runNightflow('--state-folder', itsFolder.path, ...parameters)
    await command('create-tenant', 'north', '--name', 'Waterworks North', '--timezone', 'UTC')
    const flows = join(folder.path, 'flows.csv')
    const imported = await command('import-flows', flows, '--tenant', 'north', '--timezone', 'UTC', '--unit', 'm3/h')
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Readings: 2,160 new of 2,160, in 3 new of 3 frames.') })
    expect(log.log.ofStream('nightflow/north/metering-gateway-import')).toHaveLength(3)
    expect(await command('verify')).toMatchObject({ code: 0, stdout: 'identical\n' })
    await server.end('SIGTERM')
    await log.stop()
    await beside.drop()
    await itsFolder.remove()
  })

  test.skipIf(process.env.KAFKA_BROKERS)('a sink whose brokers are away is not ready until they are back', async () => {
    await broker.kill!()
    await becomes(sink, { status: 503, body: { status: 'unavailable', sink: 'unreachable' } })
    await broker.restart!()
    await expect
      .poll(() => readinessOf(sink), { timeout: 60_000, interval: 500 })
      .toMatchObject({ status: 200, body: { sink: { behind: 0 } } })
  })
})
