import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { readSinkLag } from '@nightflow/ingest/frame-buffer/sink-lag'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGatewayKey } from '../../support/data/gateway-key.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog, numberedFrame, ownTopic, removeTopics, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import { type ServerProcess, startMainProcess, temporaryStateFolder, waitUntil } from '../../support/process/server-process.ts'

const tower = { tenant: 'north', name: 'tower' }
/** Less than the half minute after which a process gives up what it is doing. */
const endMillisecondsMax = 20_000

let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let key = ''
beforeAll(async () => {
  folder = await temporaryStateFolder()
})
afterAll(() => folder?.remove())
beforeEach(async () => {
  database = await freshDatabase('orderly-end')
})
afterEach(() => database?.drop())

/** Keeps the log from storing anything until `release`; `waiting` shows whether an append waits. */
const holdLog = async () => {
  const client = new pg.Client({ connectionString: database.connectionString })
  // A test that failed leaves it to the end of its database.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query('select from log.head for update')
  const waiting = async (): Promise<boolean> => {
    const { rows } = await database.pool.query<{ waiting: boolean }>(
      `select count(*) > 0 as waiting from pg_stat_activity
       where datname = current_database() and application_name = 'nightflow append' and wait_event_type = 'Lock'`,
    )
    return rows[0]!.waiting
  }
  return { waiting, release: () => client.end() }
}

/** Ends a process in order; how it ended, and after how many milliseconds. */
const endInOrder = async (server: ServerProcess): Promise<{ code: number | null; milliseconds: number }> => {
  const asked = performance.now()
  const code = await server.end('SIGTERM')
  return { code, milliseconds: performance.now() - asked }
}

describe('a gateway that gets SIGTERM', () => {
  let gateway: ServerProcess

  beforeEach(async () => {
    gateway = await startMainProcess('gateway', { stateFolder: folder.path, databaseUrl: database.connectionString })
    await createTenant(database.pool, { code: tower.tenant, name: 'Waterworks North', timeZone: 'Europe/Rome' })
    key = await createGatewayKey(database.pool, tower.tenant, tower.name)
  })
  afterEach(() => gateway?.end('SIGKILL'))

  /** One frame: the status of its answer, or `closed` when the connection was refused or ended before it. */
  const report = (frameId: string, agent: Agent): Promise<number | 'closed'> =>
    new Promise((done) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sending = request(`${gateway.baseUrl}/ingest/v1/frames`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume()
        answer.once('error', () => done('closed'))
        answer.once('end', () => done(answer.statusCode!))
      })
      sending.once('error', () => done('closed'))
      const readings = [{ meter: '1', at: Date.UTC(2026, 0, 1), litres: 1 }]
      sending.end(JSON.stringify({ frameId, sentAt: '2026-01-01T00:00:00Z', readings }))
    })

  const openSocket = (): Socket => {
    const { hostname, port } = new URL(gateway.baseUrl)
    return connect({ host: hostname, port: Number(port) })
  }
  const isRefusing = (): Promise<boolean> =>
    new Promise((answer) => {
      const socket = openSocket()
      socket.once('error', () => answer(true))
      socket.once('connect', () => {
        socket.destroy()
        answer(false)
      })
    })

  test('answers what it took, refuses the rest, and everything it acknowledged is in the log', async () => {
    const outcomes = new Map<string, number | 'closed'>()
    const underWay = new Set<string>()
    const send = async (sender: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let index = 0; gateway.child.exitCode === null; index += 1) {
        const frameId = `${sender}-${index}`
        underWay.add(frameId)
        outcomes.set(frameId, await report(frameId, agent))
        underWay.delete(frameId)
        if (outcomes.get(frameId) !== 202) await sleep(20)
      }
      agent.destroy()
    }
    const senders = Array.from({ length: 40 }, (_, sender) => send(sender))
    expect(await waitUntil(() => outcomes.size > 500)).toBe(true)
    const inTheMiddle = [...underWay]
    const { code, milliseconds } = await endInOrder(gateway)
    await Promise.all(senders)

    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(endMillisecondsMax)
    expect([...outcomes].filter(([, outcome]) => ![202, 503, 'closed'].includes(outcome))).toEqual([])
    expect(inTheMiddle.filter((frameId) => outcomes.get(frameId) === 202)).not.toEqual([])
    const found = await frameIdsInLog(database.pool, tower)
    expect(found.length).toBe(new Set(found).size)
    const acknowledged = [...outcomes].flatMap(([frameId, outcome]) => (outcome === 202 ? [frameId] : []))
    expect(acknowledged.filter((frameId) => !found.includes(frameId))).toEqual([])
    console.info(`${outcomes.size} frames, ${acknowledged.length} acknowledged, ended after ${Math.round(milliseconds)} ms`)
  })

  test('waits for a log that is slow, and not for an idle connection that has its answer', async () => {
    const held = await holdLog()
    const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true }))
    const reports = agents.map((agent, index) => report(`held-${index}`, agent))
    expect(await waitUntil(held.waiting)).toBe(true)
    const ending = endInOrder(gateway)
    expect(await waitUntil(isRefusing)).toBe(true)
    expect(gateway.child.exitCode).toBe(null)
    await held.release()
    expect(await Promise.all(reports)).toEqual(Array(20).fill(202))
    const { code, milliseconds } = await ending
    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(endMillisecondsMax)
    expect((await frameIdsInLog(database.pool, tower)).sort()).toEqual(agents.map((_, index) => `held-${index}`).sort())
    for (const agent of agents) agent.destroy()
  })

  test('does not wait for a sender that stops in the middle of its frame', async () => {
    const socket = openSocket()
    const closed = new Promise((done) => socket.once('close', done))
    socket.on('error', () => undefined)
    socket.write(
      `POST /ingest/v1/frames HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 500\r\nexpect: 100-continue\r\n\r\n`,
    )
    // The server asks for the body once it has the request.
    const [asked] = await once(socket, 'data')
    expect(String(asked)).toContain('100 Continue')
    socket.write('{"frameId":')
    const { code, milliseconds } = await endInOrder(gateway)
    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(endMillisecondsMax)
    await closed
  })
})

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

