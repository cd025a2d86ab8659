import { expect, test } from 'vitest'
import { shownOf, valueAfter } from '#ui/chart/chart-keys.ts'

const shown = { first: 10, last: 50 }

test('the keyboard begins at the newest value, and its first press moves nothing', () =>
  expect(['ArrowLeft', 'ArrowRight', 'PageDown'].map((key) => valueAfter(key, null, shown))).toEqual([50, 50, 50]))
test('arrows go value by value, pages by a tenth, Home and End to the ends', () =>
  expect(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => valueAfter(key, 30, shown))).toEqual([
    29, 31, 34, 26, 10, 50,
  ]))
test('no key leaves what is shown, and other keys are left to the page', () => {
  expect([valueAfter('ArrowLeft', 10, shown), valueAfter('PageUp', 49, shown), valueAfter('ArrowRight', 3, shown)]).toEqual([10, 50, 10])
  expect(valueAfter('Tab', 30, shown)).toBeNull()
})
test('a zoom shows the values within it; between two values it shows none', () => {
  expect(shownOf([0, 10, 20, 30], [5, 25])).toEqual({ first: 1, last: 2 })
  expect(shownOf([0, 10, 20, 30], [11, 19])).toBeNull()
})
