import { randomUUID } from 'node:crypto'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayKey } from '../../support/data/gateway-key.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import { type ServerProcess, startRoleProcess, temporaryStateFolder, waitFor } from '../../support/process/server-process.ts'
import { startTraceCollector, type TraceCollector } from '../../support/process/trace-collector.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

const waits = { interval: 200 }

describe.skipIf('absent' in way || !isFullForm)(`metrics and traces of a frame that comes through Kafka${fullFormSuffix}`, () => {
  let broker: KafkaBroker
  let database: FreshDatabase
  let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
  let collector: TraceCollector
  let gateway: ServerProcess
  let sink: ServerProcess
  let key = ''
  const running: ServerProcess[] = []
  const topic = `test.${randomUUID()}`

  const start = async (roles: string): Promise<ServerProcess> => {
    const started = await startRoleProcess(roles, {
      stateFolder: folder.path,
      databaseUrl: database.connectionString,
      flags: ['--kafka-brokers', broker.brokers.join(','), '--kafka-topic', topic],
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    })
    running.push(started)
    return started
  }
  const send = async (server: ServerProcess, frameId: string): Promise<void> => {
    const reading = { meter: '1', at: '2026-03-01T00:00:00Z', litres: 1 }
    const answer = await fetch(`${server.baseUrl}/ingest/v1/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-correlation-id': `about:${frameId}` },
      body: JSON.stringify({ frameId, sentAt: '2026-03-01T00:00:00Z', readings: [reading, reading, { ...reading, litres: -1 }] }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([202, { position: null }])
  }
  const eventOf = async (frameId: string): Promise<{ id: string; correlation: string | null } | undefined> => {
    const { rows } = await database.pool.query<{ id: string; correlation: string | null }>(
      `select id::text, correlation from log.events where data->>'frameId' = $1`,
      [frameId],
    )
    return rows[0]
  }
  const metricsOf = async (server: ServerProcess): Promise<string> => (await fetch(`${server.baseUrl}/metrics`)).text()

  beforeAll(async () => {
    broker = await kafkaOfRun()
    database = await freshDatabase('kafka-observed')
    folder = await temporaryStateFolder()
    collector = await startTraceCollector()
    await createTenant(database.pool, { code: 'north', name: 'Waterworks North', timeZone: 'Europe/Rome' })
    key = await createGatewayKey(database.pool, 'north', 'tower')
    gateway = await start('gateway')
    sink = await start('sink')
    await start('projector')
    await send(gateway, 'first')
    await waitFor(async () => (await eventOf('first')) !== undefined)
  })
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')))
    collector?.stop()
    await database?.drop()
    await folder?.remove()
  })

  test('its event has the correlation id that its gateway named', async () => {
    expect(await eventOf('first')).toMatchObject({ correlation: 'about:first' })
  })

  test('its trace leads from the request over Kafka and the log to the read models', async () => {
    await expect.poll(() => collector.spans.length, waits).toBe(4)
    const names = ['POST /ingest/v1/frames', 'keep in Kafka', 'append to the log', 'project into the read models']
    const path = names.map((name) => collector.spans.find((span) => span.name === name))
    expect(path.map((span) => span?.name)).toEqual(names)
    expect(path.map((span) => span?.parentSpanId)).toEqual([undefined, ...path.slice(0, 3).map((span) => span?.spanId)])
    const { id } = (await eventOf('first'))!
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([id.replaceAll('-', '')]))
    expect(BigInt(path[0]!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(path[1]!.endTimeUnixNano))
    for (const span of path.slice(1, 3))
      expect(span?.attributes).toContainEqual({ key: 'nightflow.correlation', value: { stringValue: 'about:first' } })
  })

  test('the gateway counts what Kafka acknowledged, the sink what the log did', async () => {
    await send(gateway, 'first')
    const atGateway = await metricsOf(gateway)
    expect(atGateway).toContain('nightflow_buffered_frames_total{outcome="buffered"} 1')
    expect(atGateway).toContain('nightflow_buffered_frames_total{outcome="repeated"} 1')
    expect(atGateway).toContain('nightflow_buffered_readings_total{outcome="accepted"} 1')
    expect(atGateway).toContain('nightflow_buffered_readings_total{outcome="duplicate"} 1')
    expect(atGateway).toContain('nightflow_buffered_readings_total{outcome="rejected"} 1')
    expect(atGateway).toContain('nightflow_buffered_readings_rejected_total{reason="negative"} 1')
    expect(atGateway).toContain('nightflow_buffer_seconds_count 1')
    expect(atGateway).not.toContain('nightflow_frames_total{')
    const atSink = await metricsOf(sink)
    expect(atSink).toContain('nightflow_frames_total{outcome="appended"} 1')
    expect(atSink).not.toContain('nightflow_buffered_frames_total{')
  })

  test('a dead letter is counted by the sink', async () => {
    expect(await metricsOf(sink)).toContain('nightflow_dead_letters_total 0')
    const producer = openKafka({ brokers: broker.brokers }, 'test').producer()
    await producer.connect()
    await producer.send({ topic, messages: [{ key: 'north/tower', value: 'not a frame' }] })
    await producer.disconnect()
    await expect.poll(() => metricsOf(sink), waits).toContain('nightflow_dead_letters_total 1')
  })

  test('a process that is gateway and sink counts each frame once in Kafka and once in the log', async () => {
    await sink.end('SIGTERM')
    const both = await start('gateway,sink')
    await send(both, 'second')
    await expect.poll(() => eventOf('second'), waits).toMatchObject({ correlation: 'about:second' })
    await expect.poll(() => metricsOf(both), waits).toContain('nightflow_frames_total{outcome="appended"} 1')
    const text = await metricsOf(both)
    expect(text).toContain('nightflow_buffered_frames_total{outcome="buffered"} 1')
    expect(text).toContain('nightflow_readings_total{outcome="accepted"} 1')
  })
})
