import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '@nightflow/server/configuration'
import { exposePool } from '@nightflow/server/metrics/expose-pool'
import { createMetrics } from '@nightflow/server/metrics/metrics'
import { exposeProjectorLag, exposeSetAside } from '@nightflow/server/metrics/projector-lag'
import { exposeSinkLag } from '@nightflow/server/metrics/sink-lag'
import { roleNames } from '@nightflow/server/roles/role-names'
import { settingVariables } from '@nightflow/server/settings'
import { vendingSettings } from '@nightflow/server/vending/vending-settings'
import { DCLinter } from 'dclint'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type ComposeService, compose, composeText } from '../support/process/compose-file.ts'
import { filesLike, linesLike, repository, textOf } from './source-files.ts'

const services = Object.entries(compose.services)
const roleServices = services.filter(([, { build }]) => build !== undefined)
const engineServices = services.filter(([, { build }]) => build === undefined)
const rolesOf = ({ environment }: ComposeService): string[] => (environment?.NIGHTFLOW_ROLES ?? '').split(',')

/** Settings that are fixed in the file, and why. */
const decidedThere = {
  NIGHTFLOW_ROLES: 'a container is a role',
  NIGHTFLOW_HOST: 'a container has its network for itself',
  NIGHTFLOW_PORT: 'health checks ask there; outside it is whatever is published',
  NIGHTFLOW_STATE_FOLDER: 'the one folder in which a container may write',
  NIGHTFLOW_DATABASE_URL: 'the database is the one beside; its password is given',
  NIGHTFLOW_OWNER_DATABASE_URL: 'the same',
}

const vending = Object.values(vendingSettings).map(({ variable }) => variable)
/** Settings of one role, or of the two that sell, which hold secrets that the others have no use for. */
const ofOneRole: Record<string, string[]> = {
  policies: [
    'NIGHTFLOW_SMTP_URL',
    'NIGHTFLOW_MAIL_FROM',
    'NIGHTFLOW_SMS_URL',
    'NIGHTFLOW_SMS_BODY',
    'NIGHTFLOW_SMS_HEADERS',
    'NIGHTFLOW_DOWNLINK_HOSTS',
    ...vending,
  ],
  api: vending,
}

/** Variables that the command line reads in a container, and no role does. */
const ofTheCommandLine = { NIGHTFLOW_BASE_URL: 'http://api:8080', NIGHTFLOW_GATEWAY_URL: 'http://gateway:8080' }

/** Dependencies of each role. Read models are looked up by policies, worker and API, and are there before they are caught up. */
const healthy = { condition: 'service_healthy' }
const started = { condition: 'service_started' }
const awaited: Record<string, NonNullable<ComposeService['depends_on']>> = {
  gateway: { timescaledb: healthy, eventstoredb: healthy, kafka: healthy },
  sink: { timescaledb: healthy, eventstoredb: healthy, kafka: healthy },
  projector: { timescaledb: healthy, eventstoredb: healthy },
  policies: { timescaledb: healthy, eventstoredb: healthy, projector: started },
  worker: { timescaledb: healthy, eventstoredb: healthy, projector: started },
  api: { timescaledb: healthy, eventstoredb: healthy, projector: started },
}

/** The environment as Compose fills it in: what is given, otherwise the default, and for a required variable a value that fits everywhere. */
const filledIn = ({ environment = {} }: ComposeService, given: Record<string, string> = {}): Record<string, string> => {
  const fill = (text: string): string =>
    text.replace(/\$\{([A-Z_]+)(:?)(?:-([^}]*)|\?[^}]*)\}/g, (_, name: string, orEmpty: string, standard: string | undefined) => {
      const value = given[name]
      return value === undefined || (orEmpty && value === '') ? (standard ?? 'a1'.repeat(16)) : value
    })
  return Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, fill(value)]))
}

/** Validation errors of a file by the schema of the Compose specification, which comes with dclint; style rules are left out. */
const errorsOf = (path: string): string[] => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results = linter.lintFiles([join(repository, path)], false) as { messages: { rule: string; message: string }[] }[]
  return results.flatMap(({ messages }) => messages.flatMap(({ rule, message }) => (/^invalid-/.test(rule) ? [message] : [])))
}

