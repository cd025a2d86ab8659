import { describe, expect, it } from 'vitest'
import { dayOfDate, hourMilliseconds } from '../shared/local-time.ts'
import type { VolumeRules } from './volume-rules.ts'
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

describe('registers become hour volumes', () => {
  it('readings at the hour marks give each hour what its register advanced', () => {
    const uses = Array.from({ length: 24 }, (_, hour) => hour)
    const day = dayOf(volumesByDay(hourlyRegisters('2026-05-03T22:00:00Z', uses)), '2026-05-04')
    expect(litresOf(day)).toEqual(uses)
    expect(day).toMatchObject({ knownHours: 24, dayMillilitres: 276_000, measuredMillilitres: 276_000, flags: new Set() })
  })

  it('an interval across an hour mark is shared by time', () => {
    const volumes = volumesByDay([
      { at: '2026-05-04T07:45:00Z', litres: 100 },
      { at: '2026-05-04T08:45:00Z', litres: 160 },
      { at: '2026-05-04T09:15:00Z', litres: 200 },
    ])
    // 08:00 to 09:00 UTC is 10:00 to 11:00 in Rome: 45 minutes at one litre a minute, then 15 of the next interval's 30.
    expect(litresOf(dayOf(volumes, '2026-05-04'))[10]).toBe(45 + 20)
  })

  it('an hour of which a part is not covered is unknown, not smaller', () => {
    const volumes = volumesByDay([
      { at: '2026-05-04T08:10:00Z', litres: 100 },
      { at: '2026-05-04T10:00:00Z', litres: 210 },
    ])
    expect(litresOf(dayOf(volumes, '2026-05-04')).slice(9, 13)).toEqual([null, null, 60, null])
  })

  it('hours of a day are counted from local midnight also where the zone is half an hour off', () => {
    const day = dayOf(volumesByDay(hourlyRegisters('2026-05-03T18:30:00Z', ofADay(2)), aHouseholdMeter(), 'Asia/Kolkata'), '2026-05-04')
    expect(litresOf(day)).toEqual(ofADay(2))
  })

  it.each([
    ['2022-03-27', '2022-03-26T23:00:00Z', 23],
    ['2022-10-30', '2022-10-29T22:00:00Z', 25],
  ])('the day %s has all its hours', (date, midnight, hours) => {
    const day = dayOf(volumesByDay(hourlyRegisters(midnight, ofADay(3, hours))), date)
    expect(litresOf(day)).toEqual(ofADay(3, hours))
    expect(day.dayMillilitres).toBe(3000 * hours)
  })

  it('the half hour that ends the long day of Lord Howe holds half an hour of water', () => {
    const day = dayOf(
      volumesByDay(hourlyRegisters('2026-04-04T13:00:00Z', ofADay(8, 26)), aHouseholdMeter(), 'Australia/Lord_Howe'),
      '2026-04-05',
    )
    expect(litresOf(day)).toEqual([...ofADay(8), 4])
    expect(day.dayMillilitres).toBe(24.5 * 8000)
  })
})

