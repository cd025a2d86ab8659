import { defaultStateFolder, readState } from '@nightflow/server/state-folder'
import { z } from 'zod'
import { CommandRefusal } from './command-refusal.ts'

/** Options that every command takes to find the server; without them the one that `npm start` wrote down is used. */
export type ServerOptions = { baseUrl?: string; databaseUrl?: string; stateFolder?: string }

export type RunningServer = { baseUrl: string; databaseUrl: string; stateFolder: string }

const healthMillisecondsMax = 3_000

const notRunning = (baseUrl: string | undefined): CommandRefusal =>
  new CommandRefusal(
    `no Nightflow answers${baseUrl ? ` at ${baseUrl}` : ''}; start it with \`npm start\` and wait for its address, or name one with --base-url and --database-url.`,
  )

/** Where the server and its database are; does not say that either answers. */
export const findServer = (options: ServerOptions): RunningServer => {
  const stateFolder = options.stateFolder ?? process.env.NIGHTFLOW_STATE_FOLDER ?? defaultStateFolder
  const record = options.baseUrl && options.databaseUrl ? undefined : readState(stateFolder, 'server')
  const baseUrl = options.baseUrl ?? record?.baseUrl
  const databaseUrl = options.databaseUrl ?? record?.databaseUrl
  if (!baseUrl || !databaseUrl) throw notRunning(baseUrl)
  return { baseUrl: baseUrl.replace(/\/+$/, ''), databaseUrl, stateFolder }
}

/** The server, known to answer. */
export const requireServer = async (options: ServerOptions): Promise<RunningServer> => {
  const server = findServer(options)
  const answer = await fetch(`${server.baseUrl}/health/live`, { signal: AbortSignal.timeout(healthMillisecondsMax) }).catch(() => undefined)
  if (!answer?.ok) throw notRunning(server.baseUrl)
  return server
}

const Readiness = z.object({ projector: z.object({ position: z.int() }).optional() })
const quietMillisecondsMax = 120_000

/**
 * Waits until the views have seen everything up to `position`. There is no limit on the whole time, because a large import may take
 * long; two minutes without any progress are an error.
 */
export const waitForViews = async (baseUrl: string, position: number, onPosition: (position: number) => void): Promise<void> => {
  let latest = -1
  let movedAt = Date.now()
  for (;;) {
    const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    const body = answer && Readiness.safeParse(await answer.json().catch(() => undefined))
    const seen = (body?.success ? body.data.projector?.position : undefined) ?? latest
    if (seen > latest) {
      latest = seen
      movedAt = Date.now()
      onPosition(seen)
    }
    if (latest >= position) return
    if (Date.now() - movedAt > quietMillisecondsMax) {
      throw new CommandRefusal(
        `everything is stored, but the views stand still at ${latest} of ${position}; look at the server's log, then run the same command again (nothing is stored twice).`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
