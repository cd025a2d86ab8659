import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describeSettings } from '@nightflow/server/configuration'
import { describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(repository, path)))
const pages = tracked.filter((path) => path.endsWith('.md'))

/** The anchor that a heading gets on the page, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] => [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

/** Pages that are read in a terminal from the first day on. */
const pagesOfATerminal = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/tour.md',
  'docs/engines.md',
  'docs/status.md',
  'docs/a-new-context.md',
  'docs/formulas.md',
  'docs/requirements.md',
]

describe('the documentation', () => {
  test.each(pages)('%s links to pages and headings that exist', (page) => {
    const prose = textOf(page).replaceAll(/^ {4}.*$/gm, '')
    const links = [...prose.matchAll(/\]\((?!https?:|mailto:|app:)([^)\s]+)\)/g)].map(([, link]) => link!)
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : normalize(join(dirname(page), path))
      if (!existsSync(join(repository, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('ARCHITECTURE.md is one page of 150 lines at most', () => {
    expect(textOf('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  test('README.md says in 120 lines at most what Nightflow is and how it starts', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })

  test('ARCHITECTURE.md names every context of the schemas and of the domain', () => {
    const [, contexts = ''] = /\n## Contexts\n([\s\S]*?)\n## /.exec(textOf('ARCHITECTURE.md')) ?? []
    const named = [...contexts.matchAll(/^\| \[?`([a-z-]+)`/gm)].map(([, name]) => name!)
    const folders = ['schemas/src', 'domain/src'].flatMap((layer) =>
      readdirSync(join(repository, layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
        .map(({ name }) => name),
    )
    expect(named.toSorted()).toEqual([...new Set(folders)].toSorted())
  })

  test.each(pagesOfATerminal)('the tables of %s fit a terminal of 100 columns', (page) => {
    const wide = textOf(page)
      .split('\n')
      .filter((line) => line.startsWith('|') && line.length > 100)
    expect(wide).toEqual([])
  })

  test('lists every setting of the server as the code has it (npm run docs)', () => {
    const [, listed] = /<!-- settings: .*? -->\n([\s\S]*?)<!-- \/settings -->/.exec(textOf('docs/operations/configure.md')) ?? []
    expect(listed?.trim()).toBe(describeSettings())
  })

  test('has one decision per number, each with context and decision', () => {
    const decisions = tracked.filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    const numbers = decisions.map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    const incomplete = decisions.filter((path) => !/^# \d{4}\. .+\n[\s\S]*\n## Context\n[\s\S]*\n## Decision\n/.test(textOf(path)))
    expect(incomplete).toEqual([])
  })

  test('names tests in docs/corrections.md that exist', () => {
    const names = [...textOf('docs/corrections.md').matchAll(/[\w./-]+\.test\.tsx?/g)].map(([name]) => name)
    const missing = [...new Set(names)].filter((name) => !tracked.some((path) => path === name || path.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  })
})
