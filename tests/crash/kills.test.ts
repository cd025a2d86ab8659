import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createGateway } from '@nightflow/projections/platform/gateways'
import { createTenant } from '@nightflow/projections/platform/tenants'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type KeptAliveProcess, keepAlive, waitUntilReady } from '../support/kept-alive-process.ts'
import { appendFact } from '../support/readings.ts'
import { temporaryStateFolder } from '../support/server-process.ts'
import { checkNothingLost, type Tally } from './check-nothing-lost.ts'
import { GatewayLoad, type PlayedGateway } from './gateway-load.ts'

/** `NIGHTFLOW_CRASH_KILLS=200 npx vitest run tests/crash` for the long variant; half of them for each way to run the service. */
const kills = Number(process.env.NIGHTFLOW_CRASH_KILLS ?? 10)
const seed = Number(process.env.NIGHTFLOW_CRASH_SEED ?? Date.now() % 1_000_000)
const testMilliseconds = 90_000 + kills * 30_000

const tenant = 'crash'
const gatewayCount = 4
const metersPerGateway = 5

let cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  cleanUps = []
})

/** A seeded generator (mulberry32): the same moments again with NIGHTFLOW_CRASH_SEED. */
const chance = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const stateFolder = async (): Promise<string> => {
  const folder = await temporaryStateFolder()
  cleanUps.push(folder.remove)
  return folder.path
}

const keep = async (name: string, flags: readonly string[]): Promise<KeptAliveProcess> => {
  const kept = await keepAlive(name, flags)
  cleanUps.push(kept.stop)
  return kept
}

/** The test's own look at the database, and a utility with gateways and registered meters in it. */
const openUtility = async (databaseUrl: string): Promise<{ pool: pg.Pool; log: EventLog; gateways: PlayedGateway[] }> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  const log = createPostgresEventLog({ pool, connectionString: databaseUrl })
  cleanUps.push(async () => {
    await log.close()
    await pool.end()
  })
  await createTenant(pool, { code: tenant, name: 'Crash Water', timeZone: 'Europe/Rome' })
  const gateways: PlayedGateway[] = []
  for (let index = 1; index <= gatewayCount; index++) {
    const name = `gateway-${index}`
    const created = await createGateway(pool, tenant, name)
    if (isRejection(created)) throw new Error(created.rejected)
    const meters = Array.from({ length: metersPerGateway }, (_, meter) => `${index}${meter}`)
    for (const number of meters) {
      const registration = { number, timeZone: 'Europe/Rome', hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
      await appendFact(log, tenant, `devices-meter-${number}`, 'devices.MeterRegistered', registration)
    }
    gateways.push({ name, key: created.key, meters })
  }
  return { pool, log, gateways }
}

/** The postmaster itself, as PostgreSQL wrote it down. */
const killPostgres = async (folder: string): Promise<void> => {
  const lock = join(realpathSync(join(folder, 'postgres')), 'postmaster.pid')
  process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGKILL')
}

type Victim = { name: string; kill: () => Promise<void> }
type Drill = {
  title: string
  processes: readonly KeptAliveProcess[]
  victims: readonly Victim[]
  urls: readonly string[]
  databaseUrl: string
}

/** Kills in turn at random moments under load; after each kill everything has to come back, and nothing may be missing. */
const runDrill = async ({ title, processes, victims, urls, databaseUrl }: Drill, times: number): Promise<void> => {
  const { pool, log, gateways } = await openUtility(databaseUrl)
  const random = chance(seed)
  const load = new GatewayLoad(gateways, () => urls)
  let tally: Tally | undefined
  for (let round = 0; round < times; round++) {
    const victim = victims[round % victims.length]!
    load.resume()
    await sleep(300 + random() * 900)
    const acknowledgedBefore = load.acknowledged.size
    await victim.kill()
    const killedAt = performance.now()
    await sleep(300)
    await waitUntilReady(processes)
    const readyAfter = performance.now() - killedAt
    await load.pause()
    tally = await checkNothingLost(pool, log, tenant, load)
    const { sent, acknowledged, found, lost, duplicated, broken } = tally
    console.info(
      `${title}, kill ${round + 1} of ${times} (${victim.name}): ready again after ${(readyAfter / 1000).toFixed(1)} s; ` +
        `frames sent ${sent}, acknowledged ${acknowledged}, found ${found}, lost ${lost.length}, duplicated ${duplicated.length}`,
    )
    expect({ lost, duplicated, broken }, `kill ${round + 1} (${victim.name}), seed ${seed}`).toEqual({
      lost: [],
      duplicated: [],
      broken: [],
    })
    expect(acknowledged, 'the service goes on taking frames').toBeGreaterThan(acknowledgedBefore)
    expect(found, 'nothing is in the log that nobody sent').toBeLessThanOrEqual(sent)
  }
  console.info(
    `${title}: ${times} kills, frames sent ${tally?.sent}, acknowledged ${tally?.acknowledged}, found ${tally?.found}, ` +
      `sent more than once ${tally?.repeated}, lost ${tally?.lost.length}, duplicated ${tally?.duplicated.length} (seed ${seed})`,
  )
}

describe('nothing that was acknowledged is lost', () => {
  test(
    'when the whole process and its PostgreSQL are killed',
    async () => {
      const folder = await stateFolder()
      const whole = await keep('the whole process', ['--state-folder', folder, '--no-demo', '--no-web'])
      await waitUntilReady([whole])
      const { databaseUrl } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { databaseUrl: string }
      const victims = [
        { name: 'the whole process', kill: whole.kill },
        { name: 'PostgreSQL', kill: () => killPostgres(folder) },
      ]
      await runDrill({ title: 'one process', processes: [whole], victims, urls: [whole.baseUrl], databaseUrl }, Math.ceil(kills / 2))
      // Half of the kills, rounded up, were of the process; PostgreSQL alone came back inside the process that lived on.
      expect(whole.starts()).toBe(1 + Math.ceil(Math.ceil(kills / 2) / 2))
    },
    testMilliseconds,
  )

  test(
    'when processes of single roles and their PostgreSQL are killed',
    async () => {
      const folder = await stateFolder()
      // Loaded by Node itself: the test runner's own module loader knows no import.meta.resolve, with which the programs are found.
      const { startEmbeddedPostgres } = createRequire(import.meta.url)(
        '@nightflow/server/embedded-postgres',
      ) as typeof import('@nightflow/server/embedded-postgres')
      const postgres = await startEmbeddedPostgres({ directory: folder })
      cleanUps.push(postgres.stop)
      const databaseUrl = postgres.connectionString
      const role = async (name: string) =>
        keep(name, ['--role', name, '--no-web', '--state-folder', await stateFolder(), '--database-url', databaseUrl])
      // All at once on an empty database: whoever is first prepares it.
      const [first, second, projector, rest] = await Promise.all([
        role('gateway'),
        role('gateway'),
        role('projector'),
        role('policies,api'),
      ])
      const processes = [first, second, projector, rest]
      await waitUntilReady(processes)
      const victims = [
        { name: 'a gateway', kill: first.kill },
        { name: 'the projector', kill: projector.kill },
        { name: 'PostgreSQL', kill: () => killPostgres(folder) },
        { name: 'policies and API', kill: rest.kill },
      ]
      const urls = [first.baseUrl, second.baseUrl]
      await runDrill({ title: 'separate roles', processes, victims, urls, databaseUrl }, Math.floor(kills / 2))
    },
    testMilliseconds,
  )
})
