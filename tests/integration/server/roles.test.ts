import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { createUser } from '@nightflow/platform/people/users'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayKey } from '../../support/data/gateway-key.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog, numberedFrame, ownTopic, removeTopics, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import {
  runNightflowWith,
  runServerToItsEnd,
  type ServerProcess,
  startMainProcess,
  startRoleProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

const password = 'Riverbank-7-Roles'
const metricsToken = 'figures-for-nobody-else'
/** All but the sink, which is started where Kafka can be. */
const roles = ['gateway', 'projector', 'policies', 'worker', 'api'] as const
const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let gatewayKey = ''
const processes = new Map<string, ServerProcess>()
const urlOf = (role: (typeof roles)[number]): string => processes.get(role)!.baseUrl

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const metricsOf = async (role: (typeof roles)[number]): Promise<string> => (await fetch(`${urlOf(role)}/metrics`)).text()

const signIn = async (given = password): Promise<Response> =>
  post(`${urlOf('api')}/api/v1/session`, { tenant: 'north', username: 'admin', password: given })

const connections = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select distinct application_name as name from pg_stat_activity where datname = current_database() order by 1',
  )
  return rows.map(({ name }) => name)
}

/** Of each thread of the process; the 19th field of its state. */
const nicenessOf = (role: (typeof roles)[number]): number[] => {
  const threads = `/proc/${processes.get(role)!.child.pid}/task`
  return readdirSync(threads).map((thread) => Number(readFileSync(`${threads}/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]))
}

beforeAll(async () => {
  database = await freshDatabase('roles')
  folder = await temporaryStateFolder()
  const { pool, connectionString: databaseUrl } = database
  await createTenant(pool, { code: 'north', name: 'Waterworks North', timeZone: 'Europe/Rome' })
  await createUser(pool, { tenant: 'north', username: 'admin', password, role: 'admin' })
  gatewayKey = await createGatewayKey(pool, 'north', 'tower')
  await Promise.all(
    roles.map(async (role) => {
      const started = await startMainProcess(role, { stateFolder: folder.path, databaseUrl, flags: ['--log-level', 'trace'] })
      processes.set(role, started)
    }),
  )
})

afterAll(async () => {
  await Promise.all([...processes.values()].map((started) => started.end('SIGKILL')))
  await database?.drop()
  await folder?.remove()
})

describe('each role in a process of its own, from its own file', () => {
  test('opens what it needs and nothing else: no process has a connection for appending before its first append', async () => {
    expect(await waitUntil(async () => (await connections()).includes('nightflow-projector'))).toBe(true)
    expect(await connections()).not.toContain('nightflow append')
  })

  test('all policies of the process have their locks on one connection, and no more connections than their pool allows', async () => {
    const held = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and classid = 7101009 and granted and datname = current_database() group by pid`,
      )
      return rows.map(({ count }) => count)
    }
    expect(await waitUntil(async () => (await held()).some((count) => count > 40))).toBe(true)
    expect(await held()).toHaveLength(1)
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'nightflow policies'`,
    )
    expect(rowCount).toBeLessThanOrEqual(15)
  })

  test.skipIf(process.platform !== 'linux' || getPriority() >= 5)(
    'the projecting thread has a lower priority than threads that answer requests, and no other thread has one',
    () => {
      const given = getPriority()
      expect(nicenessOf('projector').filter((niceness) => niceness !== given)).toEqual([5])
      for (const role of ['gateway', 'api'] as const) expect(nicenessOf(role).filter((niceness) => niceness !== given)).toEqual([])
    },
  )

  test.each(roles)('%s answers for its health and names itself', async (role) => {
    expect(await (await fetch(`${urlOf(role)}/health/live`)).json()).toEqual({ status: 'live' })
    expect(await (await fetch(`${urlOf(role)}/health/ready`)).json()).toMatchObject({ status: 'ready', roles: [role], demo: 'none' })
  })

  test('a frame at the gateway becomes a view through the projector, and the API knows the sign-in', async () => {
    const frame = {
      frameId: 'first',
      sentAt: '2026-03-01T00:00:00Z',
      readings: [
        { meter: '4711', at: '2026-03-01T00:00:00Z', litres: 10 },
        { meter: '4711', at: '2026-03-01T00:00:00Z', litres: -1 },
      ],
    }
    const headers = { authorization: `Bearer ${gatewayKey}`, 'x-correlation-id': 'round-12' }
    const answer = await post(`${urlOf('gateway')}/ingest/v1/frames`, frame, headers)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('x-correlation-id')).toBe('round-12')
    const { position } = (await answer.json()) as { position: number }
    expect(await waitForViews(database.pool, position, 60_000)).toBe(true)
    expect((await signIn()).status).toBe(200)
  })

  test('serves its own addresses and says of others that it does not', async () => {
    for (const [role, path] of [
      ['gateway', '/api/v1/session'],
      ['api', '/ingest/v1/frames'],
      ['projector', '/api/v1/session'],
      ['policies', '/ingest/v1/frames'],
    ] as const) {
      const answer = await fetch(`${urlOf(role)}${path}`)
      expect([role, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([role, 404, 'application/problem+json'])
    }
  }, 20_000)

  test('an unknown role is refused with the allowed ones', async () => {
    const refused = await runServerToItsEnd(['--role', 'gateway,sync'])
    expect(refused).toEqual({
      code: 1,
      output:
        'Nightflow cannot go on: --role is "gateway,sync" and must be one or more of gateway, sink, projector, policies, worker, api, joined by commas.\n',
    })
  })
})

describe('correlation ids', () => {
  const correlations = async (type: string): Promise<(string | null)[]> => {
    const { rows } = await database.pool.query<{ correlation: string | null }>(
      'select correlation from log.events where type = $1 order by position',
      [type],
    )
    return rows.map(({ correlation }) => correlation)
  }
  const register = async (number: string, headers: Record<string, string>): Promise<Response> => {
    const { token } = (await (await signIn()).json()) as { token: string }
    return post(`${urlOf('api')}/api/v1/meters`, { meters: [{ number }] }, { authorization: `Bearer ${token}`, ...headers })
  }

  test('go from the header of a frame into its event', async () => {
    expect(await correlations('metering.ReadingsReported')).toEqual(['round-12'])
  })

  test('go from the header of a command into what it decided; without one it is the request itself', async () => {
    expect((await register('4711', { 'x-correlation-id': 'ticket:77' })).status).toBe(200)
    const second = await register('4712', {})
    const third = await register('4713', { 'x-correlation-id': 'two words\\n' })
    expect(await correlations('devices.MeterRegistered')).toEqual([
      'ticket:77',
      second.headers.get('x-request-id'),
      third.headers.get('x-request-id'),
    ])
  })
})

describe('the figures of a process', () => {
  test('count frames and readings, and rejected ones by reason', async () => {
    const text = await metricsOf('gateway')
    expect(text).toContain('nightflow_frames_total{outcome="appended"} 1')
    expect(text).toContain('nightflow_readings_total{outcome="accepted"} 1')
    expect(text).toContain('nightflow_readings_rejected_total{reason="negative"} 1')
    expect(text).toContain('nightflow_append_seconds_count{kind="frame"} 1')
    expect(text).toContain('nightflow_database_connections{state="idle"}')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test('have routes by their pattern, never by the requested path', async () => {
    await fetch(`${urlOf('api')}/api/v1/meters/4711`)
    await fetch(`${urlOf('api')}/nobody/knows/this`)
    const text = await metricsOf('api')
    expect(text).toContain('route="/api/v1/session",status="2xx"')
    // A refused request makes no label: a caller without a token must not make series of every route.
    expect(text).toMatch(/route="refused",status="4xx"/)
    expect(text).not.toMatch(/route="\/api\/v1\/meters\/:number"|unmatched/)
    expect(text).not.toMatch(/4711|nobody|north/)
  })

  test('say how long the read models take for a query, by route', async () => {
    const { token } = (await (await signIn()).json()) as { token: string }
    const ask = (path: string) => fetch(`${urlOf('api')}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask('/api/v1/meters/unheard-of')).status).toBe(404)
    expect(await metricsOf('api')).toMatch(/nightflow_query_seconds_count\{method="GET",route="\/api\/v1\/meters\/:number"\} 1\n/)
    expect(await metricsOf('gateway')).not.toContain('nightflow_query_seconds_count{')
  })

  test('say how far the projector is behind', async () => {
    const text = await metricsOf('projector')
    expect(text).toContain('nightflow_projector_lag_events 0')
    expect(text).toContain('nightflow_projector_lag_seconds 0')
    expect(text).toMatch(/nightflow_projector_events_total [1-9]/)
  })

  test('require the token where one is set, and are closed to other hosts and proxies without one', async () => {
    const options = { stateFolder: folder.path, databaseUrl: database.connectionString }
    const environment = { NIGHTFLOW_METRICS_TOKEN: metricsToken }
    const guarded = await startRoleProcess('policies', { ...options, environment })
    processes.set('guarded', guarded)
    expect((await fetch(`${guarded.baseUrl}/metrics`)).status).toBe(401)
    expect((await fetch(`${guarded.baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}x` } })).status).toBe(401)
    expect((await fetch(`${guarded.baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).status).toBe(200)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      expect((await fetch(`${urlOf('projector')}/metrics`, { headers: { [name]: 'for=203.0.113.9' } })).status).toBe(403)
    const open = await startRoleProcess('policies', { ...options, flags: ['--host', '0.0.0.0'] })
    processes.set('open', open)
    expect((await fetch(`${open.baseUrl}/metrics`)).status).toBe(403)
  })
})

describe('the command line', () => {
  test('finds roles that run apart by its variables: an import calls the API and sends its frames to the gateway', async () => {
    const file = join(folder.path, 'flows.csv')
    writeFileSync(file, 'time,Hill Zone\n2026-01-01T00:00:00Z,1\n2026-01-01T01:00:00Z,1\n')
    const environment = {
      NIGHTFLOW_STATE_FOLDER: folder.path,
      NIGHTFLOW_DATABASE_URL: database.connectionString,
      NIGHTFLOW_BASE_URL: urlOf('api'),
      NIGHTFLOW_GATEWAY_URL: urlOf('gateway'),
    }
    const flags = ['--tenant', 'north', '--timezone', 'Europe/Rome', '--unit', 'm3/h']
    const imported = await runNightflowWith({ environment }, 'import-flows', file, ...flags)
    expect([imported.code, imported.stderr.includes('read models')]).toEqual([0, true])
    expect(imported.stdout).toContain('Readings: 2 new of 2, in 1 new of 1 frames.')

    const toTheApi = await runNightflowWith({ environment }, '--base-url', urlOf('api'), 'import-flows', file, ...flags)
    expect(toTheApi).toMatchObject({ code: 1, stderr: expect.stringContaining('/ingest/v1/frames') })
  })
})

describe.skipIf('absent' in way)('the sink', () => {
  let broker: KafkaBroker
  beforeAll(async () => {
    broker = await kafkaOfRun()
  })

  test('brings a frame from Kafka to the log, and sets aside what is none', async () => {
    const settings = ownTopic(broker, 1)
    const flags = ['--log-level', 'trace', '--kafka-brokers', settings.brokers.join(','), '--kafka-topic', settings.topic]
    const sink = await startMainProcess('sink', { stateFolder: folder.path, databaseUrl: database.connectionString, flags })
    processes.set('sink', sink)
    expect(await (await fetch(`${sink.baseUrl}/health/ready`)).json()).toMatchObject({ status: 'ready', roles: ['sink'] })
    const producer = openKafka(settings, 'test').producer()
    await producer.connect()
    await producer.send({ topic: settings.topic, messages: [{ key: 'north/tower', value: 'from Mrs Miller' }] })
    await producer.disconnect()
    const buffer = openFrameBuffer(settings, createMemoryEventLog())
    const tower = { tenant: 'north', name: 'tower' }
    await buffer.put(numberedFrame(tower, 0).buffered)
    await buffer.close()
    expect(await waitUntilDrained(settings)).toBe(true)
    expect(await frameIdsInLog(database.pool, tower)).toEqual(['first', 'frame-000000'])
    expect(sink.output()).toContain('waits among the dead letters')
    expect(await sink.end('SIGTERM')).toBe(0)
    await removeTopics(broker, settings)
  })
})

describe('the log of a process', () => {
  test('names request, tenant and correlation, a JSON object a line', () => {
    const lines = processes
      .get('gateway')!
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ route }) => route === '/ingest/v1/frames')
    expect(answered).toMatchObject({ tenant: 'north', correlation: 'round-12', method: 'POST', status: 202, requestId: expect.any(String) })
    expect(answered).not.toHaveProperty('url')
  })

  test('contains no secret, name or address, at the highest level and after wrong keys and passwords', async () => {
    const wrongPassword = 'Not-the-password-8'
    const wrongKey = 'nfk_not-the-key-of-any-gateway'
    expect((await signIn(wrongPassword)).status).toBe(401)
    expect((await post(`${urlOf('gateway')}/ingest/v1/frames`, {}, { authorization: `Bearer ${wrongKey}` })).status).toBe(401)
    const { token } = (await (await signIn()).json()) as { token: string }
    await fetch(`${urlOf('api')}/api/v1/meters?search=Mrs%20Miller`, { headers: { authorization: `Bearer ${token}` } })
    const secrets = {
      password,
      wrongPassword,
      gatewayKey,
      wrongKey,
      token,
      signature: token.split('.')[2]!,
      metricsToken,
      databasePassword: new URL(database.connectionString).password || 'the test database has none',
    }
    for (const [role, { output }] of processes) {
      for (const [name, secret] of Object.entries(secrets)) expect(output().includes(secret), `${name} in the log of ${role}`).toBe(false)
      expect(output(), role).not.toMatch(/remoteAddress|remotePort|Miller|"username"/)
    }
  })
})

describe('the end of a process', () => {
  test('comes by SIGTERM within seconds, with code 0', async () => {
    const asked = Date.now()
    const codes = await Promise.all(roles.map(async (role) => [role, await processes.get(role)!.end('SIGTERM')]))
    expect(codes).toEqual(roles.map((role) => [role, 0]))
    expect(Date.now() - asked).toBeLessThan(15_000)
  })
})