describe('unknown volumes', () => {
  const withAPause = (hours: number): Said[] =>
    hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10)).filter((_, hour) => hour <= 6 || hour >= 6 + hours)

  it('a pause longer than the meter allows leaves its hours unknown, never zero, and is flagged', () => {
    const day = dayOf(volumesByDay(withAPause(5)), '2026-05-04')
    expect(litresOf(day)).toEqual([...ofADay(10, 6), ...new Array(5).fill(null), ...ofADay(10, 13)])
    expect(day.flags).toEqual(new Set(['gap']))
    expect(day.knownHours).toBe(19)
  })

  it('the volume of that pause is known all the same: the register went on counting', () => {
    expect(dayOf(volumesByDay(withAPause(5)), '2026-05-04')).toMatchObject({ dayMillilitres: 240_000, measuredMillilitres: 240_000 })
  })

  it('a pause as long as the meter allows is joined', () => {
    const day = dayOf(volumesByDay(withAPause(3)), '2026-05-04')
    expect(day).toMatchObject({ knownHours: 24, flags: new Set() })
  })

  it('a pause of days counts in the day that ends it and leaves every day it touches unknown', () => {
    const volumes = volumesByDay([
      ...hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10, 12)),
      ...hourlyRegisters('2026-05-07T10:00:00Z', ofADay(10, 12), 5000),
    ])
    expect([...volumes.keys()].map((day) => day - dayOfDate('2026-05-04'))).toEqual([0, 3, 4])
    expect(dayOf(volumes, '2026-05-04')).toMatchObject({ measuredMillilitres: 120_000, dayMillilitres: Number.NaN })
    expect(dayOf(volumes, '2026-05-07')).toMatchObject({
      measuredMillilitres: 5_000_000 - 1_120_000 + 120_000,
      dayMillilitres: Number.NaN,
      flags: new Set(['gap']),
    })
  })

  it('a day with one reading and none beside it says nothing', () => {
    const day = dayOf(volumesByDay([{ at: '2026-05-04T08:00:00Z', litres: 100 }]), '2026-05-04')
    expect(day).toMatchObject({ knownHours: 0, measuredMillilitres: 0, dayMillilitres: Number.NaN })
  })
})

describe('a register that does not only count forward', () => {
  /** Ten litres an hour, but what is shown from one hour mark to another is off by so much. */
  const shownOff = (by: number, fromHour: number, toHour: number): Said[] =>
    hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10), 50_000).map((said, hour) =>
      hour >= fromHour && hour < toHour ? { ...said, litres: said.litres! + by } : said,
    )

  it('a reading that is low makes its hour and its day unknown, lets the next hour hold the climb, and leaves the measured volume exact', () => {
    const day = dayOf(volumesByDay(shownOff(-60, 8, 9)), '2026-05-04')
    expect(litresOf(day).slice(6, 10)).toEqual([10, null, 70, 10])
    expect(day.flags).toEqual(new Set(['step-back']))
    expect(day).toMatchObject({ knownHours: 23, dayMillilitres: Number.NaN, measuredMillilitres: 240_000 })
  })

  it('another meter under the same number for some hours costs the hours of its coming and going, not thousands of litres', () => {
    const day = dayOf(volumesByDay(shownOff(-12_000, 8, 12)), '2026-05-04')
    expect(litresOf(day)).toEqual([...ofADay(10, 7), null, ...ofADay(10, 3), null, ...ofADay(10, 12)])
    expect(day.flags).toEqual(new Set(['step-back', 'implausible-jump']))
    expect(day).toMatchObject({ measuredMillilitres: 220_000, dayMillilitres: Number.NaN })
  })

  it('a register that falls for good goes on counting from where it fell to', () => {
    const day = dayOf(volumesByDay(shownOff(-50_000, 8, 99)), '2026-05-04')
    expect(day).toMatchObject({ knownHours: 23, measuredMillilitres: 230_000 })
  })

  it('noise makes no hour unknown', () => {
    const day = dayOf(volumesByDay(shownOff(-11, 8, 9)), '2026-05-04')
    expect(litresOf(day).slice(6, 10)).toEqual([10, -1, 21, 10])
    expect(day).toMatchObject({ knownHours: 24, dayMillilitres: 240_000, flags: new Set(['backflow-noise']) })
  })

  it('a step back is flagged on every day that it touches, and makes both unknown', () => {
    const volumes = volumesByDay([
      { at: '2026-05-04T21:30:00Z', litres: 9000 },
      { at: '2026-05-04T22:30:00Z', litres: 1000 },
    ])
    expect(dayOf(volumes, '2026-05-04').flags).toEqual(new Set(['step-back']))
    expect(dayOf(volumes, '2026-05-05').flags).toEqual(new Set(['step-back']))
  })
})

