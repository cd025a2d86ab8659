import { expect, test } from 'vitest'
import { suggestThreshold } from './suggest-threshold.ts'

const nights = (count: number, value: (night: number) => number | null) => Array.from({ length: count }, (_, night) => value(night))

test('equal nights give a fifth more than usual, rounded up to two digits', () =>
  expect(suggestThreshold(nights(28, () => 1_000))).toEqual({ threshold: 1_200, usual: 1_000, days: 28, exceeded: 0 }))

test('nights that vary give three deviations above the median', () => {
  // Median 1000, median deviation 100: 1000 + 3 x 148.26.
  const suggested = suggestThreshold(nights(28, (night) => (night % 2 === 0 ? 900 : 1_100)))
  expect(suggested).toEqual({ threshold: 1_500, usual: 1_000, days: 28, exceeded: 0 })
})

test('a leak of some nights does not raise the threshold, and these nights count as passed', () =>
  expect(suggestThreshold(nights(28, (night) => (night < 24 ? 1_000 : 3_000)))).toEqual({
    ...{ threshold: 1_200, usual: 1_000, days: 28, exceeded: 4 },
  }))

test('fewer than fourteen known nights give nothing', () =>
  expect(suggestThreshold(nights(28, (night) => (night < 13 ? 1_000 : null)))).toBeUndefined())

test('a partition without flow at night gets no threshold of nought', () => expect(suggestThreshold(nights(28, () => 0))).toBeUndefined())

test('a share ends at one', () =>
  expect(
    suggestThreshold(
      nights(28, () => 0.9),
      1,
    )?.threshold,
  ).toBe(1))
