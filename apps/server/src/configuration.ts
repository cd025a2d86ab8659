import { parseArgs } from 'node:util'
import { tendingDefaults } from '@nightflow/projections/shared/tend-views'
import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'
import { defaultStateFolder } from './state-folder.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every setting of the server. Flags go before environment variables, those before defaults. */
export const Configuration = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(8080),
  host: z.string().min(1).max(255).default('localhost'),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  stateFolder: z.string().min(1).default(defaultStateFolder),
  logLevel: z.enum(logLevels).default('warn'),
  compressAfterDays: z.coerce.number().int().min(1).max(36_500).default(tendingDefaults.compressAfterDays),
  retentionDays: z.coerce.number().int().min(30).max(36_500).optional(),
  fresh: z.boolean().default(false),
  demo: z.boolean().default(true),
  web: z.boolean().default(true),
})
export type Configuration = z.output<typeof Configuration>

/** Where each setting may be given, and what it may be, in words. */
const settings: Record<Exclude<keyof Configuration, 'fresh' | 'demo' | 'web'>, { flag: string; variable: string; allowed: string }> = {
  port: { flag: 'port', variable: 'NIGHTFLOW_PORT', allowed: 'a whole number from 0 (any free port) to 65535' },
  host: { flag: 'host', variable: 'NIGHTFLOW_HOST', allowed: 'a host name or address, such as localhost or 0.0.0.0' },
  databaseUrl: {
    flag: 'database-url',
    variable: 'NIGHTFLOW_DATABASE_URL',
    allowed: 'a URL such as postgres://user:password@host:5432/database',
  },
  stateFolder: { flag: 'state-folder', variable: 'NIGHTFLOW_STATE_FOLDER', allowed: 'a path' },
  logLevel: { flag: 'log-level', variable: 'NIGHTFLOW_LOG_LEVEL', allowed: `one of ${logLevels.join(', ')}` },
  compressAfterDays: {
    flag: 'compress-after-days',
    variable: 'NIGHTFLOW_COMPRESS_AFTER_DAYS',
    allowed: 'a whole number of days from 1 to 36500',
  },
  retentionDays: { flag: 'retention-days', variable: 'NIGHTFLOW_RETENTION_DAYS', allowed: 'a whole number of days from 30 to 36500' },
}

export const helpText = `Usage: npm start -- [options]

Starts Nightflow: database, ingest, projector, API and web in one process.

  --port N              where web and API answer (default 8080)
  --host NAME           on which address (default localhost; 0.0.0.0 for every one)
  --database-url URL    use this PostgreSQL 18 instead of the embedded one
  --fresh               delete the embedded database and the demo sign-ins first
  --no-demo             do not create or feed the demo utility
  --no-web              neither build nor serve the web: API and ingest alone
  --state-folder PATH   where data and keys are kept (default .nightflow)
  --log-level LEVEL     ${logLevels.join(', ')} (default warn)
  --compress-after-days N  compress days of the views older than N where the database is a TimescaleDB (default ${tendingDefaults.compressAfterDays})
  --retention-days N    take days older than N out of the views; the log keeps them (default: never)
  --help                this text

Environment: ${Object.values(settings)
  .map(({ variable }) => variable)
  .join(', ')}. Flags win.
`

const parseFlags = (given: readonly string[]) => {
  try {
    return parseArgs({
      args: [...given],
      allowNegative: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'database-url': { type: 'string' },
        'state-folder': { type: 'string' },
        'log-level': { type: 'string' },
        'compress-after-days': { type: 'string' },
        'retention-days': { type: 'string' },
        fresh: { type: 'boolean' },
        demo: { type: 'boolean' },
        web: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new StartRefusal(`${(error as Error).message.split('. ')[0]}; see npm start -- --help.`)
  }
}

/** Reads flags and environment; `help` asks for the text instead of a start. Errors: `StartRefusal` naming the setting and what it may be. */
export const readConfiguration = (given: readonly string[], environment: NodeJS.ProcessEnv): Configuration | 'help' => {
  const flags = parseFlags(given)
  if (flags.help) return 'help'
  const wanted: Record<string, unknown> = { fresh: flags.fresh, demo: flags.demo, web: flags.web }
  const source: Record<string, string> = {}
  for (const [name, { flag, variable }] of Object.entries(settings)) {
    const fromFlag = (flags as Record<string, unknown>)[flag]
    // An empty variable is an unset one, as in `NIGHTFLOW_PORT= npm start`.
    wanted[name] = fromFlag ?? (environment[variable] || undefined)
    source[name] = fromFlag === undefined ? variable : `--${flag}`
  }
  const parsed = Configuration.safeParse(wanted)
  if (parsed.success) return refuseContradictions(parsed.data)
  const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof settings
  // The value of the database's URL holds a password, so it is not repeated.
  const value = name === 'databaseUrl' ? '' : ` is ${JSON.stringify(wanted[name])} and`
  throw new StartRefusal(`${source[name]}${value} must be ${settings[name].allowed}.`)
}

const refuseContradictions = (configuration: Configuration): Configuration => {
  if (configuration.fresh && configuration.databaseUrl) {
    throw new StartRefusal(
      '--fresh deletes only the embedded database; empty the one of --database-url yourself, or leave one of the two away.',
    )
  }
  return configuration
}
