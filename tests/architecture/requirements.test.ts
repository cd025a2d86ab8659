import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@nightflow/schemas/endpoints'
import { defaultMenus } from '@nightflow/schemas/platform/default-menus'
import { describe, expect, test } from 'vitest'
import { repository, textOf } from './source-files.ts'

/** Rows of the tables in docs/requirements.md: requirement, screen, call, test. */
const rows = textOf('docs/requirements.md')
  .split('\n')
  .filter((line) => /^\| (?!requirement |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, requirement = '', screen = '', call = '', shown = '']) => ({ requirement, screen, call, shown }))

const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

const parents = new Map(defaultMenus.map((menu) => [menu.key, menu]))
const addressOf = ({ parent, path }: (typeof defaultMenus)[number]): string => {
  const above = parent === null ? undefined : parents.get(parent)
  return `${above ? addressOf(above) : ''}/${path}`
}
/** Pages of the menu, and those that have a fixed address. */
const screens = new Set([
  ...defaultMenus.map(addressOf),
  ...[...textOf('apps/web/src/routes.tsx').matchAll(/'(\/[^']*)'/g)].map(([, address]) => address!),
])
const calls = new Set(
  Object.values(endpoints).flatMap((group) =>
    Object.values(group).flatMap((endpoint) =>
      typeof endpoint === 'object' && 'path' in endpoint ? [`${endpoint.method} ${endpoint.path}`] : [],
    ),
  ),
)

/** The tests of a cell, `file` or `file` › name, several with a semicolon. */
const missingTests = (cell: string): string[] =>
  cell.split(';').flatMap((part) => {
    const [file = '', name] = part.split('›').map((side) => side.trim())
    const path = file.replaceAll('`', '')
    if (!path.endsWith('.ts') || !existsSync(join(repository, path))) return [path || 'a file']
    const isThere = name === undefined || textOf(path).replaceAll("\\'", "'").includes(name)
    return isThere ? [] : [`${path} › ${name}`]
  })

describe('docs/requirements.md', () => {
  test('has rows', () => expect(rows.length).toBeGreaterThan(0))

  test.each(rows)('$requirement: its screen, call and test exist', ({ screen, call, shown }) => {
    expect(named(screen).filter((address) => !screens.has(address))).toEqual([])
    expect(named(call).filter((name) => !calls.has(name))).toEqual([])
    expect(missingTests(shown)).toEqual([])
  })
})
