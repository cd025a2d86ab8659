import { kafkaMechanisms } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { shardsMax } from '@nightflow/projections/projector/shard'
import { roleNames } from './roles/role-names.ts'
import type { Setting } from './setting.ts'
import { vendingSettings } from './vending/vending-settings.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every setting that is not a switch. Flags are visible to all users of the computer, so a secret may have none. */
export const settings = {
  roles: {
    flag: 'role',
    variable: 'NIGHTFLOW_ROLES',
    purpose: 'roles of this process',
    otherwise: 'all roles',
    allowed: `one or more of ${roleNames.join(', ')}, joined by commas`,
  },
  port: {
    flag: 'port',
    variable: 'NIGHTFLOW_PORT',
    purpose: 'port of web, API and ingest, and of health and metrics of every role',
    allowed: 'a whole number from 0 (any free port) to 65535',
  },
  host: {
    flag: 'host',
    variable: 'NIGHTFLOW_HOST',
    purpose: 'address to listen on; `0.0.0.0` for all',
    allowed: 'a host name or address, such as localhost or 0.0.0.0',
  },
  trustProxy: {
    variable: 'NIGHTFLOW_TRUST_PROXY',
    purpose: 'proxies whose forwarded client address is trusted. Without it, all clients behind a proxy share its address and its limits',
    allowed: 'addresses or networks of proxies joined by commas, such as 10.0.0.0/8,192.0.2.1',
  },
  databaseUrl: {
    flag: 'database-url',
    variable: 'NIGHTFLOW_DATABASE_URL',
    purpose: 'PostgreSQL 18 or later instead of the embedded one',
    allowed: 'a URL such as postgres://user:password@host:5432/database',
    isSecret: true,
  },
  ownerDatabaseUrl: {
    variable: 'NIGHTFLOW_OWNER_DATABASE_URL',
    purpose: "URL of the tables' owner, used for migrations only",
    allowed: 'a URL such as postgres://owner:password@host:5432/database',
    isSecret: true,
  },
  eventStoreDbUrl: {
    flag: 'eventstoredb-url',
    variable: 'EVENTSTOREDB_URL',
    purpose: 'EventStoreDB or KurrentDB for the log instead of the database',
    allowed: 'a connection string such as esdb://user:password@host:2113, or esdb://host:2113?tls=false for a server without security',
    isSecret: true,
  },
  stateFolder: {
    otherwise: '.nightflow',
    flag: 'state-folder',
    variable: 'NIGHTFLOW_STATE_FOLDER',
    purpose: 'folder of data and keys',
    allowed: 'a path',
  },
  logLevel: {
    flag: 'log-level',
    variable: 'NIGHTFLOW_LOG_LEVEL',
    purpose: 'level of the log on standard error',
    allowed: `one of ${logLevels.join(', ')}`,
  },
  metricsToken: {
    variable: 'NIGHTFLOW_METRICS_TOKEN',
    purpose: 'bearer token of `/metrics`',
    allowed: '16 to 256 printable characters without blanks',
    isSecret: true,
  },
  // Named as everywhere with OpenTelemetry, so that one setting serves all services of a computer.
  traceEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    purpose: 'OTLP collector; no traces without it',
    allowed: 'the base URL of a collector without user and password, such as http://localhost:4318',
    isSecret: true,
  },
  traceRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    purpose: 'share of events that are traced',
    allowed: 'a number from 0 (no event) to 1 (every event)',
  },
  kafkaBrokers: {
    flag: 'kafka-brokers',
    variable: 'KAFKA_BROKERS',
    purpose: 'Kafka acknowledges frames and sinks append them; the log acknowledges without it',
    allowed: 'one or more of host:port joined by commas, such as localhost:9092',
  },
  kafkaTls: { flag: 'kafka-tls', variable: 'KAFKA_TLS', purpose: 'TLS to Kafka', allowed: 'true or false' },
  kafkaMechanism: {
    flag: 'kafka-mechanism',
    variable: 'KAFKA_MECHANISM',
    purpose: 'SASL mechanism',
    allowed: `one of ${kafkaMechanisms.join(', ')}`,
  },
  kafkaUsername: { flag: 'kafka-username', variable: 'KAFKA_USERNAME', purpose: 'SASL user', allowed: '1 to 255 characters' },
  kafkaPassword: { variable: 'KAFKA_PASSWORD', purpose: 'SASL password', allowed: '1 to 1024 characters', isSecret: true },
  kafkaTopic: {
    flag: 'kafka-topic',
    variable: 'KAFKA_TOPIC',
    purpose: 'topic of the frames',
    allowed: '1 to 200 letters, digits, dots, underscores and hyphens, such as nightflow.frames',
  },
  kafkaPartitions: {
    flag: 'kafka-partitions',
    variable: 'KAFKA_PARTITIONS',
    purpose: 'partitions of a topic that is created',
    allowed: 'a whole number from 1 to 1000',
  },
  kafkaReplication: {
    flag: 'kafka-replication',
    variable: 'KAFKA_REPLICATION',
    purpose: 'replicas of a topic that is created',
    otherwise: 'one for each broker, at most 3',
    allowed: 'a whole number from 1 to 9, at most the number of brokers',
  },
  kafkaRetentionHours: {
    flag: 'kafka-retention-hours',
    variable: 'KAFKA_RETENTION_HOURS',
    purpose: 'retention of a topic that is created',
    allowed: 'a whole number of hours from 1 to 87600',
  },
  projectorShards: {
    flag: 'projector-shards',
    variable: 'NIGHTFLOW_PROJECTOR_SHARDS',
    purpose: 'number of read-model shards that projectors share; another number rebuilds the read models',
    otherwise: 'as before, at first 1',
    allowed: `a whole number from 1 to ${shardsMax}`,
  },
  kafkaLagMax: {
    flag: 'kafka-lag-max',
    variable: 'KAFKA_LAG_MAX',
    purpose: 'consumer lag up to which a sink is ready',
    allowed: 'a whole number of frames from 0 to 100000000',
  },
  smtpUrl: {
    variable: 'NIGHTFLOW_SMTP_URL',
    purpose: 'mail server; mail stays in the outbox without it',
    allowed: 'a URL such as smtps://user:password@host or smtp://host:587?requireTLS=true',
    isSecret: true,
  },
  ...vendingSettings,
  mailFrom: {
    variable: 'NIGHTFLOW_MAIL_FROM',
    purpose: 'sender of mail',
    allowed: 'an address such as water@example.org or Nightflow <water@example.org>',
  },
  smsUrl: {
    variable: 'NIGHTFLOW_SMS_URL',
    purpose: 'text message service; messages stay in the outbox without it',
    allowed: 'an http or https URL, in which {{recipient}} and {{body}} stand for the message',
    isSecret: true,
  },
  smsBody: {
    variable: 'NIGHTFLOW_SMS_BODY',
    purpose: 'body of the request to that service',
    allowed:
      'at most 10000 characters in which {{recipient}} and {{body}} stand for the message; posted as JSON unless a header says otherwise',
    isSecret: true,
  },
  smsHeaders: {
    variable: 'NIGHTFLOW_SMS_HEADERS',
    purpose: 'headers of the request to that service',
    allowed: 'a JSON object of header names and values, such as {"authorization":"Bearer …"}',
    isSecret: true,
  },
  downlinkHosts: {
    variable: 'NIGHTFLOW_DOWNLINK_HOSTS',
    purpose: 'network servers with a private address or without TLS that tenants may push valve commands to',
    allowed: 'host names or addresses, separated by commas',
  },
  compressAfterDays: {
    flag: 'compress-after-days',
    variable: 'NIGHTFLOW_COMPRESS_AFTER_DAYS',
    purpose: 'age at which days are compressed, on TimescaleDB',
    allowed: 'a whole number of days from 1 to 36500',
  },
  retentionDays: {
    flag: 'retention-days',
    variable: 'NIGHTFLOW_RETENTION_DAYS',
    purpose: 'age at which days leave the read models; the log keeps them',
    allowed: 'a whole number of days from 30 to 36500',
  },
} satisfies Record<string, Setting>

/** Every variable that the server reads. */
export const settingVariables: readonly string[] = Object.values(settings).map(({ variable }) => variable)