describe('a meter is replaced', () => {
  const replacedAt = Date.parse('2026-05-04T07:40:00Z')
  const leaving = aHouseholdMeter({ activeUntil: replacedAt, finalMillilitres: 1_097_000 })
  const coming = aHouseholdMeter({ activeFrom: replacedAt, initialMillilitres: 3000 })
  const beforeIt = hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10, 9))
  const afterIt = hourlyRegisters('2026-05-04T08:00:00Z', ofADay(10, 14), 6)

  it('the last register of the old and the first of the new meter join: no water is lost between them', () => {
    const old = dayOf(volumesByDay(beforeIt, leaving), '2026-05-04')
    const successor = dayOf(volumesByDay(afterIt, coming), '2026-05-04')
    // 90 litres to 07:00 UTC, 7 to the replacement; then 3 to 08:00 UTC and 140 to midnight.
    expect(old).toMatchObject({ measuredMillilitres: 97_000, dayMillilitres: 97_000 })
    expect(successor).toMatchObject({ measuredMillilitres: 143_000, dayMillilitres: 143_000 })
  })

  it('in the hour of the replacement each of the two knows its own part', () => {
    const old = litresOf(dayOf(volumesByDay(beforeIt, leaving), '2026-05-04'))
    const successor = litresOf(dayOf(volumesByDay(afterIt, coming), '2026-05-04'))
    expect([old[9], successor[9]]).toEqual([7, 3])
    expect([old[10], successor[8]]).toEqual([null, null])
  })

  it('readings of the old meter after its removal do not count', () => {
    const late = [...beforeIt, { at: '2026-05-04T10:00:00Z', litres: 1400 }]
    expect(dayOf(volumesByDay(late, leaving), '2026-05-04').measuredMillilitres).toBe(97_000)
  })

  it('readings of the new meter on the bench do not count', () => {
    const early = [{ at: '2026-05-04T05:00:00Z', litres: 0 }, ...afterIt]
    expect(dayOf(volumesByDay(early, coming), '2026-05-04').measuredMillilitres).toBe(143_000)
  })

  it('a replacement at midnight parts the days cleanly', () => {
    const midnight = Date.parse('2026-05-04T22:00:00Z')
    const rules = aHouseholdMeter({ activeUntil: midnight, finalMillilitres: 1_240_000 })
    const volumes = volumesByDay(hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10, 23)), rules, 'Europe/Rome', ['2026-05-05'])
    expect(dayOf(volumes, '2026-05-04')).toMatchObject({ knownHours: 24, dayMillilitres: 240_000 })
    expect(dayOf(volumes, '2026-05-05')).toMatchObject({ knownHours: 0, measuredMillilitres: 0 })
  })
})

