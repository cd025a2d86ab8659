import { parseArgs } from 'node:util'
import { kafkaDefaults, kafkaMechanisms } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { shardsMax } from '@nightflow/projections/projector/shard'
import { tendingDefaults } from '@nightflow/projections/views/tend-views'
import { z } from 'zod'
import { roleNames } from './roles/role-names.ts'
import type { Setting } from './setting.ts'
import { logLevels, settings, settingVariables } from './settings.ts'
import { StartRefusal } from './start-refusal.ts'
import { defaultStateFolder } from './state-folder.ts'
import { refuseVending, vendingConfiguration } from './vending/vending-settings.ts'

const brokerAddress = String.raw`([a-zA-Z0-9._-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}`
/** Frames that may wait in Kafka while a sink counts as ready: some seconds of its work. */
const kafkaLagMaxDefault = 5_000

/** In decimal digits alone: of an empty text JavaScript makes 0, and of 0x50 and 1e3 numbers too. */
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

const Roles = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(roleNames)).min(1))

/** A JSON object of header names and values. */
const SmsHeaders = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/), z.string().regex(/^[\x20-\x7e]{0,2000}$/)))

/** Every setting of the server. Flags go before environment variables, those before defaults. */
export const Configuration = z.object({
  roles: Roles.default([...roleNames]),
  port: wholeNumber(0, 65_535).default(8080),
  host: z.string().min(1).max(255).default('localhost'),
  /** Proxies whose word about where a request comes from is believed: lock-out counts by address. */
  trustProxy: z
    .string()
    .regex(/^[0-9a-fA-F.:]+(\/\d{1,3})?(,[0-9a-fA-F.:]+(\/\d{1,3})?)*$/)
    .transform((list) => list.split(','))
    .optional(),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  /** Of the owner, for migrations; without it `databaseUrl` is the owner's, and the service acts as its own role on it. */
  ownerDatabaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  /** With it the log is in EventStoreDB or KurrentDB; without it in the database. */
  eventStoreDbUrl: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/\S+$/)
    .optional(),
  stateFolder: z.string().min(1).default(defaultStateFolder),
  logLevel: z.enum(logLevels).default('warn'),
  metricsToken: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/)
    .optional(),
  traceEndpoint: z
    .string()
    .regex(/^https?:\/\/[^\s@]+$/)
    .optional(),
  traceRatio: z
    .string()
    .regex(/^(\d|\d?\.\d{1,15})$/)
    .transform(Number)
    .pipe(z.number().max(1))
    .default(1),
  /** With brokers, frames are acknowledged by Kafka and a sink brings them to the log; without them the log acknowledges. */
  kafkaBrokers: z
    .string()
    .regex(new RegExp(`^${brokerAddress}(,${brokerAddress})*$`))
    .transform((list) => list.split(','))
    .optional(),
  kafkaTls: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .default(false),
  kafkaMechanism: z.enum(kafkaMechanisms).default('scram-sha-512'),
  kafkaUsername: z.string().min(1).max(255).optional(),
  kafkaPassword: z.string().min(1).max(1_024).optional(),
  kafkaTopic: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,200}$/)
    .default(kafkaDefaults.topic),
  kafkaPartitions: wholeNumber(1, 1_000).default(kafkaDefaults.partitions),
  kafkaReplication: wholeNumber(1, 9).optional(),
  kafkaLagMax: wholeNumber(0, 100_000_000).default(kafkaLagMaxDefault),
  kafkaRetentionHours: wholeNumber(1, 87_600).default(kafkaDefaults.retentionHours),
  /** Into how many shards the projectors divide the read models; absent, the read models stay as they are. */
  projectorShards: wholeNumber(1, shardsMax).optional(),
  /** Where mail goes out; without it mail is kept in the outbox. */
  smtpUrl: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/)
    .optional(),
  mailFrom: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/)
    .max(200)
    .optional(),
  /** Where text messages go out; without it they are kept in the outbox. */
  smsUrl: z
    .string()
    .regex(/^https?:\/\/\S+$/)
    .optional(),
  smsBody: z.string().min(1).max(10_000).optional(),
  smsHeaders: SmsHeaders.default({}),
  /** Hosts inside the operator's network to which valve commands are pushed. Others must be public and speak HTTPS. */
  downlinkHosts: z
    .string()
    .regex(/^[\w.:-]+(\s*,\s*[\w.:-]+)*$/)
    .max(2_000)
    .transform((text) => new Set(text.toLowerCase().split(/\s*,\s*/)))
    .optional(),
  ...vendingConfiguration,
  compressAfterDays: wholeNumber(1, 36_500).default(tendingDefaults.compressAfterDays),
  retentionDays: wholeNumber(30, 36_500).optional(),
  fresh: z.boolean().default(false),
  demo: z.boolean().optional(),
  tour: z.boolean().default(false),
  web: z.boolean().default(true),
})
export type Configuration = Omit<z.output<typeof Configuration>, 'demo'> & { demo: boolean }

const switches = {
  fresh: 'delete the embedded database and the demo sign-ins first',
  'no-demo': 'do not create or feed the demo utility; a process without all roles never does',
  tour: 'print what to look at in the demo, with links, once it is up to date',
  'no-web': 'neither build nor serve the web: API and ingest only',
  help: 'print this text',
}

