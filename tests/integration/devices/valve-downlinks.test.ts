import { createHmac, randomUUID } from 'node:crypto'
import { createValveOrders } from '@nightflow/ingest/devices/valve-orders'
import { pushValveDownlinks } from '@nightflow/policies/devices/push-valve-downlinks'
import { findReportedOperation, listPendingValveOperations } from '@nightflow/projections/devices/valve-operations'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { type Call, NetworkServer } from '../../support/process/network-server.ts'
import { runPolicies } from '../../support/running-policies.ts'

const network = new NetworkServer()
let url: string
let running: RunningApi
let ingest: IngestApp
beforeAll(async () => {
  url = await network.start()
  running = await startApi('valve_downlinks')
  const { pool, log } = running
  const valveOrders = createValveOrders({
    log,
    listPendingValveOperations: (tenant, gateway) => listPendingValveOperations(pool, tenant, gateway),
    findReportedOperation: (tenant, id) => findReportedOperation(pool, tenant, id),
  })
  ingest = await ingestApp(log, { valveOrders })
})
afterAll(async () => {
  network.stop()
  await ingest.app.close()
  await running.stop()
})
beforeEach(() => {
  network.calls.length = 0
  network.answer = (_, response) => response.end('{}')
})

/** The name of the gateway whose key the ingest app knows. */
const gateway = 'tower'
const secret = 'key-of-the-network-server'
const lorawan = { port: 10, openPayload: '01', closePayload: '00', secret }
const configure = (name: string, payload: object, tenant = 'north') =>
  running.ask(tenant, { method: 'PUT', url: `/api/v1/gateways/${name}/downlink`, payload })

let meters = 0
/** A meter that the gateway of the ingest app reported, and a request to close its valve. */
const closeNewValve = async () => {
  meters += 1
  const number = `aabbccdd000000${String(meters).padStart(2, '0')}`
  const payload = { meters: [{ number, hasValve: true }] }
  expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload })).statusCode).toBe(200)
  const frame = { frameId: randomUUID(), sentAt: new Date().toISOString(), readings: [{ meter: number, at: Date.now(), litres: 10 }] }
  await waitForViews(running.pool, (await ingest.post(frame)).json().position, 60_000)
  const operationId = randomUUID()
  const asked = {
    method: 'POST' as const,
    url: `/api/v1/meters/${number}/valve`,
    payload: { operationId, position: 'closed', reason: 'unpaid' },
  }
  expect((await running.ask('north', asked)).statusCode).toBe(200)
  return { number, operationId }
}
const eventsOf = async (number: string) =>
  (await running.log.readStream(`north/devices-valve-${number}`)).map(
    ({ type, data }) => [type.replace('devices.Valve', ''), data] as const,
  )
const typesOf = async (number: string) => (await eventsOf(number)).map(([type]) => type)

const whilePushing = async (work: () => Promise<void>, options: { trusted?: string; now?: () => number } = {}): Promise<void> => {
  const { trusted = '127.0.0.1', now } = options
  const policy = pushValveDownlinks({ pool: running.pool, trustedHosts: new Set([trusted]) })
  const policies = runPolicies(running, [policy], now && { now })
  try {
    await work()
  } finally {
    await policies.stop()
  }
}
const untilTypes = (number: string, types: readonly string[]) =>
  expect.poll(() => typesOf(number), { timeout: 60_000, interval: 100 }).toEqual(types)

describe('the downlink of a gateway', () => {
  test('is configured, and its secret is never read again', async () => {
    expect((await running.ask('north', { method: 'POST', url: '/api/v1/gateways', payload: { name: gateway } })).statusCode).toBe(200)
    const set = await configure(gateway, { kind: 'chirpstack', url, ...lorawan })
    expect(set.statusCode, set.body).toBe(200)
    const listed = await running.ask('north', { url: '/api/v1/gateways' })
    const row = listed.json().rows.find(({ name }: { name: string }) => name === gateway)
    expect(row.downlink).toEqual({
      kind: 'chirpstack',
      url,
      application: null,
      webhook: null,
      device: '{number}',
      port: 10,
      openPayload: '01',
      closePayload: '00',
    })
    const kept = await running.pool.query(`select * from platform.operation_log where operation like '%downlink'`)
    expect(JSON.stringify([listed.json(), kept.rows])).not.toContain(secret)
    const { secret: _, ...without } = lorawan
    expect((await configure(gateway, { kind: 'chirpstack', url, ...without })).statusCode).toBe(200)
  })

  test('needs what its network server needs', async () => {
    const code = async (payload: object) => (await configure(gateway, payload)).json().code
    expect(await code({ kind: 'chirpstack', url, secret })).toBe('downlink-incomplete')
    expect(await code({ kind: 'the-things-stack', url, ...lorawan })).toBe('downlink-incomplete')
    expect(await code({ kind: 'webhook', url: 'ftp://example.org', secret })).toBe('request-invalid')
    expect((await configure('nowhere', { kind: 'webhook', url, secret })).statusCode).toBe(404)
    expect((await configure(gateway, { kind: 'webhook', url, secret }, 'south')).statusCode).toBe(404)
  })
})

