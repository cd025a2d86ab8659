import { parseArgs } from 'node:util'
import { kafkaDefaults, kafkaMechanisms } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { shardsMax } from '@nightflow/projections/shared/shard'
import { tendingDefaults } from '@nightflow/projections/shared/tend-views'
import { z } from 'zod'
import { roleNames } from './roles/role-names.ts'
import { StartRefusal } from './start-refusal.ts'
import { defaultStateFolder } from './state-folder.ts'

const brokerAddress = String.raw`([a-zA-Z0-9._-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}`
/** Frames that may wait in Kafka while a sink counts as ready: some seconds of its work. */
const kafkaLagMaxDefault = 5_000
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

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
  /** Into how many shards the projectors divide the views; absent, the views stay as they are. */
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
  compressAfterDays: wholeNumber(1, 36_500).default(tendingDefaults.compressAfterDays),
  retentionDays: wholeNumber(30, 36_500).optional(),
  fresh: z.boolean().default(false),
  demo: z.boolean().optional(),
  web: z.boolean().default(true),
})
export type Configuration = Omit<z.output<typeof Configuration>, 'demo'> & { demo: boolean }

type Setting = { flag?: string; variable: string; allowed: string; isSecret?: true }

/** Where each setting may be given, and what it may be, in words. Flags are seen by everybody on the computer, so a secret may have none. */
const settings: Record<Exclude<keyof Configuration, 'fresh' | 'demo' | 'web'>, Setting> = {
  roles: { flag: 'role', variable: 'NIGHTFLOW_ROLES', allowed: `one or more of ${roleNames.join(', ')}, joined by commas` },
  port: { flag: 'port', variable: 'NIGHTFLOW_PORT', allowed: 'a whole number from 0 (any free port) to 65535' },
  host: { flag: 'host', variable: 'NIGHTFLOW_HOST', allowed: 'a host name or address, such as localhost or 0.0.0.0' },
  trustProxy: {
    variable: 'NIGHTFLOW_TRUST_PROXY',
    allowed: 'addresses or networks of proxies joined by commas, such as 10.0.0.0/8,192.0.2.1',
  },
  databaseUrl: {
    flag: 'database-url',
    variable: 'NIGHTFLOW_DATABASE_URL',
    allowed: 'a URL such as postgres://user:password@host:5432/database',
    isSecret: true,
  },
  ownerDatabaseUrl: {
    variable: 'NIGHTFLOW_OWNER_DATABASE_URL',
    allowed: 'a URL such as postgres://owner:password@host:5432/database',
    isSecret: true,
  },
  eventStoreDbUrl: {
    flag: 'eventstoredb-url',
    variable: 'EVENTSTOREDB_URL',
    allowed: 'a connection string such as esdb://user:password@host:2113, or esdb://host:2113?tls=false for a server without security',
    isSecret: true,
  },
  stateFolder: { flag: 'state-folder', variable: 'NIGHTFLOW_STATE_FOLDER', allowed: 'a path' },
  logLevel: { flag: 'log-level', variable: 'NIGHTFLOW_LOG_LEVEL', allowed: `one of ${logLevels.join(', ')}` },
  metricsToken: { variable: 'NIGHTFLOW_METRICS_TOKEN', allowed: '16 to 256 printable characters without blanks', isSecret: true },
  // Named as everywhere with OpenTelemetry, so that one setting serves all services of a computer.
  traceEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    allowed: 'the base URL of a collector without user and password, such as http://localhost:4318',
    isSecret: true,
  },
  traceRatio: { variable: 'OTEL_TRACES_SAMPLER_ARG', allowed: 'a number from 0 (no event) to 1 (every event)' },
  kafkaBrokers: {
    flag: 'kafka-brokers',
    variable: 'KAFKA_BROKERS',
    allowed: 'one or more of host:port joined by commas, such as localhost:9092',
  },
  kafkaTls: { flag: 'kafka-tls', variable: 'KAFKA_TLS', allowed: 'true or false' },
  kafkaMechanism: { flag: 'kafka-mechanism', variable: 'KAFKA_MECHANISM', allowed: `one of ${kafkaMechanisms.join(', ')}` },
  kafkaUsername: { flag: 'kafka-username', variable: 'KAFKA_USERNAME', allowed: '1 to 255 characters' },
  kafkaPassword: { variable: 'KAFKA_PASSWORD', allowed: '1 to 1024 characters', isSecret: true },
  kafkaTopic: {
    flag: 'kafka-topic',
    variable: 'KAFKA_TOPIC',
    allowed: '1 to 200 letters, digits, dots, underscores and hyphens, such as nightflow.frames',
  },
  kafkaPartitions: { flag: 'kafka-partitions', variable: 'KAFKA_PARTITIONS', allowed: 'a whole number from 1 to 1000' },
  kafkaReplication: {
    flag: 'kafka-replication',
    variable: 'KAFKA_REPLICATION',
    allowed: 'a whole number from 1 to 9, at most the number of brokers',
  },
  kafkaRetentionHours: {
    flag: 'kafka-retention-hours',
    variable: 'KAFKA_RETENTION_HOURS',
    allowed: 'a whole number of hours from 1 to 87600',
  },
  projectorShards: {
    flag: 'projector-shards',
    variable: 'NIGHTFLOW_PROJECTOR_SHARDS',
    allowed: `a whole number from 1 to ${shardsMax}`,
  },
  kafkaLagMax: { flag: 'kafka-lag-max', variable: 'KAFKA_LAG_MAX', allowed: 'a whole number of frames from 0 to 100000000' },
  smtpUrl: {
    variable: 'NIGHTFLOW_SMTP_URL',
    allowed: 'a URL such as smtps://user:password@host or smtp://host:587?requireTLS=true',
    isSecret: true,
  },
  mailFrom: { variable: 'NIGHTFLOW_MAIL_FROM', allowed: 'an address such as water@example.org or Nightflow <water@example.org>' },
  smsUrl: {
    variable: 'NIGHTFLOW_SMS_URL',
    allowed: 'an http or https URL, in which {{recipient}} and {{body}} stand for the message',
    isSecret: true,
  },
  smsBody: {
    variable: 'NIGHTFLOW_SMS_BODY',
    allowed:
      'at most 10000 characters in which {{recipient}} and {{body}} stand for the message; posted as JSON unless a header says otherwise',
    isSecret: true,
  },
  smsHeaders: {
    variable: 'NIGHTFLOW_SMS_HEADERS',
    allowed: 'a JSON object of header names and values, such as {"authorization":"Bearer …"}',
    isSecret: true,
  },
  compressAfterDays: {
    flag: 'compress-after-days',
    variable: 'NIGHTFLOW_COMPRESS_AFTER_DAYS',
    allowed: 'a whole number of days from 1 to 36500',
  },
  retentionDays: { flag: 'retention-days', variable: 'NIGHTFLOW_RETENTION_DAYS', allowed: 'a whole number of days from 30 to 36500' },
}