const optionLine = (option: string, text: string): string => `  --${option.padEnd(24)} ${text}`

const defaultText = (name: keyof typeof settings): string => {
  const { otherwise }: Setting = settings[name]
  const value = otherwise ?? (Configuration.shape[name].safeParse(undefined).data as unknown)
  return value === undefined ? '' : String(typeof value === 'object' ? JSON.stringify(value) : value)
}

const settingNames = Object.keys(settings) as (keyof typeof settings)[]

export const helpText = `Usage: npm start -- [options]

Starts Nightflow: database, ingest, projector, worker, API and web in one process, or some of its roles.

${settingNames
  .flatMap((name) => {
    const { flag, purpose }: Setting = settings[name]
    const usual = defaultText(name)
    return flag ? [optionLine(flag, `${purpose.replaceAll('`', '')}${usual && ` (default ${usual})`}`)] : []
  })
  .join('\n')}
${Object.entries(switches)
  .map(([name, text]) => optionLine(name, text))
  .join('\n')}

Environment: ${settingVariables.join(', ')}. Flags win.
`

/** The settings as a table in Markdown, for `docs/operations/configure.md`. */
export const describeSettings = (): string => {
  const rows = settingNames.map((name) => {
    const { variable, flag, purpose, allowed }: Setting = settings[name]
    const usual = defaultText(name)
    return `- \`${variable}\`${flag ? `, \`--${flag}\`` : ''}: ${purpose}.\n  Value: ${allowed}.${usual && ` Default: \`${usual}\`.`}`
  })
  return rows.join('\n')
}

const flagOptions = Object.fromEntries<{ type: 'string' | 'boolean'; short?: string }>([
  ...Object.values<Setting>(settings).flatMap(({ flag }) => (flag ? [[flag, { type: 'string' }] as const] : [])),
  ...(['fresh', 'demo', 'tour', 'web'] as const).map((name) => [name, { type: 'boolean' }] as const),
  ['help', { type: 'boolean', short: 'h' }],
])

const parseFlags = (given: readonly string[]): Record<string, string | boolean | undefined> => {
  try {
    return parseArgs({ args: [...given], allowNegative: true, options: flagOptions }).values as Record<string, string | boolean | undefined>
  } catch (error) {
    throw new StartRefusal(`${(error as Error).message.split('. ')[0]}; see npm start -- --help.`)
  }
}

/** Reads flags and environment; `help` prints the text instead of a start. Errors: `StartRefusal` naming the setting and what it may be. */
export const readConfiguration = (given: readonly string[], environment: NodeJS.ProcessEnv): Configuration | 'help' => {
  const flags = parseFlags(given)
  if (flags.help) return 'help'
  const wanted: Partial<Record<keyof Configuration, unknown>> = { fresh: flags.fresh, demo: flags.demo, tour: flags.tour, web: flags.web }
  const source: Record<string, string> = {}
  for (const name of settingNames) {
    const { flag, variable }: Setting = settings[name]
    const fromFlag = flag === undefined ? undefined : flags[flag]
    // An empty variable is an unset one, as in `NIGHTFLOW_PORT= npm start`.
    wanted[name] = fromFlag ?? (environment[variable] || undefined)
    source[name] = fromFlag === undefined ? variable : `--${flag}`
  }
  const parsed = Configuration.safeParse(wanted)
  if (parsed.success) return refuseContradictions(parsed.data)
  const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof settings
  // A database's URL holds a password, so it is not repeated either.
  const setting: Setting = settings[name]
  const value = setting.isSecret ? '' : ` is ${JSON.stringify(wanted[name])} and`
  throw new StartRefusal(`${source[name]}${value} must be ${setting.allowed}.`)
}

const refuseContradictions = (given: z.output<typeof Configuration>): Configuration => {
  const isWhole = roleNames.every((role) => given.roles.includes(role))
  if (given.fresh && given.databaseUrl) {
    throw new StartRefusal(
      '--fresh deletes only the embedded database; empty the one of --database-url yourself, or leave one of the two away.',
    )
  }
  if (given.fresh && given.eventStoreDbUrl) {
    throw new StartRefusal(
      '--fresh deletes only the embedded database, and the log is in EventStoreDB; start without --fresh, or with an empty EventStoreDB and an empty state folder.',
    )
  }
  if (given.demo && !isWhole)
    throw new StartRefusal(`--demo needs all roles in one process (${roleNames.join(', ')}); leave --role or --demo away.`)
  if ((given.kafkaUsername === undefined) !== (given.kafkaPassword === undefined)) {
    throw new StartRefusal('KAFKA_USERNAME and KAFKA_PASSWORD belong together: set both, or neither where Kafka accepts all clients.')
  }
  if ((given.smtpUrl === undefined) !== (given.mailFrom === undefined)) {
    throw new StartRefusal('NIGHTFLOW_SMTP_URL and NIGHTFLOW_MAIL_FROM belong together: set both, or neither to keep mail in the outbox.')
  }
  refuseVending(given)
  if (given.roles.includes('sink') && !isWhole && given.kafkaBrokers === undefined) {
    throw new StartRefusal('the role sink brings frames from Kafka to the log: set KAFKA_BROKERS, or leave sink out of --role.')
  }
  return { ...given, demo: given.demo ?? isWhole }
}
