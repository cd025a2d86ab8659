import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

const notOurs = /(^|\/)(node_modules|dist|coverage|\.git|\.nightflow|\.turbo|test-results)(\/|$)/

/** Paths of our own files that match, relative to the repository, sorted. */
export const filesLike = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: repository, exclude: (path) => notOurs.test(path) })
    .filter((path) => !notOurs.test(path))
    .sort()

export const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8')

/** Code of the product: every `src`, without the tests and conformance suites beside it. */
export const productFiles = (): string[] =>
  filesLike('*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}').filter(
    (path) => !/\.(test|conformance)\.tsx?$/.test(path) && !path.startsWith('tests/'),
  )

/** Every line of the files that matches, as `path:line: text`, so that a failing test is a list of places to go to. */
export const linesLike = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
