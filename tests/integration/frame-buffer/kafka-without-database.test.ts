import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeGateway } from '@nightflow/platform/gateways/gateways'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nightflow/server/embedded-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayKey } from '../../support/data/gateway-key.ts'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { findWayToKafka, type KafkaBroker, startKafka } from '../../support/kafka/kafka-broker.ts'
import { CuttingProxy } from '../../support/process/cutting-proxy.ts'
import { type ServerProcess, startRoleProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

/** Longer than a key is remembered without asking. */
const forgottenMilliseconds = 4_000

describe.skipIf('absent' in way || !isFullForm)(`a gateway in front of Kafka${fullFormSuffix}`, () => {
  let broker: KafkaBroker
  let postgres: EmbeddedPostgres
  let proxy: CuttingProxy
  let pool: pg.Pool
  let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
  let databaseFolder: Awaited<ReturnType<typeof temporaryStateFolder>>
  let gateway: ServerProcess
  let both: ServerProcess
  let [towerKey, millKey, weirKey] = ['', '', '']
  let frames = 0

  const keyOf = async (name: string): Promise<string> => {
    return createGatewayKey(pool, 'north', name)
  }
  const report = (key = towerKey): Promise<Response> => {
    frames += 1
    const at = Date.UTC(2026, 0, 1, frames)
    return fetch(`${gateway.baseUrl}/ingest/v1/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ frameId: `frame-${frames}`, sentAt: new Date(at).toISOString(), readings: [{ meter: '1', at, litres: 1 }] }),
    })
  }
  const statusOf = async (key?: string): Promise<number> => (await report(key)).status
  const readinessOf = async ({ baseUrl }: ServerProcess) => {
    const answer = await fetch(`${baseUrl}/health/ready`)
    return [answer.status, await answer.json()]
  }

  beforeAll(async () => {
    folder = await temporaryStateFolder()
    databaseFolder = await temporaryStateFolder()
    broker = await startKafka()
    postgres = await startEmbeddedPostgres({ directory: databaseFolder.path })
    const flags = ['--kafka-brokers', broker.brokers.join(','), '--kafka-topic', `test.${randomUUID()}`]
    const where = { stateFolder: folder.path, databaseUrl: postgres.connectionString, flags }
    proxy = await CuttingProxy.listen(postgres.connectionString)
    gateway = await startRoleProcess('gateway', { ...where, databaseUrl: proxy.url })
    both = await startRoleProcess('gateway,policies', where)
    pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 })
    pool.on('error', () => undefined)
    await createTenant(pool, { code: 'north', name: 'Waterworks North', timeZone: 'UTC' })
    towerKey = await keyOf('tower')
    millKey = await keyOf('mill')
    weirKey = await keyOf('weir')
  })
  afterAll(async () => {
    await Promise.all([gateway?.end('SIGKILL'), both?.end('SIGKILL')])
    await pool?.end()
    await proxy?.close()
    await postgres?.stop()
    await broker?.stop()
    await databaseFolder?.remove()
    await folder?.remove()
  })

  test('takes frames of the gateways it knows while the database is away, and says that it does', async () => {
    expect([await statusOf(towerKey), await statusOf(millKey)]).toEqual([202, 202])
    await revokeGateway(pool, 'north', 'mill')
    await expect.poll(() => statusOf(millKey), { interval: 500 }).toBe(401)
    expect(await readinessOf(gateway)).toMatchObject([200, { status: 'ready', kafka: 'ok', database: 'ok' }])
    await postgres.stop()
    for (let look = 0; look < 3; look += 1) {
      expect([await statusOf(towerKey), await statusOf(millKey), await statusOf(weirKey)]).toEqual([202, 401, 503])
      expect(await readinessOf(gateway)).toMatchObject([200, { status: 'ready', kafka: 'ok', database: 'unreachable' }])
      await sleep(forgottenMilliseconds / 2)
    }
    // The other role of this process can do nothing without it.
    expect(await readinessOf(both)).toMatchObject([503, { status: 'unavailable', database: 'unreachable' }])

    postgres = await startEmbeddedPostgres({ directory: databaseFolder.path })
    await expect.poll(() => readinessOf(gateway)).toMatchObject([200, { database: 'ok' }])
    await revokeGateway(pool, 'north', 'tower')
    await expect.poll(() => statusOf(towerKey), { interval: 500 }).toBe(401)
    expect(await statusOf(weirKey)).toBe(202)
  }, 120_000)

  test('waits for a database that says nothing no longer than a moment', async () => {
    expect(await statusOf(weirKey)).toBe(202)
    proxy.fallSilent()
    await sleep(forgottenMilliseconds)
    const begun = performance.now()
    for (let frame = 0; frame < 10; frame += 1) {
      expect(await statusOf(weirKey)).toBe(202)
      await sleep(1_000)
    }
    // Ten seconds of pauses, and one wait for an answer that does not come.
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(await readinessOf(gateway)).toMatchObject([200, { status: 'ready', database: 'unreachable' }])
    proxy.speak()
    await expect.poll(() => readinessOf(gateway), { timeout: 60_000, interval: 500 }).toMatchObject([200, { database: 'ok' }])
    await revokeGateway(pool, 'north', 'weir')
    await expect.poll(() => statusOf(weirKey), { timeout: 60_000, interval: 500 }).toBe(401)
    weirKey = await keyOf('weir')
  }, 180_000)

  test.skipIf(process.env.KAFKA_BROKERS)(
    'is not ready while Kafka takes no frames, and is again when it does',
    async () => {
      expect(await statusOf(weirKey)).toBe(202)
      await broker.kill!()
      await expect.poll(() => readinessOf(gateway)).toMatchObject([503, { status: 'unavailable', kafka: 'unreachable' }])
      expect(await readinessOf(both)).toMatchObject([503, { status: 'unavailable', kafka: 'unreachable' }])
      expect(await statusOf(weirKey)).toBe(503)
      await broker.restart!()
      await expect
        .poll(() => readinessOf(gateway), { timeout: 60_000, interval: 500 })
        .toMatchObject([200, { status: 'ready', kafka: 'ok' }])
      await expect.poll(() => readinessOf(both), { timeout: 60_000, interval: 500 }).toMatchObject([200, { status: 'ready' }])
      await expect.poll(() => statusOf(weirKey), { timeout: 60_000, interval: 500 }).toBe(202)
    },
    180_000,
  )
})
