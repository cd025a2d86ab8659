import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aHouseholdMeter,
  dayOf,
  hourlyRegisters,
  litresOf,
  measuredMillilitres,
  millilitres,
  ofADay,
  type Said,
  volumesByDay,
} from './volumes-specification.ts'

describe('laws of volumes', () => {
  const start = Date.parse('2022-10-28T09:17:00Z')
  /** Up to six days of registers round the autumn clock change, some close together, some far apart. */
  const forward = fc
    .array(fc.record({ minutes: fc.integer({ min: 1, max: 900 }), litresPerHour: fc.integer({ min: 0, max: 3000 }) }), {
      minLength: 2,
      maxLength: 60,
    })
    .map((steps) => {
      let at = start
      let register = 7_000_000
      return steps.map(({ minutes, litresPerHour }): Said => {
        at += minutes * 60_000
        register += Math.floor((minutes * litresPerHour * 1000) / 60)
        return { at, litres: register / 1000 }
      })
    })
  /** Registers and intervals of every kind, sensible or not. */
  const anything = fc
    .uniqueArray(
      fc.record({
        at: fc.integer({ min: 0, max: 4 * 24 * 60 }).map((minute) => start + minute * 60_000),
        litres: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
        deltaLitres: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
        seconds: fc.constantFrom(900, 3600, 5400, 50_000),
      }),
      { selector: ({ at }) => at, minLength: 1, maxLength: 60 },
    )
    .map((said) => said.sort((a, b) => a.at - b.at) as Said[])

  it('the hours and days of a register that counts forward add up to its own difference, to the millilitre', () => {
    fc.assert(
      fc.property(forward, (said) => {
        const whole = millilitres(said.at(-1)!.litres) - millilitres(said[0]!.litres)
        expect(measuredMillilitres(volumesByDay(said))).toBe(whole)
      }),
    )
  })

  it('hours at most three apart telescope: a known day is the sum of its hours, in whole millilitres', () => {
    fc.assert(
      fc.property(forward, (said) => {
        for (const day of volumesByDay(said, aHouseholdMeter({ maximumGapMilliseconds: Number.POSITIVE_INFINITY })).values()) {
          if (Number.isNaN(day.dayMillilitres)) continue
          expect(day.hours.every(Number.isInteger)).toBe(true)
          expect(day.hours.reduce((sum, volume) => sum + volume, 0)).toBe(day.dayMillilitres)
        }
      }),
    )
  })

  it('consumption is additive over adjacent days: what two adjacent known days hold is what flowed from midnight to midnight', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 50, maxLength: 50 }), (uses) => {
        const volumes = volumesByDay(hourlyRegisters('2022-10-28T22:00:00Z', uses))
        const sum = (some: readonly number[]) => some.reduce((total, use) => total + use, 0)
        const [saturday, sunday] = [dayOf(volumes, '2022-10-29'), dayOf(volumes, '2022-10-30')]
        expect(saturday.dayMillilitres).toBe(1000 * sum(uses.slice(0, 24)))
        expect(sunday.dayMillilitres).toBe(1000 * sum(uses.slice(24, 49)))
        expect(saturday.dayMillilitres + sunday.dayMillilitres).toBe(1000 * sum(uses.slice(0, 49)))
      }),
    )
  })

  it('more readings of the same steady flow change no hour', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 24 * 60 - 1 }), { maxLength: 20 }), (minutes) => {
        const midnight = Date.parse('2026-05-03T22:00:00Z')
        const steady = (minute: number): Said => ({ at: midnight + minute * 60_000, litres: 1000 + minute })
        const marks = Array.from({ length: 25 }, (_, hour) => hour * 60)
        const said = [...new Set([...marks, ...minutes])].sort((a, b) => a - b).map(steady)
        expect(litresOf(dayOf(volumesByDay(said), '2026-05-04'))).toEqual(ofADay(60))
      }),
    )
  })

  it('for any readings, no hour holds more than the meter can pass and no day holds a fraction of a millilitre', () => {
    const rules = aHouseholdMeter()
    fc.assert(
      fc.property(anything, (said) => {
        for (const day of volumesByDay(said, rules).values()) {
          expect(Number.isInteger(day.measuredMillilitres)).toBe(true)
          const known = day.hours.filter((volume) => !Number.isNaN(volume))
          expect(known).toHaveLength(day.knownHours)
          // Every pair or interval in an hour may use the tolerance once; a minute is the closest that they come here.
          for (const volume of known) expect(volume).toBeLessThanOrEqual(rules.maximumFlowMillilitresPerHour! + 62 * 10_000)
        }
      }),
    )
  })

  it('where every hour of a day is known, so is the day', () => {
    fc.assert(
      fc.property(anything, (said) => {
        for (const day of volumesByDay(said).values())
          if (day.knownHours === day.hours.length) expect(Number.isNaN(day.dayMillilitres)).toBe(false)
      }),
    )
  })
})
