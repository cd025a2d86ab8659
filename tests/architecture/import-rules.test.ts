import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesLike, repository, textOf } from './source-files.ts'

type Sin = { file: string; line: string }

/** A violation of each rule at least: the file that sins, the line it sins with. Packages are imported through their `exports`, as ours are. */
const planted: Record<string, Sin | readonly Sin[]> = {
  'schemas-import-nothing-of-ours': { file: 'schemas/src/devices/a.ts', line: `import '@nightflow/domain/shared/target'` },
  'domain-imports-only-schemas': { file: 'domain/src/devices/a.ts', line: `import '@nightflow/event-log/target'` },
  'event-log-imports-only-schemas': { file: 'event-log/src/a.ts', line: `import type { Target } from '@nightflow/domain/shared/target'` },
  'projections-import-no-faces': [
    { file: 'projections/src/devices/a.ts', line: `import '@nightflow/ingest/target'` },
    { file: 'projections/src/devices/d.ts', line: `import '@nightflow/policies/target'` },
  ],
  'platform-imports-no-read-model': { file: 'platform/src/people/a.ts', line: `import '@nightflow/projections/devices/target'` },
  'ingest-imports-no-read-side': { file: 'ingest/src/a.ts', line: `import '@nightflow/projections/devices/target'` },
  'policies-import-no-face': { file: 'policies/src/a.ts', line: `import '@nightflow/ingest/target'` },
  'api-imports-no-other-app': [
    { file: 'apps/api/src/a.ts', line: `import '@nightflow/server/target'` },
    { file: 'apps/api/src/b.ts', line: `import '@nightflow/worker/target'` },
  ],
  'worker-imports-no-face': { file: 'apps/worker/src/a.ts', line: `import '@nightflow/api/target'` },
  'worker-uses-pg-and-pdf-alone': { file: 'apps/worker/src/b.ts', line: `import 'fastify'` },
  'web-imports-only-schemas': { file: 'apps/web/src/a.tsx', line: `import type { Target } from '@nightflow/domain/shared/target'` },
  'card-bridge-imports-only-schemas': { file: 'apps/card-bridge/src/a.ts', line: `import '@nightflow/domain/shared/target'` },
  'card-bridge-uses-websockets-alone': { file: 'apps/card-bridge/src/b.ts', line: `import 'pg'` },
  'simulator-imports-only-schemas': { file: 'apps/simulator/src/a.ts', line: `import '@nightflow/domain/shared/target'` },
  'server-composes-all-but-web-and-cli': { file: 'apps/server/src/a.ts', line: `import '@nightflow/cli/target'` },
  'cli-composes-all-but-web': { file: 'apps/cli/src/a.ts', line: `import '../../web/src/target.ts'` },
  'schemas-use-zod-and-facts-of-countries-alone': { file: 'schemas/src/devices/b.ts', line: `import 'pg'` },
  'domain-uses-dates-and-xml-alone': { file: 'domain/src/devices/b.ts', line: `import type { Pool } from 'pg'` },
  'event-log-uses-database-clients-alone': { file: 'event-log/src/b.ts', line: `import 'kysely'` },
  'policies-use-pg-alone': { file: 'policies/src/devices/b.ts', line: `import 'fastify'` },
  'projections-use-pg-and-zod-alone': { file: 'projections/src/devices/b.ts', line: `import 'kysely'` },
  'platform-uses-kysely-and-pg-alone': { file: 'platform/src/people/b.ts', line: `import 'fastify'` },
  'schemas-and-domain-are-pure': { file: 'domain/src/devices/c.ts', line: `import { readFileSync } from 'node:fs'` },
  'web-runs-in-a-browser': { file: 'apps/web/src/b.tsx', line: `import 'node:path'` },
  'uplot-has-one-door': { file: 'apps/web/src/leakage/a.tsx', line: `import 'uplot'` },
  'deck-gl-has-one-door': { file: 'apps/web/src/leakage/b.tsx', line: `const late = import('@deck.gl/core')` },
  'contexts-do-not-reach-sideways': [
    { file: 'projections/src/leakage/a.ts', line: `import '../devices/target.ts'` },
    { file: 'apps/web/src/alarms/a.tsx', line: `import '#leakage/target.tsx'` },
    { file: 'apps/web/src/platform/a.tsx', line: `import '#leakage/target.tsx'` },
  ],
  'shared-knows-no-context': [
    { file: 'apps/web/src/ui/a.tsx', line: `import '#leakage/target.tsx'` },
    { file: 'projections/src/projector/a.ts', line: `import '../devices/target.ts'` },
  ],
  'platform-rules-and-storage-know-no-topic': { file: 'platform/src/storage/a.ts', line: `import '../people/target.ts'` },
  'platform-rules-are-without-sql': { file: 'platform/src/rules/a.ts', line: `import '../storage/target.ts'` },
  'api-contexts-do-not-import-joined': { file: 'apps/api/src/devices/g.ts', line: `import '../joined/target.ts'` },
  'web-api-imports-only-lower-folders': { file: 'apps/web/src/api/a.ts', line: `import '#session/target.tsx'` },
  'web-session-imports-only-lower-folders': { file: 'apps/web/src/session/a.tsx', line: `import '#ui/chart/chart.tsx'` },
  'web-ui-imports-only-lower-folders': { file: 'apps/web/src/ui/b.tsx', line: `import '#shell/target.tsx'` },
  'web-shell-imports-only-lower-folders': { file: 'apps/web/src/shell/a.tsx', line: `import '#leakage/target.tsx'` },
  'projections-storage-imports-only-lower-folders': { file: 'projections/src/storage/a.ts', line: `import '../projector/target.ts'` },
  'projections-projector-imports-only-lower-folders': { file: 'projections/src/projector/b.ts', line: `import '../projections.ts'` },
  'projections-context-imports-only-lower-folders': { file: 'projections/src/devices/e.ts', line: `import '../joined/target.ts'` },
  'projections-joined-imports-only-lower-folders': { file: 'projections/src/joined/a.ts', line: `import '../views/target.ts'` },
  'every-importing-folder-is-known': [
    { file: 'widgets/src/a.ts', line: `import 'zod'` },
    { file: 'projections/src/odds-and-ends/a.ts', line: `import 'pg'` },
    { file: 'apps/web/src/parts/a.tsx', line: `import '#ui/chart/chart.tsx'` },
  ],
  'every-imported-folder-is-known': { file: 'schemas/src/shared/a.ts', line: `import '../odds-and-ends/a.ts'` },
  'every-folder-without-imports-is-known': { file: 'gadgets/a.ts', line: 'export const alone = 1' },
  'no-imports-of-tests-or-benchmarks': { file: 'ingest/src/b.ts', line: `import '@nightflow/benchmarks/target'` },
  'no-imports-of-test-files': { file: 'tests/integration/a.ts', line: `import '@nightflow/domain/devices/target.test'` },
  'test-tools-stay-in-tests': { file: 'apps/server/src/b.ts', line: `import '@nightflow/event-log/memory/target'` },
  'no-cycles': { file: 'ingest/src/c.ts', line: `import './d.ts'` },
  'every-import-is-found': { file: 'ingest/src/e.ts', line: `import './nowhere.ts'` },
}

