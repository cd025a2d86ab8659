import { expect, test } from 'vitest'
import { type SetUp, setupSteps } from './setup-steps.ts'

const empty: SetUp = {
  ...{ meterCount: 0, meterReportingCount: 0, customerCount: 0, billedMinor: 0 },
  ...{ hasAddress: false, gateways: 0, partitions: 0, thresholds: 0, publishedPrices: 0 },
}
const open = (setUp: SetUp) => setupSteps(setUp).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('an empty utility has every step before it, its profile first and the bill last', () =>
  expect(open(empty)).toEqual(['profile', 'gateway', 'meters', 'readings', 'prices', 'accounts', 'partitions', 'thresholds', 'bill']))

test('meters that have not reported leave the step of their readings open', () =>
  expect(open({ ...empty, hasAddress: true, gateways: 1, meterCount: 20 })).toEqual([
    'readings',
    'prices',
    'accounts',
    'partitions',
    'thresholds',
    'bill',
  ]))

test('a utility with a bill, a figure and a threshold has no step left', () =>
  expect(
    open({
      ...{ meterCount: 20, meterReportingCount: 20, customerCount: 18, billedMinor: 1 },
      ...{ hasAddress: true, gateways: 1, partitions: 1, thresholds: 1, publishedPrices: 1 },
    }),
  ).toEqual([]))
