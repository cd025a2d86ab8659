import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { openFrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { keepInBuffer } from '@nightflow/ingest/frame-buffer/keep-in-buffer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestApp, northKey, southKey } from '../../support/data/ingest-app.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { type KafkaCluster, startKafkaCluster, whyNoKafkaCluster } from '../../support/kafka/kafka-cluster.ts'
import { frameIdsInLog, ownTopic, startTestSink, waitUntilDrained } from '../../support/kafka/kafka-frames.ts'

const absent = whyNoKafkaCluster()
if (absent) console.info(absent)

const keys = { north: northKey, south: southKey }
type Tenant = keyof typeof keys
const tenants: Tenant[] = ['north', 'south']

// Three brokers take most of a minute to start. The default form holds that topics ask for replicas in tests/integration/frame-buffer/kafka-gateway.test.ts.
describe.skipIf(absent || !isFullForm)(`frames on three brokers, of which two have to hold each${absent ? '' : fullFormSuffix}`, () => {
  let cluster: KafkaCluster
  let database: FreshDatabase

  beforeAll(async () => {
    ;[cluster, database] = await Promise.all([startKafkaCluster(), freshDatabase('kafka-replicas')])
  })
  afterAll(async () => {
    await cluster?.stop()
    await database?.drop()
  })

  test('one broker may die unnoticed; without the second nothing is acknowledged until it is back, and nothing is lost or stored twice', async () => {
    const settings = { ...ownTopic(cluster), replication: 3 }
    const failures: Error[] = []
    const log = createPostgresEventLog(database)
    const buffer = openFrameBuffer(settings, log, { onError: (error) => failures.push(error) })
    const { post } = await ingestApp(log, { keepFrame: keepInBuffer(buffer) })
    const sink = startTestSink(settings, database)
    const acknowledged = { north: [] as string[], south: [] as string[] }
    const report = async (tenant: Tenant, frameId: string) => {
      const readings = [{ meter: '1', at: Date.UTC(2026, 0, 1, acknowledged[tenant].length), litres: acknowledged[tenant].length }]
      const answer = await post(
        { frameId, sentAt: '2026-01-01T00:00:00Z', readings },
        { headers: { authorization: `Bearer ${keys[tenant]}` } },
      )
      if (answer.statusCode === 202) acknowledged[tenant].push(frameId)
      return answer
    }
    const reportSome = async (name: string): Promise<void> => {
      for (let index = 0; index < 10; index += 1)
        for (const tenant of tenants) expect((await report(tenant, `${name}-${index}`)).statusCode).toBe(202)
    }

    await reportSome('all-three')
    await cluster.nodes[1]!.kill()
    await reportSome('two-left')
    expect(failures).toEqual([])

    await cluster.nodes[2]!.kill()
    const begun = performance.now()
    for (const tenant of tenants) {
      const refused = await report(tenant, 'one-left')
      expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toMatchObject([
        503,
        { code: 'unavailable', detail: expect.stringContaining('send this frame again') },
        '5',
      ])
    }
    expect(performance.now() - begun, 'two frames, one after the other').toBeLessThan(2 * 30_000)
    console.info(
      failures.map(({ message }) => message),
      performance.now() - begun,
    )
    expect(failures.at(-1)?.message).toContain('fewer in-sync replicas than required')

    await Promise.all([cluster.nodes[1]!.restart(), cluster.nodes[2]!.restart()])
    for (const tenant of tenants) await expect.poll(async () => (await report(tenant, 'one-left')).statusCode).toBe(202)
    await reportSome('again-three')
    expect(await waitUntilDrained(settings)).toBe(true)
    await sink.stop()
    for (const tenant of tenants) expect(await frameIdsInLog(database.pool, { tenant, name: 'tower' })).toEqual(acknowledged[tenant])
    expect(acknowledged.north).toHaveLength(31)
    const { topics } = await withAdmin(openKafka(settings, 'test'), (admin) => admin.fetchTopicMetadata({ topics: [settings.topic] }))
    expect(topics[0]?.partitions.map(({ replicas }) => replicas.length)).toEqual([3, 3, 3])
    await buffer.close()
    await log.close()
  })
})