/** Valid imports; none of them may be reported as a violation. */
const honest: Record<string, string> = {
  'schemas/src/shared/target.ts': `import { z } from 'zod'\nexport const target = z`,
  'domain/src/shared/target.ts': `import '@nightflow/schemas/shared/target'\nimport 'temporal-polyfill'\nexport type Target = 1`,
  'domain/src/devices/target.test.ts': `import { test } from 'vitest'\nimport '../shared/target.ts'\ntest('', () => {})`,
  'event-log/src/target.ts': `import 'pg'\nimport 'node:crypto'\nimport '@nightflow/schemas/shared/target'`,
  'event-log/src/memory/target.ts': `import '../target.ts'`,
  'projections/src/devices/target.ts': `import 'zod'\nimport '@nightflow/domain/shared/target'\nimport '@nightflow/event-log/target'`,
  'projections/src/storage/target.ts': `import 'pg'`,
  'projections/src/projector/target.ts': `import '../storage/target.ts'`,
  'projections/src/projections.ts': `import './devices/target.ts'`,
  'projections/src/joined/target.ts': `import '../devices/target.ts'`,
  'projections/src/views/target.ts': `import '../projections.ts'\nimport '../joined/target.ts'`,
  'platform/src/people/target.ts': `import '../storage/target.ts'\nimport '../rules/target.ts'`,
  'platform/src/storage/target.ts': `import 'kysely'\nimport '@nightflow/event-log/target'`,
  'platform/src/rules/target.ts': `import 'node:crypto'\nimport '@nightflow/schemas/shared/target'`,
  'ingest/src/target.ts': `import 'fastify'\nimport '@nightflow/event-log/target'`,
  'ingest/src/d.ts': `import './c.ts'`,
  'policies/src/target.ts': `import 'pg'\nimport 'node:crypto'\nimport '@nightflow/platform/people/target'\nimport '@nightflow/projections/devices/target'`,
  'apps/api/src/target.ts': `import '@nightflow/ingest/target'`,
  'apps/api/src/joined/target.ts': `import '../target.ts'`,
  'apps/cli/src/target.ts': `import '@nightflow/api/target'`,
  'apps/server/src/target.ts': `import '@nightflow/simulator/target'\nimport '@nightflow/api/target'\nimport '@nightflow/policies/target'\nimport '@nightflow/worker/target'`,
  'apps/worker/src/target.ts': `import 'pg'\nimport 'node:crypto'\nimport '@nightflow/platform/people/target'\nimport '@nightflow/projections/devices/target'`,
  'apps/simulator/src/target.ts': `import '@nightflow/schemas/shared/target'`,
  'apps/web/src/target.ts': `import '@nightflow/schemas/shared/target'`,
  'schemas/src/odds-and-ends/a.ts': `export const imported = 1`,
  'apps/web/src/leakage/target.tsx': `import '#ui/chart/chart.tsx'\nimport '#shell/target.tsx'`,
  'apps/web/src/session/target.tsx': `import 'zod'`,
  'apps/web/src/shell/target.tsx': `import '#session/target.tsx'\nimport '#ui/chart/chart.tsx'`,
  'apps/web/src/main.tsx': `import '#leakage/target.tsx'\nimport '#shell/target.tsx'`,
  'apps/web/src/ui/chart/chart.tsx': `import 'uplot'\nimport '@deck.gl/core'\nexport const Chart = () => <b />`,
  'benchmarks/src/target.ts': `import '@nightflow/api/target'`,
}

