import { describe, expect, test } from 'vitest'
import { metersThatMoved, type UseOfMeter } from './moved-meters.ts'

const meter = (number: string, since: number, more: Partial<UseOfMeter> = {}): UseOfMeter => ({
  ...{ number, name: null, usual: 20, quartileDistance: 6, daysBefore: 28, since, daysSince: 3 },
  ...more,
})

describe('meters that moved with a change of the flow', () => {
  test('are those that account for a tenth of it and that changed by more than their days differ, the largest first', () => {
    const hotel = meter('hotel', 520, { usual: 500, quartileDistance: 300 })
    const { known, rows } = metersThatMoved([meter('a', 60), meter('b', 120), meter('c', 22), hotel], 200)
    expect(known).toBe(4)
    expect(rows.map(({ number, share }) => [number, share])).toEqual([
      ['b', 0.5],
      ['a', 0.2],
    ])
  })

  test('a fall is of meters that fell', () => {
    const { rows } = metersThatMoved([meter('a', 0, { usual: 100 }), meter('b', 300, { usual: 100 })], -200)
    expect(rows.map(({ number, share }) => [number, share])).toEqual([['a', 0.5]])
  })

  test('a meter without a week before, or without a day since, is not known', () => {
    expect(metersThatMoved([meter('a', 90, { daysBefore: 6 }), meter('b', 90, { daysSince: 0 })], 100)).toEqual({ known: 0, rows: [] })
  })
})
