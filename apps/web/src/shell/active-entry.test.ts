import { expect, test } from 'vitest'
import { activeEntries, firstLeaf } from '#shell/active-entry.ts'
import type { MenuItem } from '#shell/menu-tree.ts'

const leaf = (to: string): MenuItem => ({ key: to, title: to, icon: '', to, children: [] })
const below = (key: string, children: MenuItem[]): MenuItem => ({ key, title: key, icon: '', children })
const items = [below('device', [leaf('/device/meters'), below('water', [leaf('/device/meters/history')])]), leaf('/gateway/list')]
const keys = (path: string) => activeEntries(items, path).map(({ key }) => key)

test('a detail below a list is part of that list', () => expect(keys('/device/meters/8610')).toEqual(['device', '/device/meters']))

test('the longest address that leads to the screen is the one that is shown', () =>
  expect(keys('/device/meters/history')).toEqual(['device', 'water', '/device/meters/history']))

test('an address that only begins alike is another', () => expect(keys('/device/metersX')).toEqual([]))

test('a directory leads to its first screen', () => expect(firstLeaf(items[0]!).to).toBe('/device/meters'))
