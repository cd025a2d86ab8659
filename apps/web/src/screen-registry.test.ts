import { defaultMenus } from '@nightflow/schemas/default-menus'
import { expect, test } from 'vitest'
import { hasScreen } from './screen-registry.tsx'

test('every page of the menu has a screen', async () => {
  const pages = defaultMenus.flatMap(({ kind, component }) => (kind === 'page' && component ? [component] : []))
  const missing = await Promise.all(pages.map(async (component) => ((await hasScreen(component)) ? [] : [component])))
  expect(missing.flat()).toEqual([])
})