describe.skipIf('absent' in way)('a sink that gets SIGTERM', () => {
  let broker: KafkaBroker
  beforeAll(async () => {
    broker = await kafkaOfRun()
  })

  test('stores the batch in hand and says so to Kafka: the next one finds nothing missing and nothing twice', async () => {
    const settings = ownTopic(broker, 1)
    const flags = ['--kafka-brokers', settings.brokers.join(','), '--kafka-topic', settings.topic]
    const startSink = (): Promise<ServerProcess> =>
      startMainProcess('sink', {
        stateFolder: folder.path,
        databaseUrl: database.connectionString,
        flags: [...flags, '--kafka-lag-max', '10000'],
      })
    const running = [await startSink()]
    const frames = Array.from({ length: 1_000 }, (_, index) => numberedFrame(tower, index))
    const buffer = openFrameBuffer(settings, createMemoryEventLog())
    try {
      const held = await holdLog()
      await Promise.all(frames.map(({ buffered }) => buffer.put(buffered)))
      expect(await waitUntil(held.waiting)).toBe(true)
      const ending = endInOrder(running[0]!)
      expect(await waitUntil(() => running[0]!.output().includes('Stopping'))).toBe(true)
      expect(running[0]!.child.exitCode).toBe(null)
      await held.release()
      const { code, milliseconds } = await ending
      expect(code).toBe(0)
      expect(milliseconds).toBeLessThan(endMillisecondsMax)
      const stored = await frameIdsInLog(database.pool, tower)
      expect(stored).not.toEqual([])
      expect(await readSinkLag(settings)).toBe(frames.length - stored.length)

      running.push(await startSink())
      expect(await waitUntilDrained(settings)).toBe(true)
      expect(await frameIdsInLog(database.pool, tower)).toEqual(frames.map(({ written }) => written.data.frameId))
      console.info(`${stored.length} frames stored at the end, ${frames.length - stored.length} left to the next sink`)
    } finally {
      await Promise.all(running.map((sink) => sink.end('SIGKILL')))
      await buffer.close()
      await removeTopics(broker, settings)
    }
  })
})
