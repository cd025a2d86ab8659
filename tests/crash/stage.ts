import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import pg from 'pg'
import { createGatewayKey } from '../support/data/gateway-key.ts'
import { appendFact } from '../support/data/readings.ts'
import type { EventStoreDbStandIn } from '../support/eventstoredb-stand-in/start-stand-in.ts'
import { type KeptAliveProcess, keepAlive } from '../support/process/kept-alive-process.ts'
import { temporaryStateFolder } from '../support/process/server-process.ts'
import { type FrameInLog, framesInPostgres, framesInStandIn } from './frames-in-log.ts'
import type { PlayedGateway } from './gateway-load.ts'

const tenant = 'crash'
const gatewayCount = 4
const metersPerGateway = 5

/** A utility with gateways and registered meters, and the test's own look at its database. */
export type PlayedUtility = { pool: pg.Pool; log: EventLog; framesInLog: () => Promise<FrameInLog[]>; gateways: PlayedGateway[] }

/** A PostgreSQL of the test's own, to be killed. */
export type OwnPostgres = { folder: string; databaseUrl: string }

/** Parts that a test has started; they stop in the opposite order. */
export class Stage {
  #cleanUps: (() => Promise<unknown>)[] = []

  onEnd(cleanUp: () => Promise<unknown>): void {
    this.#cleanUps.push(cleanUp)
  }

  async end(): Promise<void> {
    for (const cleanUp of this.#cleanUps.splice(0).reverse()) await cleanUp()
  }

  async stateFolder(): Promise<string> {
    const folder = await temporaryStateFolder()
    this.onEnd(folder.remove)
    return folder.path
  }

  async keep(
    name: string,
    flags: readonly string[],
    environment: Record<string, string> = {},
    within: readonly string[] = [],
  ): Promise<KeptAliveProcess> {
    const kept = await keepAlive(name, flags, environment, within)
    this.onEnd(kept.stop)
    return kept
  }

  /** One process that runs some roles on a database that is there. */
  async keepRoles(
    name: string,
    roles: string,
    databaseUrl: string,
    { flags = [], environment = {} }: { flags?: readonly string[]; environment?: Record<string, string> } = {},
  ): Promise<KeptAliveProcess> {
    const where = ['--state-folder', await this.stateFolder(), '--database-url', databaseUrl]
    return this.keep(name, ['--role', roles, '--no-web', '--no-demo', ...where, ...flags], environment)
  }

  async startPostgres(): Promise<OwnPostgres> {
    const folder = await this.stateFolder()
    // Loaded by Node itself: the test runner's own module loader knows no import.meta.resolve, with which the programs are found.
    const { startEmbeddedPostgres } = createRequire(import.meta.url)(
      '@nightflow/server/embedded-postgres',
    ) as typeof import('@nightflow/server/embedded-postgres')
    const postgres = await startEmbeddedPostgres({ directory: folder })
    this.onEnd(postgres.stop)
    return { folder, databaseUrl: postgres.connectionString }
  }

  /** With its log in the database, or where it is. */
  async openUtility(databaseUrl: string, standIn?: EventStoreDbStandIn): Promise<PlayedUtility> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    pool.on('error', () => undefined)
    const log = standIn ? createEventStoreDbEventLog(standIn) : createPostgresEventLog({ pool, connectionString: databaseUrl })
    this.onEnd(async () => {
      await log.close()
      await pool.end()
    })
    await createTenant(pool, { code: tenant, name: 'Crash Water', timeZone: 'Europe/Rome' })
    const gateways: PlayedGateway[] = []
    for (let index = 1; index <= gatewayCount; index++) gateways.push(await addGateway(pool, log, index))
    const framesInLog = async () => (standIn ? framesInStandIn(standIn, tenant) : framesInPostgres(pool, tenant))
    return { pool, log, framesInLog, gateways }
  }
}

const addGateway = async (pool: pg.Pool, log: EventLog, index: number): Promise<PlayedGateway> => {
  const name = `gateway-${index}`
  const key = await createGatewayKey(pool, tenant, name)
  const meters = Array.from({ length: metersPerGateway }, (_, meter) => `${index}${meter}`)
  for (const number of meters) {
    const registration = { number, timeZone: 'Europe/Rome', hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
    await appendFact(log, tenant, `devices-meter-${number}`, 'devices.MeterRegistered', registration)
  }
  return { name, key, meters }
}

/** The postmaster of an embedded PostgreSQL, as PostgreSQL wrote it down. */
export const postmasterOf = (stateFolder: string): number => {
  const lock = join(stateFolder, 'postgres', 'postmaster.pid')
  return Number(readFileSync(lock, 'utf8').split('\n')[0])
}

export const killPostgres = async (stateFolder: string): Promise<void> => {
  process.kill(postmasterOf(stateFolder), 'SIGKILL')
}
