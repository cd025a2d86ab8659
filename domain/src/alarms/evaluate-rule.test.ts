import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf } from '../shared/local-time.ts'
import { countTrials, type EvaluatedRule, evaluateRule, type Observation } from './evaluate-rule.ts'

const calendar = calendarOf('UTC')
const minute = 60_000
const hour = 60 * minute
/** A Monday at midnight. */
const monday = Date.parse('2026-03-02T00:00:00Z')
const plain: EvaluatedRule = {
  ...{ isBelow: false, threshold: 100, clearAt: null, delayMilliseconds: 0 },
  ...{ weekdays: [], fromHour: 0, toHour: 24, suppressions: [] },
}
const every = (minutes: number, values: readonly number[], from = monday): Observation[] =>
  values.map((value, index) => ({ at: from + index * minutes * minute, value }))
const kinds = (rule: EvaluatedRule, observations: readonly Observation[]) =>
  evaluateRule(rule, calendar, observations).transitions.map(({ kind, at }) => [kind, (at - monday) / minute])

describe('a rule', () => {
  test('raises once while the value is above its threshold, and clears when it is not', () =>
    expect(kinds(plain, every(15, [90, 110, 120, 100, 101]))).toEqual([
      ['raised', 15],
      ['cleared', 45],
      ['raised', 60],
    ]))
  test('of a lower limit raises below it', () =>
    expect(kinds({ ...plain, isBelow: true }, every(15, [110, 90, 100]))).toEqual([
      ['raised', 15],
      ['cleared', 30],
    ]))
  test('with hysteresis stays raised until the value is back', () =>
    expect(kinds({ ...plain, clearAt: 80 }, every(15, [110, 95, 105, 81, 80, 95]))).toEqual([
      ['raised', 0],
      ['cleared', 60],
    ]))
  test('with a delay raises only where the value stays beyond the threshold', () =>
    expect(kinds({ ...plain, delayMilliseconds: 30 * minute }, every(15, [110, 110, 90, 110, 110, 110]))).toEqual([['raised', 75]]))
  test('raises in its hours alone, across midnight too', () => {
    expect(kinds({ ...plain, fromHour: 2, toHour: 4 }, every(60, [110, 110, 110, 90, 90, 110]))).toEqual([
      ['raised', 120],
      ['cleared', 180],
    ])
    expect(kinds({ ...plain, fromHour: 22, toHour: 2 }, every(60, [90, 90, 110], monday + 20 * hour))).toEqual([['raised', 22 * 60]])
  })
  test('raises on its weekdays alone; a night belongs to the day on which it begins', () => {
    expect(kinds({ ...plain, weekdays: [2] }, every(24 * 60, [110, 110, 110]))).toEqual([['raised', 24 * 60]])
    expect(kinds({ ...plain, weekdays: [1], fromHour: 22, toHour: 2 }, [{ at: monday + 25 * hour, value: 110 }])).toHaveLength(1)
    expect(kinds({ ...plain, weekdays: [2], fromHour: 22, toHour: 2 }, [{ at: monday + 25 * hour, value: 110 }])).toEqual([])
  })
  test('raises nothing during maintenance, and what goes on after it', () => {
    const suppressions = [{ from: monday + hour, until: monday + 3 * hour }]
    expect(kinds({ ...plain, suppressions }, every(60, [90, 110, 110, 110]))).toEqual([['raised', 180]])
  })
  test('counts its alarms, the things that had one, and those that had more than one', () =>
    expect(
      countTrials([
        { subject: 'a', transitions: evaluateRule(plain, calendar, every(15, [110, 90, 110])).transitions },
        { subject: 'b', transitions: evaluateRule(plain, calendar, every(15, [110, 90])).transitions },
        { subject: 'c', transitions: [] },
      ]),
    ).toEqual({ alarms: 3, subjects: 2, repeated: 1, open: 1 }))
})

const observations = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 400 }), value: fc.integer({ min: 0, max: 200 }) }), { maxLength: 60 })
  .map((steps) => {
    let at = monday
    return steps.map(({ gap, value }): Observation => {
      at += gap * minute
      return { at, value }
    })
  })
const rules = fc
  .record({
    isBelow: fc.boolean(),
    band: fc.option(fc.integer({ min: 0, max: 60 }), { nil: null }),
    delay: fc.constantFrom(0, 30, 300),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    fromHour: fc.integer({ min: 0, max: 23 }),
    toHour: fc.integer({ min: 1, max: 24 }),
    suppressed: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  })
  .map(
    ({ isBelow, band, delay, weekdays, fromHour, toHour, suppressed }): EvaluatedRule => ({
      ...{ isBelow, threshold: 100, clearAt: band === null ? null : isBelow ? 100 + band : 100 - band },
      ...{ delayMilliseconds: delay * minute, weekdays, fromHour, toHour },
      suppressions: suppressed === null ? [] : [{ from: monday + suppressed * hour, until: monday + (suppressed + 9) * hour }],
    }),
  )

describe('laws', () => {
  test('evaluation in two parts equals evaluation at once, so that nothing later than a moment is read for it', () =>
    fc.assert(
      fc.property(rules, observations, fc.nat(60), (rule, all, cut) => {
        const first = evaluateRule(rule, calendar, all.slice(0, cut))
        const second = evaluateRule(rule, calendar, all.slice(cut), first.state)
        expect([...first.transitions, ...second.transitions]).toEqual(evaluateRule(rule, calendar, all).transitions)
      }),
    ))
  test('alarms and their ends alternate in time', () =>
    fc.assert(
      fc.property(rules, observations, (rule, all) => {
        const { transitions } = evaluateRule(rule, calendar, all)
        for (const [index, { kind, at }] of transitions.entries()) {
          expect(kind).toBe(index % 2 === 0 ? 'raised' : 'cleared')
          if (index > 0) expect(at).toBeGreaterThan(transitions[index - 1]!.at)
        }
      }),
    ))
  test('an alarm is beyond the threshold, outside of maintenance, and its end is back at the value of the hysteresis', () =>
    fc.assert(
      fc.property(rules, observations, (rule, all) => {
        const { isBelow, threshold, clearAt, suppressions } = rule
        for (const { kind, at, value } of evaluateRule(rule, calendar, all).transitions) {
          const sign = isBelow ? -1 : 1
          if (kind === 'cleared') expect(sign * (value - (clearAt ?? threshold))).toBeLessThanOrEqual(0)
          else {
            expect(sign * (value - threshold)).toBeGreaterThan(0)
            expect(suppressions.some(({ from, until }) => at >= from && at < until)).toBe(false)
          }
        }
      }),
    ))
  test('observations that come again or late change nothing', () =>
    fc.assert(
      fc.property(rules, observations, (rule, all) => {
        const { state } = evaluateRule(rule, calendar, all)
        expect(evaluateRule(rule, calendar, all, state)).toEqual({ transitions: [], state })
      }),
    ))
})
