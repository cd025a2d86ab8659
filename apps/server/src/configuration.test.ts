import { describe, expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { settingVariables } from './settings.ts'

describe('the configuration of the server', () => {
  test('is complete without any flag or variable', () => {
    expect(readConfiguration([], {})).toMatchObject({
      port: 8080,
      host: 'localhost',
      logLevel: 'warn',
      fresh: false,
      tour: false,
      demo: true,
      databaseUrl: undefined,
    })
  })

  test('takes flags before variables', () => {
    expect(
      readConfiguration(['--port', '9000', '--no-demo', '--fresh'], { NIGHTFLOW_PORT: '7000', NIGHTFLOW_LOG_LEVEL: 'info' }),
    ).toMatchObject({
      port: 9000,
      demo: false,
      fresh: true,
      logLevel: 'info',
    })
  })

  test('takes an empty variable for one that is not set, whichever it is', () => {
    const empty = Object.fromEntries(settingVariables.map((variable) => [variable, '']))
    expect(readConfiguration([], empty)).toEqual(readConfiguration([], {}))
  })

  test('keeps every day of the read models unless a retention is set', () => {
    expect(readConfiguration([], {})).toMatchObject({ compressAfterDays: 30, retentionDays: undefined })
    expect(readConfiguration(['--retention-days', '400'], { NIGHTFLOW_COMPRESS_AFTER_DAYS: '7' })).toMatchObject({
      compressAfterDays: 7,
      retentionDays: 400,
    })
    expect(() => readConfiguration([], { NIGHTFLOW_RETENTION_DAYS: '1' })).toThrow(
      'NIGHTFLOW_RETENTION_DAYS is "1" and must be a whole number of days from 30 to 36500.',
    )
  })

  test('leaves the read models in as many shards as they have unless a number is set', () => {
    expect(readConfiguration([], {})).toMatchObject({ projectorShards: undefined })
    expect(readConfiguration([], { NIGHTFLOW_PROJECTOR_SHARDS: '4' })).toMatchObject({ projectorShards: 4 })
    expect(() => readConfiguration(['--projector-shards', '33'], {})).toThrow(
      '--projector-shards is "33" and must be a whole number from 1 to 32.',
    )
  })

  test('names the flag and what it may be', () => {
    expect(() => readConfiguration(['--port', 'eighty'], {})).toThrow(
      '--port is "eighty" and must be a whole number from 0 (any free port) to 65535.',
    )
  })

  test('names the variable and what it may be', () => {
    expect(() => readConfiguration([], { NIGHTFLOW_LOG_LEVEL: 'loud' })).toThrow(
      /^NIGHTFLOW_LOG_LEVEL is "loud" and must be one of trace, debug/,
    )
  })

  test('never repeats a database URL, since it holds a password', () => {
    expect(() => readConfiguration(['--database-url', 'mysql://me:secret@host/x'], {})).toThrow(/^--database-url must be a URL/)
  })

  test('takes Kafka’s brokers as a list, and none at all by default', () => {
    const listed = readConfiguration(['--kafka-partitions', '6'], { KAFKA_BROKERS: 'kafka-1:9092,[::1]:9093' })
    expect(listed).toMatchObject({ kafkaBrokers: ['kafka-1:9092', '[::1]:9093'], kafkaTopic: 'nightflow.frames', kafkaPartitions: 6 })
    expect(readConfiguration([], {})).toMatchObject({ kafkaBrokers: undefined })
  })

  test.each([
    [{ KAFKA_BROKERS: 'kafka-1' }, /^KAFKA_BROKERS is "kafka-1" and must be one or more of host:port joined by commas/],
    [{ KAFKA_BROKERS: 'a:1,,b:2' }, /^KAFKA_BROKERS is "a:1,,b:2" and must be/],
    [{ KAFKA_TOPIC: 'no blanks' }, /^KAFKA_TOPIC is "no blanks" and must be 1 to 200 letters/],
    [{ KAFKA_PARTITIONS: '0' }, /^KAFKA_PARTITIONS is "0" and must be a whole number from 1 to 1000/],
    [{ KAFKA_REPLICATION: 'all' }, /^KAFKA_REPLICATION is "all" and must be a whole number from 1 to 9/],
    [{ KAFKA_RETENTION_HOURS: '1.5' }, /^KAFKA_RETENTION_HOURS is "1.5" and must be a whole number of hours/],
    [{ KAFKA_TLS: 'yes' }, /^KAFKA_TLS is "yes" and must be true or false/],
    [{ KAFKA_MECHANISM: 'md5' }, /^KAFKA_MECHANISM is "md5" and must be one of plain, scram-sha-256, scram-sha-512/],
    [{ KAFKA_USERNAME: 'nightflow' }, /^KAFKA_USERNAME and KAFKA_PASSWORD belong together/],
    [{ KAFKA_PASSWORD: 'x'.repeat(2_000) }, /^KAFKA_PASSWORD must be 1 to 1024 characters/],
  ])('refuses %o', (environment, refusal) => {
    expect(() => readConfiguration([], environment)).toThrow(refusal)
  })

  test.each([
    ['--port', '', 'a whole number from 0 (any free port) to 65535'],
    ['--port', ' ', 'a whole number from 0 (any free port) to 65535'],
    ['--port', '0x50', 'a whole number from 0 (any free port) to 65535'],
    ['--port', '1e3', 'a whole number from 0 (any free port) to 65535'],
    ['--port', '80.0', 'a whole number from 0 (any free port) to 65535'],
    ['--port', '+80', 'a whole number from 0 (any free port) to 65535'],
    ['--port', ' 80', 'a whole number from 0 (any free port) to 65535'],
    ['--port', '65536', 'a whole number from 0 (any free port) to 65535'],
    ['--kafka-lag-max', '', 'a whole number of frames from 0 to 100000000'],
    ['--kafka-partitions', '', 'a whole number from 1 to 1000'],
    ['--projector-shards', '0b1', 'a whole number from 1 to 32'],
    ['--host', '', 'a host name or address, such as localhost or 0.0.0.0'],
    ['--state-folder', '', 'a path'],
    ['--log-level', '', 'one of trace, debug, info, warn, error, fatal, silent'],
    ['--kafka-tls', '', 'true or false'],
  ])('refuses %s %j', (flag, value, allowed) => {
    expect(() => readConfiguration([`${flag}=${value}`], { NIGHTFLOW_PORT: '9000' })).toThrow(
      `${flag} is ${JSON.stringify(value)} and must be ${allowed}.`,
    )
  })

  test.each([
    [{ NIGHTFLOW_PORT: ' ' }, 'NIGHTFLOW_PORT is " " and must be a whole number'],
    [{ NIGHTFLOW_PORT: '1e3' }, 'NIGHTFLOW_PORT is "1e3" and must be a whole number'],
    [{ KAFKA_LAG_MAX: '\t' }, 'KAFKA_LAG_MAX is "\\t" and must be a whole number'],
    [{ OTEL_TRACES_SAMPLER_ARG: ' ' }, 'OTEL_TRACES_SAMPLER_ARG is " " and must be a number from 0'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG is "1.5" and must be a number from 0'],
    [{ OTEL_TRACES_SAMPLER_ARG: '0x1' }, 'OTEL_TRACES_SAMPLER_ARG is "0x1" and must be a number from 0'],
  ])('refuses a number that is none: %o', (environment, refusal) => {
    expect(() => readConfiguration([], environment)).toThrow(refusal)
  })

  test('takes whole numbers, and a ratio with its point', () => {
    const environment = { NIGHTFLOW_PORT: '0', KAFKA_LAG_MAX: '0', OTEL_TRACES_SAMPLER_ARG: '.25' }
    expect(readConfiguration(['--kafka-partitions', '012'], environment)).toMatchObject({
      port: 0,
      kafkaLagMax: 0,
      traceRatio: 0.25,
      kafkaPartitions: 12,
    })
  })

  test('takes every empty variable as one that is not set, as Compose passes those that it does not know', () => {
    const empty = Object.fromEntries(settingVariables.map((variable) => [variable, '']))
    expect(readConfiguration([], empty)).toEqual(readConfiguration([], {}))
  })

  test('refuses an unknown flag in one sentence', () => {
    expect(() => readConfiguration(['--prot', '1'], {})).toThrow(/^Unknown option '--prot'; see npm start -- --help\.$/)
  })

  test('refuses to delete a database that is not its own', () => {
    expect(() => readConfiguration(['--fresh', '--database-url', 'postgres://localhost/x'], {})).toThrow(
      /^--fresh deletes only the embedded database/,
    )
  })

  test('runs all roles, or those that are named, each once', () => {
    expect(readConfiguration([], {})).toMatchObject({ roles: ['gateway', 'sink', 'projector', 'policies', 'worker', 'api'], demo: true })
    expect(readConfiguration(['--role', 'api, gateway,api'], { NIGHTFLOW_ROLES: 'policies' })).toMatchObject({
      roles: ['api', 'gateway'],
      demo: false,
    })
  })

  test.each(['', ',', 'sync', 'gateway,'])('refuses the roles %j, naming those there are', (roles) => {
    expect(() => readConfiguration(['--role', roles], {})).toThrow(
      `--role is ${JSON.stringify(roles)} and must be one or more of gateway, sink, projector, policies, worker, api, joined by commas.`,
    )
  })

  test('refuses a demo that a process without all roles could not feed', () => {
    expect(() => readConfiguration(['--role', 'gateway', '--demo'], {})).toThrow(/^--demo needs all roles in one process/)
  })

  test('never repeats a token or where traces go', () => {
    expect(() => readConfiguration([], { NIGHTFLOW_METRICS_TOKEN: 'short' })).toThrow(
      /^NIGHTFLOW_METRICS_TOKEN must be 16 to 256 printable characters without blanks\.$/,
    )
    expect(() => readConfiguration([], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@host' })).toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be the base URL of a collector/,
    )
  })

  test('answers help', () => {
    expect(readConfiguration(['--help'], {})).toBe('help')
  })

  test('refuses a sink alone without Kafka, since it would have nothing to bring to the log', () => {
    expect(() => readConfiguration(['--role', 'sink'], {})).toThrow(/set KAFKA_BROKERS/)
    expect(readConfiguration(['--role', 'sink'], { KAFKA_BROKERS: 'localhost:9092' })).toMatchObject({ roles: ['sink'], demo: false })
  })

  test('takes mail and text messages out where they are configured, and never repeats their credentials', () => {
    const environment = {
      NIGHTFLOW_SMTP_URL: 'smtps://me:secret@mail.example.org',
      NIGHTFLOW_MAIL_FROM: 'Nightflow <water@example.org>',
      NIGHTFLOW_SMS_URL: 'https://sms.example.org/v1',
      NIGHTFLOW_SMS_HEADERS: '{"authorization":"Bearer secret"}',
    }
    expect(readConfiguration([], environment)).toMatchObject({
      smtpUrl: 'smtps://me:secret@mail.example.org',
      mailFrom: 'Nightflow <water@example.org>',
      smsHeaders: { authorization: 'Bearer secret' },
    })
    expect(() => readConfiguration([], { ...environment, NIGHTFLOW_MAIL_FROM: '' })).toThrow(/belong together/)
    for (const wrong of ['secret', '{"a b":"secret"}', '{"a":1}', '{"a":"secret\\n"}'])
      expect(() => readConfiguration([], { NIGHTFLOW_SMS_HEADERS: wrong })).toThrow(
        /^NIGHTFLOW_SMS_HEADERS must be a JSON object of header names/,
      )
    expect(() => readConfiguration([], { NIGHTFLOW_SMTP_URL: 'mail.example.org secret' })).toThrow(/^NIGHTFLOW_SMTP_URL must be a URL/)
  })

  test('believes the proxies that are named about where a request comes from', () => {
    expect(readConfiguration([], { NIGHTFLOW_TRUST_PROXY: '10.0.0.0/8,192.0.2.1' })).toMatchObject({
      trustProxy: ['10.0.0.0/8', '192.0.2.1'],
    })
    expect(readConfiguration([], {})).toMatchObject({ trustProxy: undefined })
    expect(() => readConfiguration([], { NIGHTFLOW_TRUST_PROXY: 'everybody' })).toThrow(/addresses or networks of proxies/)
  })
})

describe('vending modules', () => {
  const hsm = {
    ...{ NIGHTFLOW_HSM_ADDRESS: 'hsm.example.org:9443', NIGHTFLOW_HSM_USER: 'nightflow', NIGHTFLOW_HSM_PASSWORD: 'hsm-password-1' },
    NIGHTFLOW_HSM_TENANTS: 'riverbend:123457, riverbend:123458',
  }
  const api = {
    ...{ NIGHTFLOW_VENDING_API_URL: 'https://vendor.example.org/v1', NIGHTFLOW_VENDING_API_KEY: 'key-of-the-vendor-1' },
    NIGHTFLOW_VENDING_API_TENANTS: 'lakes:600675',
  }

  test('of a security module are set together, each tenant with its supply groups', () => {
    expect(readConfiguration([], { ...hsm, ...api })).toMatchObject({
      hsmRealm: 'local',
      hsmTenants: new Map([['riverbend', new Set(['123457', '123458'])]]),
      vendingApiTenants: new Map([['lakes', new Set(['600675'])]]),
    })
    expect(() => readConfiguration([], { ...hsm, NIGHTFLOW_HSM_TENANTS: '' })).toThrow(/belong together/)
    expect(() => readConfiguration([], { ...api, NIGHTFLOW_VENDING_API_KEY: '' })).toThrow(/belong together/)
  })

  test('have a supply group for one tenant, and a tenant has one module', () => {
    expect(() => readConfiguration([], { ...hsm, ...api, NIGHTFLOW_VENDING_API_TENANTS: 'lakes:123457' })).toThrow(/group 123457/)
    expect(() => readConfiguration([], { ...hsm, ...api, NIGHTFLOW_VENDING_API_TENANTS: 'riverbend:600675' })).toThrow(/tenant riverbend/)
  })

  test('that are refused repeat neither password nor key', () => {
    for (const [variable, value] of [
      ['NIGHTFLOW_HSM_PASSWORD', 'pässword-of-the-module'],
      ['NIGHTFLOW_VENDING_API_KEY', 'key with blanks in it'],
      ['NIGHTFLOW_VENDING_API_URL', 'https://user:secret-of-it@vendor.example.org'],
      ['NIGHTFLOW_VENDING_API_URL', 'http://vendor.example.org/secret-of-it'],
    ] as const) {
      const refuse = () => readConfiguration([], { ...hsm, ...api, [variable]: value })
      expect(refuse).toThrow(variable)
      expect(refuse).not.toThrow(value.slice(-12))
    }
  })
})
