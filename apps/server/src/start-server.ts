import { rmSync } from 'node:fs'
import type { OnRead } from '@nightflow/api/http/request-context'
import type { EventLog } from '@nightflow/event-log/event-log'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildWeb, isWebStale, webDistFolder } from './build-web.ts'
import type { Configuration } from './configuration.ts'
import { type DemoCity, startDemoCity } from './demo/demo-city.ts'
import { retireDemoPasswords } from './demo/demo-utility.ts'
import { withDemoVending } from './demo/past/demo-vending.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isPortFree } from './free-port.ts'
import { type DemoState, registerHealth } from './health.ts'
import { type KafkaParts, openKafkaParts } from './kafka-parts.ts'
import { kafkaSettingsOf } from './kafka-settings.ts'
import { exposePool } from './metrics/expose-pool.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { registerMetrics } from './metrics/metrics-route.ts'
import { exposeProjectorLag, exposeSetAside } from './metrics/projector-lag.ts'
import { exposeSinkLag } from './metrics/sink-lag.ts'
import { type DatabaseAddress, type OpenedLog, openLog, traceOf } from './open-log.ts'
import { startOutboxSender } from './outbox/outbox-sender.ts'
import { openWays } from './outbox/ways.ts'
import { closeHttp } from './requests/close-http.ts'
import { followRequests } from './requests/follow-requests.ts'
import { openBareHttp } from './requests/open-bare-http.ts'
import { openApi } from './roles/api.ts'
import { mountGateway } from './roles/gateway.ts'
import { startPolicies } from './roles/policies.ts'
import { startProjector } from './roles/projector.ts'
import type { Role } from './roles/role.ts'
import { type RoleName, roleNames } from './roles/role-names.ts'
import { startSink } from './roles/sink.ts'
import { startViewsKeeper } from './roles/views-keeper.ts'
import { startWorker } from './roles/worker.ts'
import { StartRefusal } from './start-refusal.ts'
import { stateFilePath, writeState } from './state-folder.ts'
import type { Stopper } from './stopper.ts'
import { urlAsService } from './url-under-role.ts'
import { vendingOf } from './vending/vending-of.ts'
import type { VendingModules } from './vending-modules.ts'

export type RunningServer = {
  baseUrl: string
  /** Rejects when a part gave up for good; the process should stop then. */
  failed: Promise<never>
  /** Stops accepting, finishes what runs, stops the parts in the order of who needs whom. Safe to call twice. */
  stop(): Promise<void>
}

