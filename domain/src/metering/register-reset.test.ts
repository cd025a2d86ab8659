import { describe, expect, it } from 'vitest'
import { aHouseholdMeter, dayOf, hourlyRegisters, litresOf, ofADay, volumesByDay } from './volumes-specification.ts'

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
