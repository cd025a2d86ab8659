import { expect, test } from 'vitest'
import { wheelZoom } from '#ui/chart/chart-zoom.ts'

const day = 86_400

test('zooming in keeps the point under the pointer where it is', () => {
  const [from, to] = wheelZoom([0, 10 * day], [0, 10 * day], 2.5 * day, true)!
  expect((2.5 * day - from) / (to - from)).toBeCloseTo(0.25)
})
test('zooming out to the whole period is no zoom at all', () =>
  expect(wheelZoom([1 * day, 9 * day], [0, 10 * day], 5 * day, false)).toBeNull())
test('zooming stops at three hours', () => expect(wheelZoom([0, 3 * 3600], [0, 10 * day], 3600, true)).toEqual([0, 3 * 3600]))