describe('docker-compose.yml', () => {
  test('fits the schema of Compose', () => {
    expect(errorsOf('docker-compose.yml')).toEqual([])
  })

  test('the schema is really used: a misspelt key is found', () => {
    expect(errorsOf('tests/architecture/misspelt-compose.yml')).toEqual([
      expect.stringMatching(/services\/misspelt.*must NOT have additional properties/),
    ])
  })

  test('runs every role there is, once, and no other', () => {
    expect(roleServices.flatMap(([, service]) => rolesOf(service)).sort()).toEqual([...roleNames].sort())
  })

  test.each(roleServices)('%s is configured with settings that exist and values that are allowed', (name, service) => {
    expect(service.environment).toMatchObject(ofTheCommandLine)
    const known = [...settingVariables, ...Object.keys(ofTheCommandLine)]
    expect(Object.keys(service.environment ?? {}).filter((variable) => !known.includes(variable))).toEqual([])
    expect(readConfiguration([], filledIn(service))).toMatchObject({
      roles: [name],
      demo: false,
      host: '0.0.0.0',
      port: 8080,
      eventStoreDbUrl: 'esdb://eventstoredb:2113?tls=false&maxAppendSize=16000000',
      kafkaBrokers: ['kafka:9092'],
    })
  })

  test.each(roleServices)(
    '%s is given every setting there is, except those that are decided there or are another role’s',
    (name, service) => {
      const of = Object.entries(ofOneRole).flatMap(([role, variables]) =>
        role === name ? [] : variables.filter((variable) => !ofOneRole[name]?.includes(variable)),
      )
      const expected = settingVariables.filter((variable) => !(variable in decidedThere) && !of.includes(variable))
      const passed = Object.entries(service.environment ?? {}).filter(([variable, value]) => value.startsWith(`\${${variable}`))
      expect(passed.map(([variable]) => variable).sort()).toEqual(expected.sort())
    },
  )

  test('runs without EventStoreDB and Kafka where their addresses are empty', () => {
    const gateway = readConfiguration([], filledIn(compose.services.gateway!, { EVENTSTOREDB_URL: '', KAFKA_BROKERS: '' }))
    expect(gateway).toMatchObject({ eventStoreDbUrl: undefined, kafkaBrokers: undefined })
  })

  test('no secret has a value of its own: what is missing stops the start', () => {
    const used = [...composeText.matchAll(/^[^#\n]*?([A-Z_]*(?:PASSWORD|TOKEN|SECRET|_URL))\s*:\s*(.+)$/gm)]
    expect(used.length).toBeGreaterThan(2)
    // An empty default is no value: the setting is off unless it is set. An address without user and password is no secret.
    const given = /\$\{[A-Z_]+(:\?[^}]+|:-|-[a-z]+:\/\/[^@}]+)\}/
    const plainAddress = /^[a-z]+:\/\/[^@$]+$/
    expect(used.filter(([, , value]) => !given.test(value!) && !plainAddress.test(value!)).map(([line]) => line)).toEqual([])
  })

  test('EventStoreDB takes at once what its address says', () => {
    const said = /maxAppendSize=(\d+)/.exec(composeText)?.[1]
    expect(compose.services.eventstoredb?.environment).toMatchObject({
      KURRENTDB_MAX_APPEND_SIZE: said,
      KURRENTDB_MAX_APPEND_EVENT_SIZE: said,
    })
  })

  test('images have exact versions', () => {
    const images = engineServices.map(([, { image }]) => image ?? '')
    expect(images.filter((image) => !/:\d+\.\d+\.\d+(-[a-z0-9]+)*$/.test(image))).toEqual([])
  })

  test('tests take the images of engines from it: no other version is tested than is deployed', () => {
    const images = engineServices.map(([, { image }]) => image!.split(':')[0])
    expect(linesLike(filesLike('tests/**/*.ts'), new RegExp(`(${images.join('|')}|eventstoredb-ee):`))).toEqual([])
  })

  test('everything has a health check', () => {
    expect(services.filter(([, { healthcheck }]) => !healthcheck).map(([name]) => name)).toEqual([])
  })

  test.each(roleServices)('%s waits for what it needs', (name, service) => {
    expect(service.depends_on).toEqual(awaited[name])
  })

  test('starts every engine by default, each with its data in a declared volume', () => {
    const volumes = engineServices.flatMap(([, service]) => service.volumes?.map((volume) => volume.split(':')[0]) ?? [])
    expect(volumes.sort()).toEqual(Object.keys(compose.volumes).sort())
    expect(engineServices.map(([name]) => name)).toEqual(['timescaledb', 'kafka', 'eventstoredb'])
    expect(services.filter(([, service]) => 'profiles' in service)).toEqual([])
  })

  test('ports are published on this computer alone', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? [])
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })
})

