import type { LogAddress } from '@nightflow/server/open-event-log'
import { defaultStateFolder, readState } from '@nightflow/server/state-folder'
import { z } from 'zod'
import { CommandRefusal } from './command-refusal.ts'

/** Options that every command takes to find the server; without them the one that `npm start` wrote down is used. */
export type ServerOptions = { baseUrl?: string; gatewayUrl?: string; databaseUrl?: string; eventstoredbUrl?: string; stateFolder?: string }

export type ServiceAddress = LogAddress & { stateFolder: string; ownerDatabaseUrl?: string | undefined }
/** `gatewayUrl`: where frames are sent; the same server unless its roles run apart. */
export type RunningServer = ServiceAddress & { baseUrl: string; gatewayUrl: string }

const healthMillisecondsMax = 3_000

const notRunning = (baseUrl: string | undefined): CommandRefusal =>
  new CommandRefusal(
    `no Nightflow answers${baseUrl ? ` at ${baseUrl}` : ''}; start it with \`npm start\` and wait for its address, or name one with --base-url and --database-url.`,
  )

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Flags go before what a server wrote down, and that before the variables that a server is started with: a container has only those. */
const lookUp = (options: ServerOptions): Partial<RunningServer> & { stateFolder: string } => {
  const { env } = process
  const stateFolder = options.stateFolder ?? (env.NIGHTFLOW_STATE_FOLDER || defaultStateFolder)
  const record = options.baseUrl && options.databaseUrl ? undefined : readState(stateFolder, 'server')
  const named = options.baseUrl ?? record?.baseUrl
  const baseUrl = named ?? (env.NIGHTFLOW_BASE_URL || undefined)
  // A server that is named takes frames itself, whatever the variables say of another one.
  const gatewayUrl = options.gatewayUrl ?? named ?? (env.NIGHTFLOW_GATEWAY_URL || baseUrl)
  const databaseUrl = options.databaseUrl ?? record?.databaseUrl ?? (env.NIGHTFLOW_DATABASE_URL || undefined)
  // The log belongs to the database: that of the server that was written down is not that of another one that is named.
  const recorded = record !== undefined && record.databaseUrl === databaseUrl ? record.eventStoreDbUrl : undefined
  const eventStoreDbUrl = options.eventstoredbUrl ?? recorded ?? (env.EVENTSTOREDB_URL || undefined)
  const ownerDatabaseUrl = record !== undefined && record.databaseUrl === databaseUrl ? record.ownerDatabaseUrl : undefined
  return {
    ...(baseUrl !== undefined && { baseUrl: withoutSlash(baseUrl) }),
    ...(gatewayUrl !== undefined && { gatewayUrl: withoutSlash(gatewayUrl) }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    eventStoreDbUrl,
    ownerDatabaseUrl: ownerDatabaseUrl ?? (env.NIGHTFLOW_OWNER_DATABASE_URL || undefined),
    stateFolder,
  }
}

/** Where the service keeps what it knows; no server need run there. */
export const findService = (options: ServerOptions): ServiceAddress => {
  const { databaseUrl, ...found } = lookUp(options)
  if (!databaseUrl) throw notRunning(undefined)
  return { ...found, databaseUrl }
}

/** The server, known to answer. */
export const requireServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { baseUrl, gatewayUrl, databaseUrl, ...found } = lookUp(options)
  if (!baseUrl || !gatewayUrl || !databaseUrl) throw notRunning(baseUrl)
  for (const url of new Set([baseUrl, gatewayUrl])) {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(healthMillisecondsMax) }).catch(() => undefined)
    if (!answer?.ok) throw notRunning(url)
  }
  return { ...found, baseUrl, gatewayUrl, databaseUrl }
}

const Readiness = z.object({ projector: z.object({ position: z.int() }).optional() })
const quietMillisecondsMax = 120_000

/**
 * Waits until the read models have seen everything up to `position`. There is no limit on the whole time, because a large import may take
 * long; two minutes without any progress are an error.
 */
export const waitForViews = async (baseUrl: string, position: number, onPosition: (position: number) => void): Promise<void> => {
  let latest = -1
  let movedAt = performance.now()
  for (;;) {
    const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    const body = answer && Readiness.safeParse(await answer.json().catch(() => undefined))
    const seen = (body?.success ? body.data.projector?.position : undefined) ?? latest
    if (seen > latest) {
      latest = seen
      movedAt = performance.now()
      onPosition(seen)
    }
    if (latest >= position) return
    if (performance.now() - movedAt > quietMillisecondsMax) {
      throw new CommandRefusal(
        `everything is stored, but the read models stopped at ${latest} of ${position}; look at the server's log, then run the same command again (nothing is stored twice).`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