const sinsOf = (rule: string): readonly Sin[] => [planted[rule] ?? []].flat()
const sins = Object.keys(planted).flatMap(sinsOf)

type Violation = { rule: { name: string }; from: string; to: string }

const rulesFile = join(repository, '.dependency-cruiser.cjs')
const ruleNames = (createRequire(import.meta.url)(rulesFile) as { forbidden: { name: string }[] }).forbidden.map(({ name }) => name)

let house: string
let violations: Violation[]

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), `${text}\n`)
}

const cruise = (): Violation[] => {
  const tool = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [tool, '--config', rulesFile, '--output-type', 'json', '.'], {
    cwd: house,
    encoding: 'utf8',
  })
  if (!run.stdout.startsWith('{')) throw new Error(`the import checker did not run: ${run.stdout}${run.stderr}`)
  return (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'nightflow-import-rules-'))
  // The packages are the real ones, so that their `exports` and `imports` are what is tried.
  for (const manifest of filesLike('*/package.json', 'apps/*/package.json')) {
    cpSync(join(repository, manifest), join(house, manifest))
    const layer = dirname(manifest)
    mkdirSync(join(house, 'node_modules/@nightflow'), { recursive: true })
    symlinkSync(join(house, layer), join(house, 'node_modules/@nightflow', layer.split('/').at(-1)!))
  }
  for (const library of ['zod', 'temporal-polyfill', 'pg', 'kysely', 'fastify', 'uplot', '@deck.gl/core', 'vitest']) {
    write(`node_modules/${library}/package.json`, JSON.stringify({ name: library, version: '1.0.0', main: 'main.js' }))
    write(`node_modules/${library}/main.js`, 'module.exports = {}')
  }
  for (const [path, text] of Object.entries(honest)) write(path, text)
  for (const { file, line } of sins) write(file, line)
  violations = cruise()
}, 60_000)

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('the import rules', () => {
  test('every rule has a planted violation', () => {
    expect(Object.keys(planted).sort()).toEqual([...ruleNames].sort())
  })

  test.each(Object.keys(planted))('%s is seen where it is broken', (rule) => {
    const seen = violations.filter((violation) => violation.rule.name === rule).map((violation) => violation.from)
    expect(seen).toEqual(expect.arrayContaining(sinsOf(rule).map(({ file }) => file)))
  })

  test('`npm run rules` checks the whole repository, so that no folder is left out', () => {
    expect(JSON.parse(textOf('package.json')).scripts.rules).toBe('depcruise --config .dependency-cruiser.cjs .')
  })

  test('honest imports are let through', () => {
    const guilty = sins.map(({ file }) => file)
    // The other half of the planted cycle is honest by itself.
    const wronged = violations.filter(({ from }) => !guilty.includes(from) && from !== 'ingest/src/d.ts')
    expect(wronged.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  })
})
