import { randomUUID } from 'node:crypto'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { findWayToKafka, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'
import { frameIdsInLog } from '../../support/kafka/kafka-frames.ts'
import { kafkaOfRun } from '../../support/kafka/kafka-of-run.ts'
import { runNightflow, startServerProcess, temporaryStateFolder, waitUntil } from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

describe.skipIf('absent' in way)('the whole service with Kafka', () => {
  let broker: KafkaBroker
  let database: FreshDatabase
  let stateFolder: Awaited<ReturnType<typeof temporaryStateFolder>>

  beforeAll(async () => {
    broker = await kafkaOfRun()
    database = await freshDatabase('kafka-server')
    stateFolder = await temporaryStateFolder()
    await createTenant(database.pool, { code: 'north', name: 'Waterworks north', timeZone: 'Europe/Rome' })
  })
  afterAll(async () => {
    await database?.drop()
    await stateFolder?.remove()
  })

  test('acknowledges frames, brings them to the log, stops in order, and loses none when it is killed', async () => {
    const flags = ['--kafka-brokers', broker.brokers.join(','), '--kafka-topic', `test.${randomUUID()}`]
    const start = () =>
      startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString, ...flags])
    let server = await start()
    const key = (
      await runNightflow('--state-folder', stateFolder.path, 'gateway-key', '--tenant', 'north', '--name', 'tower')
    ).stdout.trim()
    const acknowledged: string[] = []
    const report = async (frameId: string): Promise<void> => {
      const readings = [{ meter: '1', at: Date.UTC(2026, 0, 1) + acknowledged.length * 1_000, litres: acknowledged.length }]
      const answer = await fetch(`${server.baseUrl}/ingest/v1/frames`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ frameId, sentAt: new Date().toISOString(), readings }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([202, { frameId, accepted: 1, position: null }])
      acknowledged.push(frameId)
    }
    const isInLog = async (): Promise<boolean> => {
      const found = await frameIdsInLog(database.pool, { tenant: 'north', name: 'tower' })
      return found.length === acknowledged.length && found.every((frame, index) => frame === acknowledged[index])
    }

    try {
      for (let index = 0; index < 50; index += 1) await report(`before-${index}`)
      expect(await waitUntil(isInLog)).toBe(true)
      await report('at-the-end')
      const asked = Date.now()
      expect(await server.end('SIGTERM')).toBe(0)
      expect(Date.now() - asked).toBeLessThan(15_000)

      server = await start()
      for (let index = 0; index < 200; index += 1) await report(`killed-${index}`)
      await server.end('SIGKILL')
      server = await start()
      expect(await waitUntil(isInLog)).toBe(true)
    } finally {
      await server.end('SIGKILL')
    }
    const log = createPostgresEventLog(database)
    for await (const broken of log.verify()) expect(broken).toBeUndefined()
    await log.close()
  })
})
