import { expect, test } from 'vitest'
import { close, closeAll, closeOthers, nextAfter, type VisitedView, visit } from '#shell/visited-views.ts'

const home: VisitedView = { path: '/index', href: '/index', title: 'Home', isPinned: true }
const meters: VisitedView = { path: '/device/meters', href: '/device/meters?search=86', title: 'Meters' }
const map: VisitedView = { path: '/water/map', href: '/water/map', title: 'Map' }
const paths = (views: readonly VisitedView[]) => views.map(({ path }) => path)

test('a screen visited again keeps its place and remembers how it was left', () => {
  const views = visit([home, meters, map], { ...meters, href: '/device/meters?search=87' })
  expect(paths(views)).toEqual(['/index', '/device/meters', '/water/map'])
  expect(views[1]?.href).toBe('/device/meters?search=87')
})

test('a screen that is not to be kept comes back without its filters', () =>
  expect(visit([], { ...meters, isNotKept: true })[0]?.href).toBe('/device/meters'))

// requirement of Shell, answers and limits: Pinned tabs survive close others and close all; the active tab’s closing leads to the last | /index | –
test('a pinned tab cannot be closed and survives close others and close all', () => {
  expect(paths(close([home, map], '/index'))).toEqual(['/index', '/water/map'])
  expect(paths(closeOthers([home, meters, map], '/water/map'))).toEqual(['/index', '/water/map'])
  expect(paths(closeAll([home, meters, map]))).toEqual(['/index'])
})

// requirement of Shell, answers and limits: Pinned tabs survive close others and close all; the active tab’s closing leads to the last | /index | –
test('closing the shown tab leads to the last that remains, or to the root', () => {
  expect(nextAfter(close([home, meters, map], '/device/meters'))).toBe('/water/map')
  expect(nextAfter([])).toBe('/')
})

test('there are never more than thirty tabs, and the pinned one stays', () => {
  let views: VisitedView[] = [home]
  for (let index = 0; index < 40; index += 1) views = visit(views, { path: `/${index}`, href: `/${index}`, title: String(index) })
  expect(views).toHaveLength(30)
  expect(views[0]).toBe(home)
})
