import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfRepository } from '../support/copy-of-repository.ts'
import { untranslatedMark } from '../support/new/resource-texts.ts'
import { repository } from './source-files.ts'

/** A plain resource: the declaration, the migration, the registration, four texts, and a screen only with `--screen`. */
const filesMax = 8

let copy: ReturnType<typeof copyOfRepository>
beforeAll(() => {
  copy = copyOfRepository(repository)
})
afterAll(() => copy.remove())

const run = (command: string, ...words: string[]): string => {
  try {
    return execFileSync(command, words, { cwd: copy.path, encoding: 'utf8', stdio: 'pipe' })
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
const textsOfCopy = (language: string): string => readFileSync(join(copy.path, `apps/web/locales/${language}/platform.json`), 'utf8')

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
  run(process.execPath, 'tests/support/new/new.ts', 'resource', 'reading-book', '--context', 'metering', '--scope', 'shared')
  expect(['en', 'zh-CN', 'fr', 'id'].map((language) => textsOfCopy(language).includes(untranslatedMark))).toEqual([false, true, true, true])
  const declaration = readFileSync(join(copy.path, 'schemas/src/metering/reading-book.ts'), 'utf8')
  expect(declaration).toContain(`fr: '${untranslatedMark} Reading books'`)
  expect(declaration).toContain(`directory: 'readMeter'`)
  const migration = copy.changed().find((path) => path.endsWith('reading-books.sql'))!
  expect(readFileSync(join(copy.path, migration), 'utf8')).toContain(`or tenant = 'platform')`)
})
