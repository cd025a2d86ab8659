import { createTenant } from '@nightflow/platform/tenants/tenants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayKey } from '../../support/data/gateway-key.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { type ServerProcess, startRoleProcess, temporaryStateFolder, waitUntil } from '../../support/process/server-process.ts'
import { startTraceCollector, type TraceCollector } from '../../support/process/trace-collector.ts'

let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let collector: TraceCollector
let key = ''
const processes: ServerProcess[] = []

const start = async (roles: string, endpoint: string): Promise<ServerProcess> => {
  const options = { stateFolder: folder.path, databaseUrl: database.connectionString }
  const started = await startRoleProcess(roles, { ...options, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
  processes.push(started)
  return started
}

const sendFrame = (baseUrl: string, frameId: string): Promise<Response> =>
  fetch(`${baseUrl}/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-correlation-id': 'trace-me' },
    body: JSON.stringify({ frameId, sentAt: '2026-03-01T00:00:00Z', readings: [{ meter: '1', at: '2026-03-01T00:00:00Z', litres: 1 }] }),
  })

beforeAll(async () => {
  database = await freshDatabase('traces')
  folder = await temporaryStateFolder()
  collector = await startTraceCollector()
  await createTenant(database.pool, { code: 'north', name: 'Waterworks North', timeZone: 'Europe/Rome' })
  key = await createGatewayKey(database.pool, 'north', 'tower')
})

afterAll(async () => {
  await Promise.all(processes.map((started) => started.end('SIGKILL')))
  collector?.stop()
  await database?.drop()
  await folder?.remove()
})

describe('traces', () => {
  test('lead from the frame at the gateway to the view in the projector of another process', async () => {
    const [gateway] = await Promise.all([start('gateway', collector.url), start('projector', collector.url)])
    expect((await sendFrame(gateway!.baseUrl, 'traced')).status).toBe(202)
    expect(await waitUntil(() => collector.spans.length >= 3)).toBe(true)
    const { rows } = await database.pool.query<{ id: string }>('select id::text from log.events')
    const [request, append, project] = ['POST /ingest/v1/frames', 'append to the log', 'project into the read models'].map((name) =>
      collector.spans.find((span) => span.name === name),
    )
    expect(collector.spans.map(({ traceId }) => traceId)).toEqual(Array(3).fill(rows[0]!.id.replaceAll('-', '')))
    expect(request?.parentSpanId).toBeUndefined()
    expect(append?.parentSpanId).toBe(request?.spanId)
    expect(project?.parentSpanId).toBe(append?.spanId)
    for (const span of collector.spans) {
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    expect(BigInt(project!.endTimeUnixNano)).toBeGreaterThan(BigInt(request!.startTimeUnixNano))
    expect(append?.attributes).toContainEqual({ key: 'nightflow.correlation', value: { stringValue: 'trace-me' } })
    expect(request?.attributes).toContainEqual({ key: 'nightflow.tenant', value: { stringValue: 'north' } })
  })

  test('cost no frame when the collector is away', async () => {
    const gateway = await start('gateway', 'http://127.0.0.1:1')
    expect((await sendFrame(gateway.baseUrl, 'untraced')).status).toBe(202)
    expect(await waitUntil(() => gateway.output().includes('traces are lost'))).toBe(true)
    expect((await sendFrame(gateway.baseUrl, 'untraced-too')).status).toBe(202)
  })
})
