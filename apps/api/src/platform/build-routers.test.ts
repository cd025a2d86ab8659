import type { Menu } from '@nightflow/platform/settings/menus'
import { expect, test } from 'vitest'
import { buildRouters } from './build-routers.ts'

const texts = (en: string) => ({ en, 'zh-CN': `${en} 中文`, fr: en, id: en })
const aMenu = (menuId: number, more: Partial<Menu>): Menu => ({
  menuId,
  parentId: 0,
  titles: texts('Title'),
  orderNum: menuId,
  path: 'path',
  component: null,
  query: null,
  routeName: null,
  isFrame: '1',
  isCache: '0',
  menuType: 'M',
  visible: '0',
  perms: null,
  icon: null,
  ...more,
})

test('a directory carries the layout, its pages are relative to it', () => {
  const menus = [
    aMenu(1, { path: 'system', icon: 'system', titles: texts('System') }),
    aMenu(2, { parentId: 1, menuType: 'C', path: 'user', component: 'system/user/index', icon: 'user', titles: texts('Users') }),
    aMenu(3, { parentId: 2, menuType: 'F', perms: 'system:user:add' }),
  ]
  expect(buildRouters(menus, 'zh-CN')).toEqual([
    {
      name: 'System',
      path: '/system',
      hidden: false,
      redirect: 'noRedirect',
      component: 'Layout',
      alwaysShow: true,
      meta: { title: 'System 中文', icon: 'system', noCache: false },
      children: [
        {
          name: 'User',
          path: 'user',
          hidden: false,
          component: 'system/user/index',
          meta: { title: 'Users 中文', icon: 'user', noCache: false },
        },
      ],
    },
  ])
})

test('a directory inside another passes its place on, and what is hidden or not kept says so', () => {
  const menus = [
    aMenu(1, { path: 'device' }),
    aMenu(2, { parentId: 1, path: 'pressure' }),
    aMenu(3, {
      parentId: 2,
      menuType: 'C',
      path: 'list',
      component: 'x',
      visible: '1',
      isCache: '1',
      routeName: 'pressureList',
      query: '{"a":1}',
    }),
  ]
  const [device] = buildRouters(menus, 'en')
  expect(device?.children?.[0]).toMatchObject({ path: 'pressure', component: 'ParentView', alwaysShow: true, redirect: 'noRedirect' })
  expect(device?.children?.[0]?.children?.[0]).toMatchObject({
    name: 'PressureList',
    hidden: true,
    query: '{"a":1}',
    meta: { noCache: true },
  })
})

test('a page without a directory is shown inside the layout', () => {
  const [entry] = buildRouters([aMenu(1, { menuType: 'C', path: 'board', component: 'board/index', titles: texts('Board') })], 'en')
  expect(entry).toEqual({
    path: '/',
    hidden: false,
    component: 'Layout',
    children: [{ path: 'board', component: 'board/index', name: 'Board', meta: { title: 'Board', noCache: false } }],
  })
})

test('an address leaves the service, or is shown in a frame of it', () => {
  const address = 'https://www.example.org:8080/help'
  const menus = [
    aMenu(1, { menuType: 'C', path: address, isFrame: '0' }),
    aMenu(2, { path: 'help' }),
    aMenu(3, { parentId: 2, menuType: 'C', path: address }),
  ]
  const [leaving, directory] = buildRouters(menus, 'en')
  expect(leaving).toMatchObject({ path: address, component: 'Layout', meta: { link: address } })
  expect(directory?.children?.[0]).toMatchObject({ path: 'example/org/8080/help', component: 'InnerLink', meta: { link: address } })
})

test('a directory in which a person has no page is not shown', () => {
  const menus = [
    aMenu(1, { path: 'empty' }),
    aMenu(2, { path: 'full' }),
    aMenu(3, { parentId: 2, menuType: 'C', path: 'page', component: 'p' }),
  ]
  expect(buildRouters(menus, 'en').map(({ path }) => path)).toEqual(['/full'])
})
