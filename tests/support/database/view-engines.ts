import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { EventLog } from '@nightflow/event-log/event-log'
import { migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { Storage } from '@nightflow/projections/storage/time-series-engine'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { type Tended, tendViews } from '@nightflow/projections/views/tend-views'
import pg from 'pg'
import { describe } from 'vitest'
import { isFullForm, partOfFullForm } from '../full-form.ts'
import { imageOf } from '../process/compose-file.ts'
import { startPglite } from './pglite.ts'
import { PgliteWireServer } from './pglite-wire-server.ts'
import { freshDatabase } from './postgres.ts'

/** An empty database for read models, with a log for them. The log is on the run's own PostgreSQL whatever engine the read models are on. */
export type ViewsDatabase = {
  /** Where the read models are. */
  pool: pg.Pool
  log: EventLog
  /** Runs `work` while nothing else uses the read models, where the engine has one session for all its connections. */
  lend<Result>(work: () => Promise<Result>): Promise<Result>
  drop(): Promise<void>
}

export type ViewEngine = {
  name: string
  storage: Storage
  /** The engine has one session: a projector must stop while read models are rebuilt. */
  hasOneSession: boolean
  /** Why it cannot run here, in a sentence; undefined when it can. */
  absent: string | undefined
  /** Another licence of an engine that is in the list: the default form tests it in one file, the full form in all. */
  isVariant?: boolean
  open(): Promise<ViewsDatabase>
}

const openPlain = async (): Promise<ViewsDatabase> => {
  const database = await freshDatabase('views')
  await migrateViews(database.pool)
  const log = createPostgresEventLog(database)
  return {
    pool: database.pool,
    log,
    lend: (work) => work(),
    drop: async () => {
      await log.close()
      await database.drop()
    },
  }
}

/** Read models on another server, beside a log on the run's own. */
const openBesideLog = async (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 10 })
  pool.on('error', () => undefined)
  // The keys of persons are beside the read models, wherever the log is.
  await migrateLog(pool)
  await migrateViews(pool)
  const database = await freshDatabase('log')
  const log = createPostgresEventLog(database)
  return {
    pool,
    log,
    drop: async () => {
      await log.close()
      await database.drop()
      await pool.end()
    },
  }
}

const openPglite = async (part: 'whole' | 'apache'): Promise<ViewsDatabase> => {
  const database = await startPglite(part)
  const server = await PgliteWireServer.listen(database)
  const { pool, log, drop } = await openBesideLog(server.connectionString)
  return {
    pool,
    log,
    lend: async (work) => {
      server.lending = true
      try {
        return await work()
      } finally {
        server.lending = false
      }
    },
    drop: async () => {
      await drop()
      await server.close()
      await database.close()
    },
  }
}

/** A database of its own on a real TimescaleDB server. */
const openServer = async (serverUrl: string): Promise<ViewsDatabase> => {
  const name = `nightflow_views_${process.pid}_${Date.now().toString(36)}`
  const administration = new pg.Client({ connectionString: serverUrl })
  await administration.connect()
  await administration.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { pool, log, drop } = await openBesideLog(url.href)
  return {
    pool,
    log,
    lend: (work) => work(),
    drop: async () => {
      await drop()
      await administration.query(`drop database if exists ${name} with (force)`)
      await administration.end()
    },
  }
}

const isDockerThere = await promisify(execFile)('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: 10_000 }).then(
  ({ stdout }) => stdout.trim() !== '',
  () => false,
)
const givenServer = process.env.NIGHTFLOW_TEST_TIMESCALE_URL

const openOfficial = async (): Promise<ViewsDatabase> => {
  if (givenServer) return openServer(givenServer)
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(imageOf('timescaledb'))
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: 'trust' })
    .withExposedPorts(5432)
    // The image starts once to prepare itself and then a second time to serve.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start()
  const database = await openServer(`postgres://postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`)
  return {
    ...database,
    drop: async () => {
      await database.drop()
      await container.stop()
    },
  }
}

/** Every engine that read models can be on; the same suite runs on all of them. */
export const viewEngines: readonly ViewEngine[] = [
  { name: 'plain PostgreSQL', storage: 'partitions', hasOneSession: false, absent: undefined, open: openPlain },
  {
    name: 'TimescaleDB with columnstore (WASM)',
    storage: 'columnstore',
    hasOneSession: true,
    absent: undefined,
    open: () => openPglite('whole'),
  },
  {
    name: 'the Apache-licensed part of TimescaleDB (WASM)',
    storage: 'hypertables',
    hasOneSession: true,
    absent: undefined,
    isVariant: true,
    open: () => openPglite('apache'),
  },
  {
    name: givenServer ? 'TimescaleDB of NIGHTFLOW_TEST_TIMESCALE_URL' : `TimescaleDB of ${imageOf('timescaledb')}`,
    storage: 'columnstore',
    hasOneSession: false,
    absent: givenServer || isDockerThere ? undefined : 'no Docker answers here, and NIGHTFLOW_TEST_TIMESCALE_URL names no server',
    open: openOfficial,
  },
]

type Engines = { engines?: readonly ViewEngine[]; withVariants?: boolean; dependsOnStorage?: boolean }

/**
 * Runs a test of the read models on every engine; an engine that cannot run here, or only in the full form, is skipped with the reason. A test that does not
 * depend on how days are stored is tested on plain PostgreSQL alone in the default form.
 */
export const onEveryEngine = (
  about: string,
  ask: (engine: ViewEngine) => void,
  { engines = viewEngines, withVariants = isFullForm, dependsOnStorage = true }: Engines = {},
): void => {
  for (const engine of engines) {
    const isLeft = (engine.isVariant && !withVariants) || (!dependsOnStorage && !isFullForm && engine.storage !== 'partitions')
    const left = engine.absent ?? (isLeft ? partOfFullForm : undefined)
    describe.skipIf(left)(`${about}, on ${engine.name}${left ? `: skipped, ${left}` : ''}`, () => ask(engine))
  }
}

/** Runs a test of the read models that does not depend on how days are stored. */
export const whateverTheStorage = (about: string, ask: (engine: ViewEngine) => void): void =>
  onEveryEngine(about, ask, { dependsOnStorage: false })

/** Compresses the days of all tests, as if it were long after them; says what is missing where the engine cannot. */
export const compressAll = async (pool: pg.Pool): Promise<Tended> => {
  const tended = await tendViews(pool, { compressAfterDays: 30, chunksMax: 200 }, new Date('2027-06-01T00:00:00Z'))
  if (!tended) throw new Error('another process maintains the read models')
  return tended
}