describe('each role', () => {
  test.each(roleNames)('%s has a main of its own', (role) => {
    expect(textOf(`apps/server/src/mains/${role}.ts`)).toContain(`'--role', '${role}'])`)
  })
})

describe('the image', () => {
  const dockerfile = textOf('Dockerfile')

  test('has the Node of package.json, exactly, and does not run as root', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: { node: string } }
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${dependencies.node}-bookworm-slim`)
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  })

  test('starts the service with the Node flags of `npm start`', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } }
    expect(dockerfile).toContain(`CMD ${JSON.stringify(scripts.start.split(' ')).replaceAll(',', ', ')}`)
  })

  test('has the code of every package that the server and the command line depend on', () => {
    const needed = new Set<string>()
    const collect = (name: string): void => {
      const folder = ['server', 'api', 'cli', 'simulator', 'worker'].includes(name) ? `apps/${name}` : name
      if (needed.has(folder)) return
      needed.add(folder)
      const { dependencies = {} } = JSON.parse(textOf(`${folder}/package.json`)) as { dependencies?: Record<string, string> }
      for (const other of Object.keys(dependencies)) if (other.startsWith('@nightflow/')) collect(other.replace('@nightflow/', ''))
    }
    collect('server')
    collect('cli')
    const copied = [...dockerfile.matchAll(/^COPY (\S+)\/src \1\/src$/gm)].map(([, folder]) => folder!)
    expect(copied.sort()).toEqual([...needed].sort())
  })
})

describe('the scrape example of docs/operations/observe.md', () => {
  test('scrapes every role that docker-compose.yml runs', () => {
    const [, targets = '[]'] = /static_configs: \[\{ targets: (\[.*?\]) \}\]/.exec(textOf('docs/operations/observe.md')) ?? []
    expect(JSON.parse(targets)).toEqual(roleServices.map(([name]) => `${name}:8080`))
  })
})

describe('the Grafana dashboard', () => {
  type Panel = { id: number; type: string; title: string; targets?: { expr: string }[]; gridPos: { x: number; w: number } }
  const dashboard = JSON.parse(readFileSync(join(repository, 'deploy/grafana/nightflow.json'), 'utf8')) as { panels: Panel[] }
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  const exported = (): string[] => {
    const metrics = createMetrics()
    const pool = new pg.Pool()
    exposePool(metrics, pool)
    exposeProjectorLag(metrics, pool, undefined as never)
    exposeSetAside(metrics, pool)
    exposeSinkLag(metrics, undefined as never)
    return metrics.registry.getMetricsAsArray().map(({ name }) => name)
  }

  test('queries metrics that the service has', () => {
    const names = new Set(exported())
    const asked = expressions.flatMap((expression) => expression.match(/\b(nightflow|nodejs|process)_[a-z0-9_]+/g) ?? [])
    expect(asked.length).toBeGreaterThan(20)
    expect([...new Set(asked)].filter((name) => !names.has(name.replace(/_(bucket|count|sum)$/, '')) && !names.has(name))).toEqual([])
  })

  test('shows every metric of the service', () => {
    const unseen = exported().filter(
      (name) => name.startsWith('nightflow_') && !expressions.some((expression) => expression.includes(name)),
    )
    expect(unseen).toEqual([])
  })

  test('its panels have numbers of their own and stay inside the grid', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(dashboard.panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([])
  })
})
