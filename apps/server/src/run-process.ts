import { flushCompileCache } from 'node:module'
import { helpText, readConfiguration } from './configuration.ts'
import { createLogger } from './logger.ts'
import { StartRefusal } from './start-refusal.ts'
import { type RunningServer, startServer } from './start-server.ts'

const stopMillisecondsMax = 30_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** One sentence for what the reader can mend, the stack for what only we can. */
const tell = (error: unknown): void => {
  const text = error instanceof StartRefusal ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`Nightflow cannot go on: ${text}\n`)
}

let server: RunningServer | undefined
let starting: Promise<RunningServer> | undefined
let stopping = false

/** Ends the process once; a second Ctrl-C, or half a minute, ends it at once: the guard still stops PostgreSQL. */
const end = async (code: number, reason?: string): Promise<void> => {
  if (stopping) process.exit(code || 1)
  stopping = true
  if (reason) say(reason)
  setTimeout(() => process.exit(code || 1), stopMillisecondsMax).unref()
  // A start under way is finished first, so that what it started is known and stopped.
  const running = server ?? (await starting?.catch(() => undefined))
  await running?.stop()
  process.exit(code)
}

const start = async (flags: readonly string[]): Promise<void> => {
  const configuration = readConfiguration(flags, process.env)
  if (configuration === 'help') return say(helpText)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0, '\nStopping …'))
  const logger = createLogger(configuration.logLevel)
  starting = startServer({ configuration, logger, say })
  server = await starting
  // A process that is killed writes nothing at its end.
  flushCompileCache()
  await server.failed
}

/** Runs a server process from its flags to its end, with signals and exit code. */
export const runProcess = async (flags: readonly string[]): Promise<void> => {
  try {
    await start(flags)
  } catch (error) {
    if (stopping) return
    tell(error)
    await end(1)
  }
}
