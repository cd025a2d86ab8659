import { rmSync } from 'node:fs'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { buildWeb, isWebStale, webDistFolder } from './build-web.ts'
import type { Configuration } from './configuration.ts'
import { type DemoCity, startDemoCity } from './demo/demo-city.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isPortFree } from './free-port.ts'
import { type DemoState, registerHealth } from './health.ts'
import { migrateAll, openPool } from './migrate-database.ts'
import { openApi } from './roles/api.ts'
import { mountGateway } from './roles/gateway.ts'
import { startPolicies } from './roles/policies.ts'
import { startProjector } from './roles/projector.ts'
import { startViewsKeeper } from './roles/views-keeper.ts'
import { StartRefusal } from './start-refusal.ts'
import { stateFilePath, writeState } from './state-folder.ts'

export type RunningServer = {
  baseUrl: string
  /** Rejects when a part gave up for good; the process should stop then. */
  failed: Promise<never>
  /** Stops accepting, finishes what runs, stops the parts in the order of who needs whom. Safe to call twice. */
  stop(): Promise<void>
}

export type ServerParts = { configuration: Configuration; logger: Logger; say: (line: string) => void }

/** What was started and how to stop it, so that a start that fails half-way leaves nothing behind. */
type Stopper = { name: string; stop: () => Promise<void> }

const stopAll = async (stoppers: Stopper[], logger: Logger): Promise<void> => {
  for (let next = stoppers.pop(); next; next = stoppers.pop()) {
    try {
      await next.stop()
    } catch (error) {
      logger.error({ err: error }, `${next.name} did not stop cleanly`)
    }
  }
}

const hostForUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const refuseTakenPort = async ({ port, host }: Configuration): Promise<void> => {
  if (port === 0 || (await isPortFree(port, host))) return
  throw new StartRefusal(
    `port ${port} on ${host} is taken; stop what listens there, or start with -- --port ${port === 8080 ? 8081 : port + 1}.`,
  )
}

const removeState = async (stateFolder: string): Promise<void> => {
  await removeEmbeddedPostgres(stateFolder)
  for (const file of ['server', 'gatewayKeys', 'demoSignIns', 'demoProgress'] as const)
    rmSync(stateFilePath(stateFolder, file), { force: true })
}

const openDatabase = async (
  { configuration, logger, say }: ServerParts,
  stoppers: Stopper[],
  giveUp: (error: Error) => void,
): Promise<string> => {
  if (configuration.databaseUrl) return configuration.databaseUrl
  say('Starting PostgreSQL …')
  const started = await startEmbeddedPostgres({
    directory: configuration.stateFolder,
    onLog: (line) => logger.debug({ from: 'postgres' }, line),
    onUnexpectedExit: (lastWords) =>
      giveUp(new StartRefusal(`PostgreSQL ended on its own: ${lastWords}; start again, it recovers from its log.`)),
  })
  stoppers.push({ name: 'PostgreSQL', stop: started.stop })
  return started.connectionString
}

const listen = async (app: FastifyInstance, { port, host }: Configuration): Promise<string> => {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new StartRefusal(`port ${port} on ${host} is taken; stop what listens there, or start with -- --port N.`)
    if (code === 'EACCES')
      throw new StartRefusal(`port ${port} needs rights that this account has not; start with -- --port N, N above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new StartRefusal(`${host} is no address of this computer; start with -- --host localhost.`)
    throw error
  }
  // Both addresses of localhost share one port.
  const address = app.addresses().find((found) => typeof found === 'object')
  return `http://${hostForUrl(host)}:${typeof address === 'object' ? address.port : port}`
}

type Opened = { databaseUrl: string; pool: Pool; log: EventLog }

const openLog = async (databaseUrl: string, stoppers: Stopper[], logger: Logger): Promise<Opened> => {
  const pool = openPool(databaseUrl)
  stoppers.push({ name: 'connections', stop: () => pool.end() })
  const { missing } = await migrateAll(pool)
  if (missing) logger.warn(missing)
  const log = createPostgresEventLog({ pool, connectionString: databaseUrl })
  stoppers.push({ name: 'log', stop: () => log.close() })
  return { databaseUrl, pool, log }
}

const writeServerRecord = (stateFolder: string, baseUrl: string, databaseUrl: string): void =>
  writeState(stateFolder, 'server', {
    baseUrl,
    databaseUrl,
    tokenSecret: 'table platform.secrets',
    pid: process.pid,
    startedAt: new Date().toISOString(),
  })

/** Starts all roles in this process. Errors: `StartRefusal` with one sentence; whatever was started by then is stopped again. */
export const startServer = async (parts: ServerParts): Promise<RunningServer> => {
  const { configuration, logger, say } = parts
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>()
  // Who starts us may look later, or never when it stops us first.
  failed.catch(() => {})
  const stoppers: Stopper[] = []
  try {
    await refuseTakenPort(configuration)
    if (configuration.fresh) await removeState(configuration.stateFolder)
    const building = configuration.web ? buildWebIfStale(say) : Promise.resolve()
    building.catch(() => {})
    const opened = await openLog(await openDatabase(parts, stoppers, giveUp), stoppers, logger)
    await building
    const baseUrl = await serve(parts, opened, stoppers, giveUp)
    return { baseUrl, failed, stop: () => stopAll(stoppers, logger) }
  } catch (error) {
    await stopAll(stoppers, logger)
    throw error
  }
}

const buildWebIfStale = async (say: (line: string) => void): Promise<void> => {
  if (!isWebStale()) return
  say('Building the web (once per change) …')
  await buildWeb()
}

const serve = async (
  parts: ServerParts,
  { databaseUrl, pool, log }: Opened,
  stoppers: Stopper[],
  giveUp: (error: Error) => void,
): Promise<string> => {
  const { configuration, logger, say } = parts
  let demo: DemoCity | undefined
  const demoState = (): DemoState => demo?.state() ?? (configuration.demo ? 'feeding' : 'none')

  const { compressAfterDays, retentionDays } = configuration
  for (const role of [
    startProjector({ databaseUrl, logger }),
    startViewsKeeper({ pool, logger, compressAfterDays, retentionDays }),
    startPolicies({ pool, log, logger }),
  ]) {
    stoppers.push({ name: 'role', stop: role.stop })
    role.ended.catch(giveUp)
  }
  const app = await openApi({ pool, log, logger, ...(configuration.web ? { webFolder: webDistFolder } : {}) })
  stoppers.push({ name: 'HTTP', stop: () => app.close() })
  mountGateway(app, { pool, log })
  registerHealth(app, { pool, log, demo: demoState })
  const baseUrl = await listen(app, configuration)
  writeServerRecord(configuration.stateFolder, baseUrl, databaseUrl)
  say(`Nightflow answers at ${baseUrl} (API: ${baseUrl}/api/docs)`)
  stoppers.push({ name: 'server record', stop: async () => rmSync(stateFilePath(configuration.stateFolder, 'server'), { force: true }) })
  if (configuration.demo) {
    demo = await startDemoCity({ pool, stateFolder: configuration.stateFolder, baseUrl, logger, say })
    stoppers.push({ name: 'demo city', stop: demo.stop })
  }
  return baseUrl
}
