import { defaultMenus } from '@nightflow/schemas/default-menus'
import { expect, test } from 'vitest'
import { screenRegistry } from './screen-registry.tsx'

test('every page of the menu has a screen', () => {
  const pages = defaultMenus.flatMap(({ kind, component }) => (kind === 'page' && component ? [component] : []))
  expect(pages.filter((component) => screenRegistry[component] === undefined)).toEqual([])
})