export type ServerParts = { configuration: Configuration; logger: Logger; say: (line: string) => void }

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
  metrics: Metrics,
  stoppers: Stopper[],
  giveUp: (error: Error) => void,
): Promise<DatabaseAddress> => {
  const { databaseUrl, ownerDatabaseUrl } = configuration
  if (databaseUrl)
    return ownerDatabaseUrl ? { databaseUrl, ownerDatabaseUrl } : { databaseUrl: urlAsService(databaseUrl), ownerDatabaseUrl: databaseUrl }
  say('Starting PostgreSQL …')
  const started = await startEmbeddedPostgres({
    directory: configuration.stateFolder,
    onLog: (line) => logger.debug({ from: 'postgres' }, line),
    onRestart: (lastWords) => {
      metrics.postgresRestarts.inc()
      logger.error({ lastWords }, 'PostgreSQL ended on its own and is started again')
    },
    onUnexpectedExit: (lastWords) =>
      giveUp(new StartRefusal(`PostgreSQL ended on its own, again and again: ${lastWords}; look at its data folder and start again.`)),
  })
  stoppers.push({ name: 'PostgreSQL', stop: started.stop })
  return { databaseUrl: started.serviceConnectionString, ownerDatabaseUrl: started.connectionString }
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

type Opened = OpenedLog & { metrics: Metrics }

const writeServerRecord = (stateFolder: string, baseUrl: string, { databaseUrl, ownerDatabaseUrl, eventStoreDbUrl }: Opened): void =>
  writeState(stateFolder, 'server', {
    baseUrl,
    databaseUrl,
    ownerDatabaseUrl,
    ...(eventStoreDbUrl !== undefined && { eventStoreDbUrl }),
    tokenSecret: 'table platform.secrets',
    pid: process.pid,
    startedAt: new Date().toISOString(),
  })

/** Starts the roles of the configuration in this process. Errors: `StartRefusal` with one sentence; whatever was started by then is stopped again. */
export const startServer = async (parts: ServerParts): Promise<RunningServer> => {
  const { configuration, logger, say } = parts
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>()
  // The caller may await it later, or never when it stops the server first.
  failed.catch(() => {})
  const stoppers: Stopper[] = []
  try {
    await refuseTakenPort(configuration)
    if (configuration.fresh) await removeState(configuration.stateFolder)
    const building = servesWeb(configuration) ? buildWebIfStale(say) : Promise.resolve()
    building.catch(() => {})
    const metrics = createMetrics()
    const database = await openDatabase(parts, metrics, stoppers, giveUp)
    const opened = { ...(await openLog(database, metrics, parts, stoppers)), metrics }
    await building
    const baseUrl = await serve(parts, opened, stoppers, giveUp)
    return { baseUrl, failed, stop: () => stopAll(stoppers, logger) }
  } catch (error) {
    await stopAll(stoppers, logger)
    throw error
  }
}

const servesWeb = ({ roles, web }: Configuration): boolean => web && roles.includes('api')

const buildWebIfStale = async (say: (line: string) => void): Promise<void> => {
  if (!isWebStale()) return
  say('Building the web (once per change) …')
  await buildWeb()
}

/** The vending modules of this process, and that of its demo. */
const modulesOf = (configuration: Configuration, log: EventLog): VendingModules | undefined => {
  const configured = vendingOf(configuration, log)
  return configuration.demo ? withDemoVending(log, configured) : configured
}

/** Roles that work in the background. */
const startWorkers = (
  { configuration, logger }: ServerParts,
  { databaseUrl, eventStoreDbUrl, pool, log, sinkLog, metrics }: Opened,
  trustedHosts: ReadonlySet<string>,
): Role[] => {
  const trace = traceOf(configuration)
  const kafka = kafkaSettingsOf(configuration)
  const starts: Partial<Record<RoleName, () => Role>> = {
    ...(kafka && { sink: () => startSink({ kafka, log: sinkLog, logger, metrics }) }),
    projector: () => startProjector({ databaseUrl, eventStoreDbUrl, logger, metrics, ...(trace && { trace }) }),
    policies: () =>
      startPolicies({
        ...{ databaseUrl, log, logger, metrics, trustedHosts },
        vending: modulesOf(configuration, log),
      }),
    worker: () => startWorker({ databaseUrl, eventStoreDbUrl, logger, logLevel: configuration.logLevel }),
  }
  const workers = configuration.roles.flatMap((name) => starts[name]?.() ?? [])
  if (configuration.roles.includes('policies')) workers.push(startOutboxSender({ pool, logger, ways: openWays(configuration) }))
  const { compressAfterDays, retentionDays } = configuration
  // The process that builds the read models also maintains them.
  if (configuration.roles.includes('projector')) workers.push(startViewsKeeper({ pool, logger, compressAfterDays, retentionDays }))
  return workers
}

/** The HTTP of this process: what its roles serve, and health and metrics in any case. */
const openHttp = async (
  { configuration, logger }: ServerParts,
  { pool, log, metrics }: Opened,
  demo: () => DemoState,
  { buffer, kafkaReach, sinkLag }: KafkaParts,
): Promise<FastifyInstance> => {
  const { roles, host, metricsToken, trustProxy } = configuration
  const onRead: OnRead = ({ method, path }, milliseconds) =>
    metrics.querySeconds.observe({ method, route: metrics.routes.labelOf(path) }, milliseconds / 1000)
  const app = roles.includes('api')
    ? await openApi({
        pool,
        log,
        logger,
        trustProxy,
        onRead,
        vending: modulesOf(configuration, log),
        ...(servesWeb(configuration) ? { webFolder: webDistFolder } : {}),
      })
    : openBareHttp(logger)
  followRequests(app, metrics)
  if (roles.includes('gateway'))
    mountGateway(app, { pool, log, buffer, onRepeated: () => metrics.bufferedFrames.inc({ outcome: 'repeated' }) })
  registerHealth(app, { pool, log, roles, demo, sinkLag, kafkaReach })
  exposePool(metrics, pool)
  if (roles.includes('projector')) {
    exposeProjectorLag(metrics, pool, log)
    exposeSetAside(metrics, pool)
  }
  if (sinkLag) exposeSinkLag(metrics, sinkLag)
  registerMetrics(app, metrics, { host, token: metricsToken })
  return app
}

const serve = async (parts: ServerParts, opened: Opened, stoppers: Stopper[], giveUp: (error: Error) => void): Promise<string> => {
  const { configuration, logger, say } = parts
  const { pool } = opened
  const { roles, stateFolder } = configuration
  let demo: DemoCity | undefined
  const demoState = (): DemoState => demo?.state() ?? (configuration.demo ? 'feeding' : 'none')

  const trustedHosts = new Set(configuration.downlinkHosts)
  for (const worker of startWorkers(parts, opened, trustedHosts)) {
    stoppers.push({ name: 'role', stop: worker.stop })
    worker.ended.catch(giveUp)
  }
  const kafkaParts = openKafkaParts(parts, opened, stoppers)
  const app = await openHttp(parts, opened, demoState, kafkaParts)
  stoppers.push({ name: 'HTTP', stop: () => closeHttp(app) })
  const baseUrl = await listen(app, configuration)
  if (roles.length < roleNames.length) {
    say(`Nightflow (${roles.join(', ')}) answers at ${baseUrl}`)
    return baseUrl
  }
  // The command line looks for one server that takes frames, decides and answers: only a process with all roles is that.
  writeServerRecord(stateFolder, baseUrl, opened)
  stoppers.push({ name: 'server record', stop: async () => rmSync(stateFilePath(stateFolder, 'server'), { force: true }) })
  say(`Nightflow answers at ${baseUrl} (API: ${baseUrl}/api/docs)`)
  if (!configuration.demo) await retireDemoPasswords(pool, stateFolder)
  if (configuration.demo) {
    demo = await startDemoCity({ pool, stateFolder, baseUrl, logger, say, tour: configuration.tour, trustedHosts })
    stoppers.push({ name: 'demo city', stop: demo.stop })
  }
  return baseUrl
}
