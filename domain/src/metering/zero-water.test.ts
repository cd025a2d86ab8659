import { describe, expect, test } from 'vitest'
import { type HourOfUse, isWithoutUse, peaksWithoutUse, zeroWaterRulesOf } from './zero-water.ts'

const hour = (startMinute: number, litres: number): HourOfUse => ({ startMinute, millilitres: litres * 1000 })
const day = (litresAt: (hour: number) => number): HourOfUse[] => Array.from({ length: 24 }, (_, at) => hour(at * 60, litresAt(at)))

describe('an hour without use', () => {
  const rules = zeroWaterRulesOf({
    zeroWaterThresholdLitres: 2,
    peak1Switch: true,
    peak1Start: '06:00',
    peak1End: '09:00',
    peak1ZeroWaterLitres: 5,
  })
  test('has no more than the threshold of the meter', () => {
    expect(isWithoutUse(rules, hour(0, 2))).toBe(true)
    expect(isWithoutUse(rules, hour(0, 2.001))).toBe(false)
  })
  // requirement of Meters: An hour up to the zero-water threshold, or that of its peak period, counts as without use | – | –
  test('has no more than the threshold of the peak period in which it starts', () => {
    expect(isWithoutUse(rules, hour(6 * 60, 5))).toBe(true)
    expect(isWithoutUse(rules, hour(8 * 60, 5.5))).toBe(false)
    expect(isWithoutUse(rules, hour(9 * 60, 5))).toBe(false)
  })
  test('is none that is unknown', () => expect(isWithoutUse(rules, hour(0, Number.NaN))).toBe(false))
  test('of a meter without a threshold has no water at all', () => {
    expect(isWithoutUse(zeroWaterRulesOf({}), hour(0, 0))).toBe(true)
    expect(isWithoutUse(zeroWaterRulesOf({}), hour(0, 0.001))).toBe(false)
  })
})

describe('a peak period without use', () => {
  const peak2 = { peak2Switch: true, peak2Start: '22:00', peak2End: '02:00', peak2ZeroWaterLitres: 1 }
  test('has every hour within its threshold, also across midnight', () => {
    const rules = zeroWaterRulesOf(peak2)
    expect(
      peaksWithoutUse(
        rules,
        day((at) => (at >= 22 || at < 2 ? 1 : 30)),
      ),
    ).toEqual([2])
    expect(
      peaksWithoutUse(
        rules,
        day((at) => (at === 1 ? 1.5 : 0)),
      ),
    ).toEqual([])
  })
  test('is not known while one of its hours is unknown', () => {
    expect(
      peaksWithoutUse(
        zeroWaterRulesOf(peak2),
        day((at) => (at === 23 ? Number.NaN : 0)),
      ),
    ).toEqual([])
  })
  test('that is switched off has no effect', () => {
    expect(
      peaksWithoutUse(
        zeroWaterRulesOf({ ...peak2, peak2Switch: false }),
        day(() => 0),
      ),
    ).toEqual([])
  })
  test('takes the threshold of the meter where it has none', () => {
    const rules = zeroWaterRulesOf({ zeroWaterThresholdLitres: 3, peak1Switch: true, peak1Start: '06:00', peak1End: '07:00' })
    expect(
      peaksWithoutUse(
        rules,
        day(() => 3),
      ),
    ).toEqual([1])
  })
})
