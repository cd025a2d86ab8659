import { describe, expect, it } from 'vitest'
import { aHouseholdMeter, dayOf, hourlyRegisters, litresOf, measuredMillilitres, ofADay, volumesByDay } from './volumes-specification.ts'

describe('a register that was reset', () => {
  it('a register that was reset at midnight gave a negative day that was known and unflagged: it is unknown, and both days say why', () => {
    // The last hour of the day ends with the midnight reading, which belongs to the next day.
    const before = hourlyRegisters('2026-05-03T22:00:00Z', ofADay(1, 23), 220)
    const after = hourlyRegisters('2026-05-04T22:00:00Z', ofADay(1, 24), 0)
    const volumes = volumesByDay([...before, ...after])
    const day = dayOf(volumes, '2026-05-04')
    expect(day).toMatchObject({ knownHours: 23, dayMillilitres: Number.NaN, flags: new Set(['step-back']) })
    expect(dayOf(volumes, '2026-05-05')).toMatchObject({ dayMillilitres: 24_000, flags: new Set(['step-back']) })
  })

  describe('a recorded reset', () => {
    const before = hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10, 12), 220)
    const after = hourlyRegisters('2026-05-04T11:00:00Z', ofADay(10, 11), 4)
    const reset = (at: string) => aHouseholdMeter({ resets: [{ at: Date.parse(at), finalMillilitres: 345_000, initialMillilitres: 0 }] })

    it('joins the register before and after it, so that the day is known again', () => {
      const rules = reset('2026-05-04T10:30:00Z')
      const day = dayOf(volumesByDay([...before, ...after], rules), '2026-05-04')
      // To 10:00 UTC 120 litres, 5 to the reset, 4 after it, then 110.
      expect(litresOf(day).slice(11, 14)).toEqual([10, 9, 10])
      expect(day).toMatchObject({ measuredMillilitres: 239_000, flags: new Set() })
    })

    it.each([
      ['the last one before it', 345, 0],
      ['the first one after it', 0, 0],
      ['neither of the two', 17, 3],
    ])(
      'a reset at the instant of a reading had no effect: the register counts from its beginning, with a reading that is %s',
      (_, at, initial) => {
        const instant = Date.parse('2026-05-04T10:30:00Z')
        const rules = aHouseholdMeter({ resets: [{ at: instant, finalMillilitres: 345_000, initialMillilitres: initial * 1000 }] })
        const day = dayOf(volumesByDay([...before, { at: instant, litres: at }, ...after], rules), '2026-05-04')
        expect(day).toMatchObject({ knownHours: 24, measuredMillilitres: (239 - initial) * 1000, flags: new Set() })
      },
    )

    it.each([240, 0])('a reset at midnight with a daily reading of %i at that instant leaves both days known', (atMidnight) => {
      const midnight = Date.parse('2026-05-04T22:00:00Z')
      const rules = aHouseholdMeter({ resets: [{ at: midnight, finalMillilitres: 240_000, initialMillilitres: 0 }] })
      const daily = [0, atMidnight, 230, 470].map((litres, day) => ({ at: Date.parse('2026-05-03T22:00:00Z') + day * 86_400_000, litres }))
      const volumes = volumesByDay(daily, rules)
      const days = ['2026-05-04', '2026-05-05', '2026-05-06'].map((date) => dayOf(volumes, date).dayMillilitres)
      expect(days).toEqual([240_000, 230_000, 240_000])
      expect([...volumes.values()].map(({ flags }) => flags.has('step-back'))).not.toContain(true)
    })

    it('a reset at the first reading of all, and at the last one of a day with a silent day after it, counts from its beginning', () => {
      const first = Date.parse('2026-05-04T10:00:00Z')
      const reset = (at: number) => aHouseholdMeter({ resets: [{ at, finalMillilitres: 345_000, initialMillilitres: 0 }] })
      const later = { at: Date.parse('2026-05-06T10:00:00Z'), litres: 40 }
      expect(measuredMillilitres(volumesByDay([{ at: first, litres: 345 }, later], reset(first)))).toBe(40_000)
      const earlier = { at: first - 3_600_000, litres: 340 }
      expect(measuredMillilitres(volumesByDay([earlier, { at: first, litres: 345 }, later], reset(first)))).toBe(45_000)
    })

    it('a bench reading at the instant of the replacement took the place of the initial register', () => {
      const activeFrom = Date.parse('2026-05-04T10:00:00Z')
      const rules = aHouseholdMeter({ activeFrom, initialMillilitres: 3000 })
      const said = [
        { at: activeFrom, litres: 1 },
        { at: activeFrom + 3_600_000, litres: 13 },
      ]
      expect(measuredMillilitres(volumesByDay(said, rules))).toBe(10_000)
      expect(measuredMillilitres(volumesByDay([said[0]!, { at: activeFrom + 86_400_000, litres: 13 }], rules))).toBe(10_000)
    })

    it('joins also where the day before ends with the last register and the day after begins with the first', () => {
      const rules = reset('2026-05-04T22:10:00Z')
      const volumes = volumesByDay(
        [
          ...hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10, 24), 105).slice(0, 24),
          ...hourlyRegisters('2026-05-04T23:00:00Z', ofADay(10, 23), 6),
        ],
        rules,
      )
      expect(dayOf(volumes, '2026-05-04').flags).toEqual(new Set())
      const sum = [...volumes.values()].reduce((total, { measuredMillilitres }) => total + measuredMillilitres, 0)
      // 335 at 21:00 UTC, 345 at the reset, then 6 at 23:00 and 236 at the end.
      expect(sum).toBe(230_000 + 10_000 + 6_000 + 230_000)
    })
  })
})
