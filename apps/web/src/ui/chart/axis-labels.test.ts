import { expect, test } from 'vitest'
import { axisLabels, axisWidth, decimalsOfSeries } from '#ui/chart/axis-labels.ts'

test('an axis of small flows does not repeat 0 and 0.01', () =>
  expect(axisLabels([0, 0.002, 0.004, 0.006], 0.002, 'en')).toEqual(['0.000', '0.002', '0.004', '0.006']))
test('an axis of large flows has no decimals', () => expect(axisLabels([0, 500, 1000], 500, 'fr')).toEqual(['0', '500', '1\u00a0000']))
test('steps of a quarter keep both decimals', () => expect(axisLabels([0.25, 0.5], 0.25, 'en')).toEqual(['0.25', '0.50']))
test('a rounding error around zero is shown as zero', () => expect(axisLabels([-2.7e-17, 0.1], 0.1, 'en')).toEqual(['0.0', '0.1']))
test('an axis is as wide as its longest label', () => {
  expect(axisWidth(['0', '10'])).toBe(44)
  expect(axisWidth(['1,000,000'])).toBe(16 + 9 * 7)
})
test('values under the cursor keep two digits, however small the flow', () => {
  expect(decimalsOfSeries([0.0042, null, 0.001], 2)).toBe(4)
  expect(decimalsOfSeries([42, 7], 2)).toBe(2)
  expect(decimalsOfSeries([null, 0], 1)).toBe(1)
})
