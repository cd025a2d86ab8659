import { expect, test } from 'vitest'
import { daysByUseMax } from './use-reports.ts'

test('a report sorted by use has a year of few meters, fewer days of many, and never less than a month', () => {
  expect([0, 10_000, 20_000, 100_000, 1_000_000].map(daysByUseMax)).toEqual([366, 366, 200, 40, 31])
})
