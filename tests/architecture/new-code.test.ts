import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { untranslatedMark } from '../support/new/resource-texts.ts'
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'
import { repository } from './source-files.ts'

/** A plain resource: the declaration, the migration, the registration, four texts, and a screen only with `--screen`. */
const filesOfResourceMax = 8
/** A context: its folders in five layers, the words in four languages, and three shared files. */
const filesOfContextMax = 20
const linesOfContextMax = 300
const sharedFilesOfContext = ['apps/api/src/routes.ts', 'projections/src/projections.ts', 'schemas/src/contexts.ts']
/** A command more on an existing entity: its declaration, its decision with a test, and texts in four languages. */
const filesOfCommandMax = 7
const linesOfCommandMax = 70
/** An entity that is kept in the log, beside its row in the lists of its context. */
const filesOfEntityMax = 24

// A copy of the repository is written to and, in one test, checked as a whole: minutes, which every change would wait for.
describe.skipIf(!isFullForm)(`new code${fullFormSuffix}`, () => {
  // One copy for all: types and rules read all of it, whatever was added.
  let copy: RepositoryCopy
  let filesOfResource: string[]
  let filesOfCommand: string[]
  let filesOfContext: string[]
  let linesOfContext: number
  let filesOfEntity: string[]
  let linesOfCommand: number
  beforeAll(async () => {
    copy = await copyRepository(repository)
    run(process.execPath, 'tests/support/new/new.ts', 'context', 'water-quality', '--about', 'Samples of drinking water and their limits.')
    filesOfContext = copy.changed()
    linesOfContext = filesOfContext.reduce((sum, path) => sum + linesAdded(path), 0)
    run(process.execPath, 'tests/support/new/new.ts', 'resource', 'water-use-type', '--context', 'devices', '--screen', ...words)
    filesOfResource = copy.changed().filter((path) => !filesOfContext.includes(path))
    const before = copy.changed()
    write('entity', 'devices', 'meter-seal', ...wordsOfSeal)
    filesOfEntity = copy.changed().filter((path) => !before.includes(path))
    filesOfCommand = write('command', 'alarms', 'alarm', 'postpone', ...wordsOfPostpone, '--becomes', 'status=1')
    linesOfCommand = filesOfCommand.reduce((sum, path) => sum + linesAdded(path), 0)
    // On the entity that is new itself, and one whose verb is a word of the language.
    write('command', 'devices', 'meter-seal', 'break', ...wordsOfBreak, '--danger')
  }, 60_000)
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

  /** The paths that the generator prints, before what comes next. */
  const write = (...words: string[]): string[] =>
    run(process.execPath, 'tests/support/new/new.ts', ...words)
      .split('\n\nNext:')[0]!
      .trim()
      .split('\n')

  const wordsOfSeal = ['--titles', 'Meter seals|封签|Scellés|Segel meter', '--one', 'meter seal|封签|un scellé|segel meter']
  const wordsOfPostpone = ['--titles', 'Postpone|延后|Reporter|Tunda', '--done', 'Postponed|已延后|Reportée|Ditunda']
  const wordsOfBreak = ['--titles', 'Break|拆除|Rompre|Putuskan', '--done', 'Broken|已拆除|Rompu|Diputuskan']

  const words = [
    '--titles',
    'Water use types|用水性质|Types d’usage de l’eau|Jenis pemakaian air',
    '--one',
    'water use type|用水性质|un type d’usage de l’eau|jenis pemakaian air',
  ]
  const textsOfCopy = (language: string): string => readFileSync(join(copy.folder, `apps/web/locales/${language}/platform.json`), 'utf8')

  test(`a new context touches at most ${filesOfContextMax} files and ${linesOfContextMax} lines, ${sharedFilesOfContext.length} files of source shared`, () => {
    expect(filesOfContext.length, filesOfContext.join('\n')).toBeLessThanOrEqual(filesOfContextMax)
    expect(linesOfContext).toBeLessThanOrEqual(linesOfContextMax)
    const shared = filesOfContext.filter((path) => existsSync(join(repository, path)))
    expect(shared).toEqual(['ARCHITECTURE.md', ...sharedFilesOfContext])
  })

  test(`a new plain resource with a screen of its own touches at most ${filesOfResourceMax} files`, () => {
    expect(filesOfResource.length, filesOfResource.join('\n')).toBeLessThanOrEqual(filesOfResourceMax)
    expect(filesOfResource.filter((path) => path.startsWith('apps/web/locales/'))).toHaveLength(4)
  })

  test(`a new command on an existing entity touches at most ${filesOfCommandMax} files and ${linesOfCommandMax} lines`, () => {
    console.log(`a command: ${filesOfCommand.length} files, ${linesOfCommand} lines`)
    expect(filesOfCommand.length, filesOfCommand.join('\n')).toBeLessThanOrEqual(filesOfCommandMax)
    expect(linesOfCommand).toBeLessThanOrEqual(linesOfCommandMax)
  })

  test(`a new entity touches at most ${filesOfEntityMax} files`, () => {
    expect(filesOfEntity.length, filesOfEntity.join('\n')).toBeLessThanOrEqual(filesOfEntityMax)
  })

  test('and with these files alone lint, types, import rules, dead code and the tests of deciders and of declarations pass', {
    timeout: 900_000,
  }, async () => {
    const written = copy.changed().filter((path) => !/\.(sql|md)$/.test(path))
    const tools = await Promise.all([
      copy.tool('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...written),
      copy.tool('tsc', '--noEmit', '-p', 'tsconfig.json'),
      copy.tool('tsc', '--noEmit', '-p', 'apps/web/tsconfig.json'),
      copy.tool('depcruise', '--config', '.dependency-cruiser.cjs', 'schemas', 'apps/web', 'apps/api', 'domain/src/alarms', 'projections'),
      copy.tool('knip', '--no-progress'),
      copy.tool('vitest', 'run', ...declarationTests, 'domain/src/alarms', 'domain/src/devices/meter-seal-decider.test.ts'),
    ])
    expect(tools).toEqual(['', '', '', '', '', ''])
  })

  /** Those that name a line which is missing. */
  const declarationTests = [
    'catalogue',
    'command-texts',
    'declared-commands',
    'history-texts',
    'offered-commands',
    'dangerous-commands',
    'texts',
    'sql-rows',
  ].map((name) => `tests/architecture/${name}.test.ts`)

  test('a text that was not given is marked, also in the menu, and a text that was given is not', () => {
    expect(['zh-CN', 'fr', 'id'].filter((language) => textsOfCopy(language).includes(untranslatedMark))).toEqual([])
    run(process.execPath, 'tests/support/new/new.ts', 'resource', 'reading-book', '--context', 'metering', '--scope', 'shared', '--import')
    expect(['en', 'zh-CN', 'fr', 'id'].map((language) => textsOfCopy(language).includes(untranslatedMark))).toEqual([
      false,
      true,
      true,
      true,
    ])
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
    expect(refused('policy', 'note')).toBe('npm run new makes a context, an entity, a command or a resource, not policy')
    expect(refused('resource', 'reading-books', '--context', 'metering')).toBe('NAME is one of them, reading-book, not reading-books')
    expect(refused('entity', 'devices', 'meter-bodies')).toBe('NAME is one of them, meter-body, not meter-bodies')
    expect(refused('resource', 'stop-reason', '--context', 'metering', '--one', 'stop reason|停抄原因|motif|alasan')).toBe(
      '--one has the French word with its article: un motif or une motif',
    )
    expect(refused('command', 'alarms', 'meter', 'note')).toBe('alarms declares commands (commandsOn) of alarm, not of meter')
    expect(refused('command', 'alarms', 'alarm', 'ignore')).toBe('alarm has the command ignore already')
    expect(refused('command', 'alarms', 'alarm', 'delay')).toMatch(/^--becomes FIELD=VALUE is the field of the row .*\{"status":"1"\}$/)
    expect(refused('resource', 'ReadingBook')).toMatch(/^NAME is kebab case, .*, not ReadingBook$/)
    expect(refused('resource', 'stop-reason', '--context', 'meters')).toMatch(/^--context is one of .*metering.*, not meters$/)
    expect(refused('resource', 'stop-reason', '--context', 'metering', '--one', 'one|two')).toMatch(/^--one takes 4 texts/)
    expect(refused('resource', 'stop-reason', '--context', 'metering', '--colour', 'red')).toContain('--colour')
    expect(refused('resource', 'carrier', '--context', 'platform')).toBe('schemas/src/platform/carrier.ts exists already')
    expect(run(process.execPath, 'tests/support/new/new.ts', '--help')).toContain('npm run new resource NAME')
    expect(copy.changed()).toEqual(before)
  })
})
