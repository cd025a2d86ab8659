import { expect, test } from 'vitest'
import { defaultMenus } from './default-menus.ts'

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
