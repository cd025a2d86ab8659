import { expect, test } from 'vitest'
import { filesLike, textOf } from './source-files.ts'

/** Files that load the library when they run, early or late; a type alone loads nothing. */
const importersOf = (library: string): string[] => {
  const loads = new RegExp(`^import (?!type\\b)[^'"]*['"]${library}(/(?!.*\\.css)[^'"]*)?['"]|\\bimport\\(\\s*['"]${library}`, 'm')
  return filesLike('apps/web/src/**/*.{ts,tsx}').filter((path) => loads.test(textOf(path)))
}

// A heavy library is imported by one file, so that it can be loaded late or replaced. That the file is under `ui` is an import rule.
test.each(['uplot', '@deck\\.gl/core', '@deck\\.gl/layers'])('%s is loaded by exactly one file', (library) => {
  expect(importersOf(library)).toHaveLength(1)
})
