import { expect, test } from 'vitest'
import { byJob, entriesAt, inSight } from './menu-groups.ts'
import type { MenuItem } from './menu-tree.ts'

const screen = (to: string): MenuItem => ({ key: to, to, title: to, icon: '', children: [] })
const directory = (key: string, ...names: string[]): MenuItem => ({
  ...{ key, title: key, icon: '' },
  children: names.map((name) => screen(`${key}/${name}`)),
})
const keys = (items: readonly MenuItem[]) => items.map(({ key }) => key)

test('directories of one job are together, in the order of a day', () => {
  const items = [
    directory('/audit', 'events', 'streams'),
    directory('/alarm', 'records', 'rules'),
    directory('/water', 'leakage', 'map'),
    directory('/system', 'user', 'role'),
  ]
  const groups = byJob(items, (job) => job)
  expect(keys(groups)).toEqual(['job:leakage', 'job:administration'])
  expect(keys(groups[0]!.children)).toEqual(['/alarm', '/water'])
})

test('a job with one directory is that directory, and one of an operator is an entry of its own', () => {
  const items = [directory('/help', 'faq', 'news'), screen('/gateway/gateways'), directory('/customer', 'accounts', 'types')]
  expect(keys(byJob(items, (job) => job))).toEqual(['/gateway/gateways', '/customer', '/help'])
})

test('at most nine entries are in sight, the one where the person is among them', () => {
  const { children } = directory('/billing', ...'abcdefghijkl')
  const seen = (...names: string[]) => names.map((name) => `/billing/${name}`)
  expect(keys(inSight(children, ['/billing/l']))).toEqual(seen(...'abcdefgh', 'l'))
  expect(keys(inSight(children, ['/billing/b']))).toEqual(seen(...'abcdefghi'))
  expect([9, 10].map((count) => inSight(children.slice(0, count), []).length)).toEqual([9, 9])
})

test('favourites keep their order, and one that is forbidden by now is left out', () => {
  const items = [directory('/device', 'meters', 'valves')]
  expect(keys(entriesAt(items, ['/device/valves', '/system/user', '/device/meters']))).toEqual(['/device/valves', '/device/meters'])
})
