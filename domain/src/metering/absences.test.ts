import { describe, expect, it } from 'vitest'
import {
  aHouseholdMeter,
  dayOf,
  hourlyRegisters,
  litresOf,
  measuredMillilitres,
  ofADay,
  type Said,
  volumesByDay,
} from './volumes-specification.ts'

describe('a meter belongs to another tenant for a time', () => {
  const left = Date.parse('2026-05-04T06:30:00Z')
  const back = Date.parse('2026-05-04T12:30:00Z')
  const rules = aHouseholdMeter({ absences: [{ from: left, until: back }] })
  // From midnight in Rome, ten litres an hour; the other tenant's hours use a hundred.
  const registers = hourlyRegisters('2026-05-03T22:00:00Z', [...ofADay(10, 8), ...ofADay(100, 6), ...ofADay(10, 10)])
  const count = (said: readonly Said[], absent = rules) => dayOf(volumesByDay(said, absent), '2026-05-04')

  it('its readings in that time do not count, nor does the flow from before to after it', () => {
    const day = count(registers)
    // 22:00 to 06:00 UTC and 13:00 to 22:00 UTC.
    expect(day.measuredMillilitres).toBe(80_000 + 100_000 - 10_000)
    expect(litresOf(day).slice(7, 10)).toEqual([10, null, null])
    expect(litresOf(day).slice(14, 17)).toEqual([null, 10, 10])
    expect(day.flags).toEqual(new Set())
  })

  it('a reading of its own time that comes late still counts', () => {
    const late = registers.filter(({ at }) => Number(at) !== Date.parse('2026-05-04T03:00:00Z'))
    expect(count(late).measuredMillilitres).toBe(count(registers).measuredMillilitres)
  })

  it('a register that is lower after it is no step back', () => {
    const lower = registers.map(({ at, litres }) => ({ at, litres: Number(at) > back ? litres! - 500 : litres! }))
    expect(count(lower)).toMatchObject({ flags: new Set(), measuredMillilitres: 170_000 })
  })

  it('an interval that ends or begins in it does not count', () => {
    const interval = (at: string) => [{ at, deltaLitres: 5, seconds: 3600 }]
    const measured = (at: string) => measuredMillilitres(volumesByDay(interval(at), rules))
    expect(['06:30', '07:00', '12:00', '13:00', '13:30'].map((time) => measured(`2026-05-04T${time}:00Z`))).toEqual([5000, 0, 0, 0, 5000])
  })

  it('a tenant that it came to counts from then on', () => {
    const cameLater = aHouseholdMeter({ absences: [{ from: Number.NEGATIVE_INFINITY, until: back }] })
    expect(count(registers, cameLater).measuredMillilitres).toBe(90_000)
    expect(count(registers, aHouseholdMeter({ absences: [{ from: back, until: Number.POSITIVE_INFINITY }] })).measuredMillilitres).toBe(
      80_000 + 600_000,
    )
  })
})
