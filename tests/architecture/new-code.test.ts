import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { untranslatedMark } from '../support/new/resource-texts.ts'
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { addCommand } from './add-command.ts'
import { repository } from './source-files.ts'

/** A plain resource: the declaration, the migration, the registration, four texts, and a screen only with `--screen`. */
const filesOfResourceMax = 8
/** A context: its folders in five layers, the words in four languages, and three shared files. */
const filesOfContextMax = 20
const linesOfContextMax = 300
const sharedFilesOfContext = ['apps/api/src/routes.ts', 'projections/src/projections.ts', 'schemas/src/contexts.ts']
/** A command more on an existing entity; four of its files are texts. */
const filesOfCommandMax = 9

// One copy for both: types and rules read all of it, whatever was added.
let copy: RepositoryCopy
let filesOfResource: string[]
let filesOfCommand: string[]
let filesOfContext: string[]
let linesOfContext: number
beforeAll(async () => {
  copy = await copyRepository(repository)
  run(process.execPath, 'tests/support/new/new.ts', 'context', 'water-quality', '--about', 'Samples of drinking water and their limits.')
  filesOfContext = copy.changed()
  linesOfContext = filesOfContext.reduce((sum, path) => sum + linesAdded(path), 0)
  run(process.execPath, 'tests/support/new/new.ts', 'resource', 'water-use-type', '--context', 'devices', '--screen', ...words)
  filesOfResource = copy.changed().filter((path) => !filesOfContext.includes(path))
  await addCommand(copy)
  filesOfCommand = copy.touched()
})
afterAll(() => copy.remove())

/** A shared file keeps its other lines. */
const linesAdded = (path: string): number => {
  const linesOf = (folder: string): number =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8').split('\n').length : 0
  return linesOf(copy.folder) - linesOf(repository)
}

const run = (command: string, ...words: string[]): string => {
  try {
    return execFileSync(command, words, { cwd: copy.folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`)
  }
}

const words = [
  '--titles',
  'Water use types|用水性质|Types d’usage de l’eau|Jenis pemakaian air',
  '--one',
  'water use type|用水性质|un type d’usage de l’eau|jenis pemakaian air',
]
const textsOfCopy = (language: string): string => readFileSync(join(copy.folder, `apps/web/locales/${language}/platform.json`), 'utf8')

test(`a new context touches at most ${filesOfContextMax} files and ${linesOfContextMax} lines, ${sharedFilesOfContext.length} files of them shared`, () => {
  expect(filesOfContext.length, filesOfContext.join('\n')).toBeLessThanOrEqual(filesOfContextMax)
  expect(linesOfContext).toBeLessThanOrEqual(linesOfContextMax)
  expect(filesOfContext.filter((path) => existsSync(join(repository, path)))).toEqual(sharedFilesOfContext)
})

test(`a new plain resource with a screen of its own touches at most ${filesOfResourceMax} files`, () => {
  expect(filesOfResource.length, filesOfResource.join('\n')).toBeLessThanOrEqual(filesOfResourceMax)
  expect(filesOfResource.filter((path) => path.startsWith('apps/web/locales/'))).toHaveLength(4)
})

test(`a new command on an existing entity touches at most ${filesOfCommandMax} files`, () => {
  expect(filesOfCommand.length, filesOfCommand.join('\n')).toBeLessThanOrEqual(filesOfCommandMax)
})

// Twice the types of the whole house: half the time of all checks.
test.skipIf(!isFullForm)(
  `and with these files alone lint, types and import rules pass${fullFormSuffix}`,
  { timeout: 300_000 },
  async () => {
    const written = [...filesOfContext, ...filesOfResource, ...filesOfCommand].filter((path) => !path.endsWith('.sql'))
    const tools = await Promise.all([
      copy.tool('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...written),
      copy.tool('tsc', '--noEmit', '-p', 'tsconfig.json'),
      copy.tool('tsc', '--noEmit', '-p', 'apps/web/tsconfig.json'),
      copy.tool('depcruise', '--config', '.dependency-cruiser.cjs', 'schemas', 'apps/web', 'apps/api', 'domain/src/alarms', 'projections'),
    ])
    expect(tools).toEqual(['', '', '', ''])
  },
)

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

test('a wrong argument is refused by name, with the usage and nothing written', () => {
  const before = copy.changed()
  const refused = (...words: string[]): string => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/support/new/new.ts', ...words], { cwd: copy.folder, encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain('npm run new resource NAME')
    return stderr.split('\n')[0]!
  }
  expect(refused('command', 'note')).toBe('npm run new makes a context or a resource, not command')
  expect(refused('resource', 'ReadingBook')).toMatch(/^NAME is kebab case, .*, not ReadingBook$/)
  expect(refused('resource', 'stop-reason', '--context', 'meters')).toMatch(/^--context is one of .*metering.*, not meters$/)
  expect(refused('resource', 'stop-reason', '--context', 'metering', '--one', 'one|two')).toMatch(/^--one takes 4 texts/)
  expect(refused('resource', 'stop-reason', '--context', 'metering', '--colour', 'red')).toContain('--colour')
  expect(refused('resource', 'carrier', '--context', 'platform')).toBe('schemas/src/platform/carrier.ts exists already')
  expect(run(process.execPath, 'tests/support/new/new.ts', '--help')).toContain('npm run new resource NAME')
  expect(copy.changed()).toEqual(before)
})
