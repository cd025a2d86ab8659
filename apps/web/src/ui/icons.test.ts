import { defaultMenus } from '@nightflow/schemas/default-menus'
import { expect, test } from 'vitest'
import { iconOf } from './icons.ts'

test('every page and directory of the menu has an icon of its own name', () => {
  const point = iconOf('no such name')
  const named = defaultMenus.flatMap(({ icon }) => (icon ? [icon] : []))
  expect(named.length).toBeGreaterThan(50)
  expect([...new Set(named)].filter((name) => iconOf(name) === point)).toEqual([])
})
