import { describe, expect, test } from 'vitest'
import { alignTo, comparisonOf, differenceOf } from './comparison.ts'

const range = { from: '2026-03-08', to: '2026-03-14' }

describe('comparison of an investigation', () => {
  test('another period has as many days, and another partition the same days', () => {
    expect(comparisonOf('harbour', range, {})).toBeUndefined()
    expect(comparisonOf('harbour', range, { against: '2026-03-01' })).toEqual({
      partition: 'harbour',
      from: '2026-03-01',
      to: '2026-03-07',
      shiftDays: 7,
    })
    expect(comparisonOf('harbour', range, { with: 'mill' })).toEqual({ partition: 'mill', ...range, shiftDays: 0 })
  })

  test('a period that follows the shown one is shifted the other way', () => {
    expect(comparisonOf('harbour', range, { against: '2026-03-15' })).toMatchObject({ to: '2026-03-21', shiftDays: -7 })
  })

  test('a value is laid over the same hour of its day, and an hour that is not known stays a gap', () => {
    const compared = [
      { day: '2026-03-01', hour: 2, value: 4 },
      { day: '2026-03-01', hour: 3, value: null },
    ]
    const shown = [2, 3, 4].map((hour) => ({ day: '2026-03-08', hour }))
    expect(alignTo(shown, compared, 7)).toEqual([4, null, null])
  })

  test('a difference is unknown where one of the two is', () => {
    expect(differenceOf([5, null, 3, 2], [4, 1, null])).toEqual([1, null, null, null])
  })
})