describe('a valve command', () => {
  // requirement of Valves and downlinks: Downlinks are pushed through ChirpStack | /gateway/list | PUT /api/v1/gateways/:name/downlink
  test('enters the queue of ChirpStack, whose report confirms it', async () => {
    const queueItemId = randomUUID()
    network.answer = ({ method }, response) =>
      response.end(JSON.stringify(method === 'GET' ? { totalCount: 0, result: [] } : { id: queueItemId }))
    const { number, operationId } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationSent']))
    expect(network.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /api/devices/${number}/queue`,
      `POST /api/devices/${number}/queue`,
    ])
    expect(network.calls[1]!.headers['grpc-metadata-authorization']).toBe(`Bearer ${secret}`)
    expect(JSON.parse(network.calls[1]!.body)).toEqual({ queueItem: { confirmed: true, fPort: 10, data: 'AA==' } })
    await waitForViews(running.pool, await running.log.head(), 60_000)
    const report = { deviceInfo: { devEui: number }, queueItemId, acknowledged: true }
    expect((await ingest.post(report, { url: '/ingest/v1/chirpstack?event=ack' })).statusCode).toBe(202)
    expect((await eventsOf(number)).at(-1)).toMatchObject(['Closed', { operationId }])
  })

  test('that the queue already has after a crash is not queued twice', async () => {
    const queueItemId = randomUUID()
    network.answer = (_, response) => response.end(JSON.stringify({ result: [{ id: queueItemId, fPort: 10, data: 'AA==' }] }))
    const { number } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationSent']))
    expect(network.calls.map(({ method }) => method)).toEqual(['GET'])
    expect((await eventsOf(number)).at(-1)![1]).toMatchObject({ downlinkId: queueItemId })
  })

  // requirement of Valves and downlinks: A downlink survives a network server that breaks off, and a restart | – | –
  test('outlives a server that breaks off in the middle, and a restart of the service', async () => {
    network.answer = (_, response) => response.destroy()
    const { number } = await closeNewValve()
    await whilePushing(async () => {
      await expect.poll(() => network.calls.length, { timeout: 60_000 }).toBe(1)
    })
    expect(await typesOf(number)).toEqual(['ClosingRequested'])
    network.answer = ({ method }, response) => response.end(JSON.stringify(method === 'GET' ? {} : { id: 'item-1' }))
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationSent']), { now: () => Date.now() + 6_000 })
  })

  test.each([
    [404, 'no-such-valve'],
    [401, 'network-server-failed'],
  ])('that the server refuses with HTTP %s has failed: %s', async (status, reason) => {
    network.answer = (_, response) => response.writeHead(status).end()
    const { number } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationFailed']))
    expect((await eventsOf(number)).at(-1)![1]).toMatchObject({ reason })
  })

  test('is not sent to an address inside the network of the service', async () => {
    const { number } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationFailed']), { trusted: 'other.example.org' })
    expect(network.calls).toEqual([])
  })

  // requirement of Valves and downlinks: Downlinks are pushed through The Things Stack | /gateway/list | PUT /api/v1/gateways/:name/downlink
  test('is pushed to The Things Stack with its correlation identifier', async () => {
    const settings = { kind: 'the-things-stack', url, application: 'water', webhook: 'nightflow', device: 'eui-{number}', ...lorawan }
    expect((await configure(gateway, settings)).statusCode).toBe(200)
    const { number, operationId } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationSent']))
    const [{ path, headers, body }] = network.calls as [Call]
    expect(path).toBe(`/api/v3/as/applications/water/webhooks/nightflow/devices/eui-${number}/down/push`)
    expect(headers.authorization).toBe(`Bearer ${secret}`)
    const downlink = { f_port: 10, frm_payload: 'AA==', confirmed: true, priority: 'HIGH', correlation_ids: [`nightflow:${operationId}`] }
    expect(JSON.parse(body)).toEqual({ downlinks: [downlink] })
  })

  // requirement of Valves and downlinks: Downlinks are pushed through a signed webhook | /gateway/list | PUT /api/v1/gateways/:name/downlink
  test('is posted to a webhook, signed over its time and its body', async () => {
    expect((await configure(gateway, { kind: 'webhook', url: `${url}/valves`, secret })).statusCode).toBe(200)
    const { number, operationId } = await closeNewValve()
    await whilePushing(() => untilTypes(number, ['ClosingRequested', 'OperationSent']))
    const [{ path, headers, body }] = network.calls as [Call]
    expect(path).toBe('/valves')
    expect(JSON.parse(body)).toEqual({ operationId, meter: number, position: 'closed', expiresAt: expect.any(String) })
    const signature = createHmac('sha256', secret).update(`${headers['nightflow-timestamp']}.${body}`).digest('hex')
    expect(headers).toMatchObject({ 'idempotency-key': operationId, 'nightflow-signature': `v1=${signature}` })
  })
})
