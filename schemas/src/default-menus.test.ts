import { expect, test } from 'vitest'
import { defaultMenus, menusOfPage } from './default-menus.ts'
import type { MenuPage } from './shared/menu-page.ts'

test('the directory of meter reading begins with the list of meters', () => {
  expect(defaultMenus.find(({ key }) => key === 'readMeter')).toMatchObject({
    kind: 'directory',
    path: 'readMeter',
    parent: null,
    audience: 'tenant',
  })
  const [first] = defaultMenus.filter(({ parent, kind }) => parent === 'readMeter' && kind === 'page')
  expect(first).toMatchObject({ path: 'list', component: 'metering/meter-readings', permission: 'devices:meter:read' })
})

test('every entry has a key of its own, by which a start finds its row', () => {
  const keys = defaultMenus.map(({ key }) => key)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('a page without a title in a language, and a permission whose verb has none, are named', () => {
  const page = {
    ...{ directory: 'alarm', place: 10, path: 'seal', component: 'seals/index', needs: 'alarms:alarm:read', icon: 'bell' },
    titles: { en: 'Seals', 'zh-CN': '封签', fr: 'Scellés', id: 'Segel' },
  } as const satisfies MenuPage
  expect(menusOfPage(page)).toHaveLength(1)
  const { fr: _, ...others } = page.titles
  expect(() => menusOfPage({ ...page, titles: others as never })).toThrow('the page "seals/index" of the menu has no title in fr')
  expect(() => menusOfPage({ ...page, titles: undefined as never })).toThrow(
    'the page "seals/index" of the menu has no title in zh-CN, en, fr, id',
  )
  const planted = { ...page, buttons: ['seals:seal:shatter' as never] }
  expect(() => menusOfPage(planted)).toThrow('the verb "shatter" of a permission has no title in menu-verb-texts.ts')
})
