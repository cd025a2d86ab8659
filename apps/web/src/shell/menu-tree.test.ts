import { expect, test } from 'vitest'
import { menuOf, resolvePath } from '#shell/menu-tree.ts'

const page = (path: string, title: string, extra: object = {}) => ({ path, component: `${path}/index`, meta: { title }, ...extra })
const directory = (path: string, title: string, children: ReturnType<typeof page>[]) => ({
  path,
  component: 'Layout',
  redirect: 'noRedirect',
  alwaysShow: true,
  meta: { title, icon: 'gauge' },
  children,
})

test('a directory with one visible child is that child', () => {
  const { items } = menuOf([
    directory('/gateway', 'Gateways', [page('list', 'All gateways'), page('one/:name', 'Gateway', { hidden: true })]),
  ])
  expect(items).toEqual([{ key: '/gateway/list', title: 'All gateways', icon: 'gauge', to: '/gateway/list', children: [] }])
})

test('a directory of which nothing may be seen is not there', () => expect(menuOf([directory('/empty', 'Empty', [])]).items).toEqual([]))

test('the wall screen has a fixed address and opens in a tab of its own; external links stay as given', () => {
  const { items, screens } = menuOf([
    directory('/water', 'Water', [page('leakage', 'Leakage'), page('cascadeScreen', 'Wall'), page('https://example.org/help', 'Help')]),
  ])
  expect(items[0]?.children.map(({ to, isApart }) => [to, isApart])).toEqual([
    ['/water/leakage', undefined],
    ['/cascadeScreen', true],
    ['https://example.org/help', true],
  ])
  expect(screens.map(({ path }) => path)).toEqual(['/water/leakage'])
  expect(resolvePath('/a', 'mailto:help@example.org')).toBe('mailto:help@example.org')
})

test('a hidden screen has its route, its parameter and the list above it in its trail, which has no redirect and is no link', () => {
  const { items, screens } = menuOf([
    directory('/device', 'Devices', [page('meters', 'Meters'), page('meters/:number', 'Meter', { hidden: true }), page('map', 'Map')]),
  ])
  expect(items[0]?.children.map(({ title }) => title)).toEqual(['Meters', 'Map'])
  expect(screens[1]).toMatchObject({
    path: '/device/meters/$number',
    trail: [{ title: 'Devices' }, { title: 'Meters' }, { title: 'Meter' }],
  })
})

test('a step of the way is a link only where the directory leads somewhere', () => {
  const [screen] = menuOf([{ ...directory('/system', 'System', [page('user', 'Staff')]), redirect: '/system/user' }]).screens
  expect(screen?.trail).toEqual([{ title: 'System', to: '/system/user' }, { title: 'Staff' }])
})

test('a page at the top, wrapped by the server in a layout without a title, is itself', () => {
  const { items, screens } = menuOf([{ path: '/', component: 'Layout', children: [page('reports', 'Reports')] }])
  expect(items[0]).toMatchObject({ title: 'Reports', to: '/reports' })
  expect(screens[0]?.trail).toEqual([{ title: 'Reports' }])
})

test('the places that are treated apart have lists of their own', () => {
  const menu = menuOf([directory('/tenant', 'Tenants', [page('list', 'Tenants'), page('board', 'Board')])])
  expect(menu.tenantList.map(({ to }) => to)).toEqual(['/tenant/list', '/tenant/board'])
  expect(menu.gatewayList).toEqual([])
})

test('two entries at one address are one screen, the first', () =>
  expect(menuOf([page('/a', 'One'), page('/a', 'Two')]).screens.map(({ title }) => title)).toEqual(['One']))
