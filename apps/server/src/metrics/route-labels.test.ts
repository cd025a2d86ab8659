import { expect, test } from 'vitest'
import { RouteLabels } from './route-labels.ts'

test('a walk through all calls makes no series of its own: refused calls share one, and so do routes beyond the limit', () => {
  const labels = new RouteLabels(2)
  for (let nth = 0; nth < 500; nth += 1) expect(labels.labelOfAnswer(`/guessed/${nth}`, 404)).toBe('refused')
  expect(labels.labelOfAnswer('/api/v1/meters', 401)).toBe('refused')
  expect(['/a', '/b', '/c', '/a'].map((route) => labels.labelOfAnswer(route, 200))).toEqual(['/a', '/b', 'other', '/a'])
  expect(labels.labelOfAnswer('/b', 503)).toBe('/b')
  expect(labels.labelOfAnswer('/b', 404)).toBe('/b')
  expect(labels.labelOf('/c')).toBe('other')
})