/** Every variable that the server reads. */
export const settingVariables: readonly string[] = Object.values(settings).map(({ variable }) => variable)

export const helpText = `Usage: npm start -- [options]

Starts Nightflow: database, ingest, projector, API and web in one process, or some of its roles.

  --role LIST           ${roleNames.join(',')} (default all of them)
  --port N              where web, API and ingest answer, and /health and /metrics of every role (default 8080)
  --host NAME           on which address (default localhost; 0.0.0.0 for every one)
  --database-url URL    use this PostgreSQL 18 instead of the embedded one
  --eventstoredb-url URL  keep the log in this EventStoreDB or KurrentDB instead of the database, esdb://user:password@host:2113
  --fresh               delete the embedded database and the demo sign-ins first
  --no-demo             do not create or feed the demo utility; a process without all roles never does
  --no-web              neither build nor serve the web: API and ingest alone
  --state-folder PATH   where data and keys are kept (default .nightflow)
  --log-level LEVEL     ${logLevels.join(', ')} (default warn)
  --kafka-brokers LIST  host:port,…: acknowledge frames once Kafka holds them, and bring them to the log from there
  --kafka-tls true      encrypted; --kafka-username NAME with KAFKA_PASSWORD in the environment, --kafka-mechanism
                        ${kafkaMechanisms.join(', ')} (default scram-sha-512)
  --kafka-topic NAME    topic of the frames (default ${kafkaDefaults.topic})
  --kafka-partitions N, --kafka-replication N, --kafka-retention-hours N
                        for topics that do not exist yet (default ${kafkaDefaults.partitions}; one for each broker listed, at most ${kafkaDefaults.replicationMax}; ${kafkaDefaults.retentionHours})
  --projector-shards N  divide the views into N shards that projectors share; another N rebuilds them (default: as they are, at first 1)
  --kafka-lag-max N     a sink with more frames than this before it is not ready (default ${kafkaLagMaxDefault})
  --compress-after-days N  compress days of the views older than N where the database is a TimescaleDB (default ${tendingDefaults.compressAfterDays})
  --retention-days N    take days older than N out of the views; the log keeps them (default: never)
  --help                this text

Environment: ${settingVariables.join(', ')}. Flags win.
`

const parseFlags = (given: readonly string[]) => {
  try {
    return parseArgs({
      args: [...given],
      allowNegative: true,
      options: {
        role: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'database-url': { type: 'string' },
        'eventstoredb-url': { type: 'string' },
        'state-folder': { type: 'string' },
        'log-level': { type: 'string' },
        'kafka-brokers': { type: 'string' },
        'kafka-tls': { type: 'string' },
        'kafka-mechanism': { type: 'string' },
        'kafka-username': { type: 'string' },
        'kafka-topic': { type: 'string' },
        'kafka-partitions': { type: 'string' },
        'kafka-replication': { type: 'string' },
        'kafka-retention-hours': { type: 'string' },
        'projector-shards': { type: 'string' },
        'kafka-lag-max': { type: 'string' },
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
    const fromFlag = flag === undefined ? undefined : (flags as Record<string, unknown>)[flag]
    // An empty variable is an unset one, as in `NIGHTFLOW_PORT= npm start`.
    wanted[name] = fromFlag ?? (environment[variable] || undefined)
    source[name] = fromFlag === undefined ? variable : `--${flag}`
  }
  const parsed = Configuration.safeParse(wanted)
  if (parsed.success) return refuseContradictions(parsed.data)
  const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof settings
  // A database's URL holds a password, so it is not repeated either.
  const value = settings[name].isSecret ? '' : ` is ${JSON.stringify(wanted[name])} and`
  throw new StartRefusal(`${source[name]}${value} must be ${settings[name].allowed}.`)
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
    throw new StartRefusal('KAFKA_USERNAME and KAFKA_PASSWORD belong together: set both, or neither where Kafka lets everybody in.')
  }
  if ((given.smtpUrl === undefined) !== (given.mailFrom === undefined)) {
    throw new StartRefusal('NIGHTFLOW_SMTP_URL and NIGHTFLOW_MAIL_FROM belong together: set both, or neither to keep mail in the outbox.')
  }
  if (given.roles.includes('sink') && !isWhole && given.kafkaBrokers === undefined) {
    throw new StartRefusal('the role sink brings frames from Kafka to the log: set KAFKA_BROKERS, or leave sink out of --role.')
  }
  return { ...given, demo: given.demo ?? isWhole }
}
