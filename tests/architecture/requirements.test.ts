import { defaultMenus } from '@nightflow/schemas/default-menus'
import { endpoints } from '@nightflow/schemas/endpoints'
import { describe, expect, test } from 'vitest'
import { brokenTags, readRequirements, requirementsOf, requirementsPage } from './requirements-page.ts'
import { textOf } from './source-files.ts'

const requirements = readRequirements()

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

describe('the requirements that tests are tagged with', () => {
  test('are many, and no tag is misspelt', () => {
    expect(requirements.length).toBeGreaterThan(300)
    expect(brokenTags()).toEqual([])
  })

  test('say one thing once', () => {
    const texts = requirements.map(({ area, text }) => `${area}: ${text}`)
    expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([])
  })

  test.each(requirements)('$area: $text: its screens and calls exist', (requirement) => {
    expect(requirement.screens.filter((address) => !screens.has(address))).toEqual([])
    expect(requirement.calls.filter((name) => !calls.has(name))).toEqual([])
  })

  test('are the page docs/requirements.md (npm run docs)', () => {
    expect(textOf('docs/requirements.md')).toBe(requirementsPage(requirements))
  })
})

describe('a tag', () => {
  const tagged = (area: string, below: string) =>
    requirementsOf('a.test.ts', `// requirement of ${area}: Words | /device/meters | –\n${below}\n`)
  test('has the name of the test below it, also of a table and of a row of cases', () => {
    const nameBelow = (below: string) => tagged('Meters', below)[0]?.tests[0]?.name
    expect(nameBelow("test('has digits', () => {")).toBe('has digits')
    expect(nameBelow("test.each(['a'])('the report %s', () => {")).toBe('the report %s')
    expect(nameBelow("    ['SIM is 20 digits', { sim: '89' }],")).toBe('SIM is 20 digits')
    expect(nameBelow("import { test } from 'vitest'")).toBeUndefined()
  })
  test('above no test, and of an unknown area, is refused', () => {
    expect(() => tagged('Meters', "  expect(words).toBe('words')")).toThrow('above the line with the name of its test')
    expect(() => tagged('Pumps', "test('has digits', () => {")).toThrow('Pumps is no area')
  })
})