describe('interval readings count as they are', () => {
  const hourlyIntervals = (from: string, uses: readonly number[]): Said[] =>
    uses.map((deltaLitres, hour) => ({ at: Date.parse(from) + (hour + 1) * hourMilliseconds, deltaLitres, seconds: 3600 }))

  it('each hour has the volume of the interval that ends with it', () => {
    const uses = Array.from({ length: 24 }, (_, hour) => 100 - hour)
    const day = dayOf(volumesByDay(hourlyIntervals('2026-05-03T22:00:00Z', uses)), '2026-05-04')
    expect(litresOf(day)).toEqual(uses)
    expect(day.dayMillilitres).toBe(uses.reduce((sum, use) => sum + use, 0) * 1000)
  })

  it('an interval across midnight is shared between the days', () => {
    const volumes = volumesByDay([
      { at: '2026-05-04T21:00:00Z', deltaLitres: 5, seconds: 3600 },
      { at: '2026-05-04T22:30:00Z', deltaLitres: 90, seconds: 5400 },
    ])
    expect(litresOf(dayOf(volumes, '2026-05-04')).slice(22)).toEqual([5, 60])
    expect(dayOf(volumes, '2026-05-05').measuredMillilitres).toBe(30_000)
    expect(measuredMillilitres(volumes)).toBe(95_000)
  })

  it('an interval that is missing leaves its hour unknown', () => {
    const day = dayOf(volumesByDay(hourlyIntervals('2026-05-03T22:00:00Z', ofADay(10)).filter((_, hour) => hour !== 4)), '2026-05-04')
    expect(litresOf(day)[4]).toBeNull()
    expect(day).toMatchObject({ knownHours: 23, dayMillilitres: Number.NaN, measuredMillilitres: 230_000 })
  })

  it('one that begins before its predecessor ended is an overlap and does not count', () => {
    const intervals = hourlyIntervals('2026-05-03T22:00:00Z', ofADay(10, 3))
    const day = dayOf(volumesByDay([...intervals, { at: '2026-05-04T01:30:00Z', deltaLitres: 8, seconds: 3600 }]), '2026-05-04')
    expect(day.flags).toEqual(new Set(['overlap']))
    expect(day.measuredMillilitres).toBe(30_000)
  })

  it('an overlap with the last interval of the day before is seen', () => {
    const volumes = volumesByDay([
      { at: '2026-05-04T21:30:00Z', deltaLitres: 5, seconds: 3600 },
      { at: '2026-05-04T22:15:00Z', deltaLitres: 7, seconds: 3600 },
    ])
    expect(dayOf(volumes, '2026-05-05')).toMatchObject({ flags: new Set(['overlap']), measuredMillilitres: 0 })
    expect(measuredMillilitres(volumes)).toBe(5000)
  })

  it('an interval longer than the longest pause determines the day and not the hours', () => {
    const day = dayOf(volumesByDay([{ at: '2026-05-04T22:00:00Z', deltaLitres: 240, seconds: 86_400 }]), '2026-05-05')
    const before = dayOf(
      volumesByDay([
        { at: '2026-05-03T22:00:00Z', deltaLitres: 200, seconds: 86_400 },
        { at: '2026-05-04T22:00:00Z', deltaLitres: 240, seconds: 86_400 },
      ]),
      '2026-05-04',
    )
    expect(day.measuredMillilitres).toBe(240_000)
    expect(before).toMatchObject({ knownHours: 0, dayMillilitres: 240_000 })
  })

  it('an interval that began before the meter came into service, or ends after it left, does not count', () => {
    const eight = Date.parse('2026-05-04T08:00:00Z')
    const interval = [{ at: eight, deltaLitres: 5, seconds: 3600 }]
    const measured = (differs: Partial<VolumeRules>) => measuredMillilitres(volumesByDay(interval, aHouseholdMeter(differs)))
    expect(measured({ activeFrom: eight - 1_800_000 })).toBe(0)
    expect(measured({ activeUntil: eight - 1_800_000 })).toBe(0)
    expect(measured({ activeFrom: eight - hourMilliseconds, activeUntil: eight })).toBe(5000)
  })

  it('more than the meter can pass in the interval is an implausible jump', () => {
    const day = dayOf(volumesByDay([{ at: '2026-05-04T08:00:00Z', deltaLitres: 4000, seconds: 3600 }]), '2026-05-04')
    expect(day).toMatchObject({ flags: new Set(['implausible-jump']), measuredMillilitres: 0 })
  })

  it('beside registers they only fill the hours that the registers leave unknown', () => {
    const registers = hourlyRegisters('2026-05-03T22:00:00Z', ofADay(10)).filter((_, hour) => hour <= 6 || hour >= 12)
    const day = dayOf(volumesByDay([...registers, { at: '2026-05-04T05:00:00Z', deltaLitres: 33, seconds: 3600 }]), '2026-05-04')
    expect(litresOf(day).slice(5, 9)).toEqual([10, 33, null, null])
    expect(day.measuredMillilitres).toBe(240_000)
  })

  it('registers and intervals together cover the rest of the day on which a meter came into service', () => {
    const activeFrom = Date.parse('2026-05-04T07:30:00Z')
    const intervals = [
      { at: '2026-05-04T08:00:00Z', deltaLitres: 5, seconds: 1800 },
      ...hourlyIntervals('2026-05-04T08:00:00Z', ofADay(10, 4)),
    ]
    const registers = hourlyRegisters('2026-05-04T12:00:00Z', ofADay(10, 10))
    const day = dayOf(volumesByDay([...intervals, ...registers], aHouseholdMeter({ activeFrom })), '2026-05-04')
    expect(day).toMatchObject({ knownHours: 15, dayMillilitres: 145_000 })
  })
})
