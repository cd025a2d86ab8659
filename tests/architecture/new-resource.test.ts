import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untranslatedMark } from '../support/new/resource-texts.ts'
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { repository } from './source-files.ts'

/** A plain resource: the declaration, the migration, the registration, four texts, and a screen only with `--screen`. */
const filesMax = 8

let copy: RepositoryCopy
beforeAll(async () => {
  copy = await copyRepository(repository)
})
afterAll(() => copy.remove())

const run = (command: string, ...words: string[]): string => {
  try {
    return execFileSync(command, words, { cwd: copy.folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`)
  }
}
const tool = (name: string): string => join(repository, 'node_modules/.bin', name)

const words = [
  '--titles',
  'Water use types|用水性质|Types d’usage de l’eau|Jenis pemakaian air',
  '--one',
  'water use type|用水性质|un type d’usage de l’eau|jenis pemakaian air',
]
const textsOfCopy = (language: string): string => readFileSync(join(copy.folder, `apps/web/locales/${language}/platform.json`), 'utf8')

test(`a new plain resource with a screen of its own touches at most ${filesMax} files, and passes lint, types and rules`, () => {
  run(process.execPath, 'tests/support/new/new.ts', 'resource', 'water-use-type', '--context', 'devices', '--screen', ...words)
  const changed = copy.changed()
  expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(filesMax)
  expect(changed.filter((path) => path.startsWith('apps/web/locales/'))).toHaveLength(4)
  run(tool('biome'), 'check', '--vcs-enabled=false', ...changed.filter((path) => !path.endsWith('.sql')))
  run(tool('tsc'), '--noEmit', '-p', 'tsconfig.json')
  run(tool('tsc'), '--noEmit', '-p', 'apps/web/tsconfig.json')
  run(tool('depcruise'), '--config', '.dependency-cruiser.cjs', 'schemas', 'apps/web')
}, 300_000)

test('a text that was not given is marked, also in the menu, and a text that was given is not', () => {
  expect(['zh-CN', 'fr', 'id'].filter((language) => textsOfCopy(language).includes(untranslatedMark))).toEqual([])
  run(process.execPath, 'tests/support/new/new.ts', 'resource', 'reading-book', '--context', 'metering', '--scope', 'shared', '--import')
  expect(['en', 'zh-CN', 'fr', 'id'].map((language) => textsOfCopy(language).includes(untranslatedMark))).toEqual([false, true, true, true])
  const declaration = readFileSync(join(copy.folder, 'schemas/src/metering/reading-book.ts'), 'utf8')
  expect(declaration).toContain(`fr: '${untranslatedMark} Reading books'`)
  expect(declaration).toContain(`directory: 'readMeter'`)
  expect(declaration).toContain(`verbs: [...editVerbs, 'import']`)
  const migration = copy.changed().find((path) => path.endsWith('reading-books.sql'))!
  expect(readFileSync(join(copy.folder, migration), 'utf8')).toContain(`or tenant = 'platform')`)
})

test('what is typed wrong is refused by name, with the usage and nothing written', () => {
  const before = copy.changed()
  const refused = (...words: string[]): string => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/support/new/new.ts', ...words], { cwd: copy.folder, encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain('npm run new resource NAME')
    return stderr.split('\n')[0]!
  }
  expect(refused('command', 'note')).toBe('npm run new makes a resource, not command')
  expect(refused('resource', 'ReadingBook')).toMatch(/^NAME is kebab case, .*, not ReadingBook$/)
  expect(refused('resource', 'stop-reason', '--context', 'meters')).toMatch(/^--context is one of .*metering.*, not meters$/)
  expect(refused('resource', 'stop-reason', '--context', 'metering', '--one', 'one|two')).toMatch(/^--one takes 4 texts/)
  expect(refused('resource', 'stop-reason', '--context', 'metering', '--colour', 'red')).toContain('--colour')
  expect(refused('resource', 'carrier', '--context', 'platform')).toBe('schemas/src/platform/carrier.ts exists already')
  expect(run(process.execPath, 'tests/support/new/new.ts', '--help')).toContain('npm run new resource NAME')
  expect(copy.changed()).toEqual(before)
})
