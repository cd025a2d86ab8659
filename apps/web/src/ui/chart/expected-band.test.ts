import { expect, test } from 'vitest'
import { expectedBand, type OnADay } from './expected-band.ts'

const thursdays = (...values: (number | null)[]): OnADay[] =>
  values.map((value, index) => ({ day: ['2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19'][index]!, hour: 3, value }))
const today: OnADay = { day: '2026-11-26', hour: 3, value: 9 }

test('the band of a day is the lowest and the highest of the same weekday in the four weeks before', () =>
  expect(expectedBand([today], [...thursdays(2, 5, 3, 4), today])).toEqual({ low: [2], high: [5] }))

test('other weekdays and other hours are not in the band', () => {
  const others: OnADay[] = [
    { day: '2026-11-25', hour: 3, value: 90 },
    { day: '2026-11-19', hour: 4, value: 90 },
  ]
  expect(expectedBand([today], [...thursdays(2, 5, 3, 4), ...others])).toEqual({ low: [2], high: [5] })
})

test('three known weeks are enough, two are not', () => {
  expect(expectedBand([today], thursdays(2, null, 3, 4))).toEqual({ low: [2], high: [4] })
  expect(expectedBand([today], thursdays(2, null, null, 4))).toEqual({ low: [null], high: [null] })
})

test('an hour that a change of clocks left out has no value, and the other weeks remain', () =>
  expect(
    expectedBand(
      [{ day: '2026-04-26', hour: 2, value: 1 }],
      [
        { day: '2026-04-05', hour: 2, value: 3 },
        { day: '2026-04-12', hour: 2, value: 4 },
        { day: '2026-04-19', hour: 2, value: 5 },
      ],
    ),
  ).toEqual({ low: [3], high: [5] }))
