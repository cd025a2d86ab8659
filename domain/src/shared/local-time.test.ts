import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarOf, dateOfDay, dayOfDate, hourInstants, hourMilliseconds, instantOfMoment } from './local-time.ts'

const instant = (text: string) => Date.parse(text)

describe('the days of a zone', () => {
  it('a day in Rome begins at local midnight, an hour or two before the day of UTC', () => {
    const rome = calendarOf('Europe/Rome')
    expect(rome.startOf(dayOfDate('2022-01-15'))).toBe(instant('2022-01-14T23:00:00Z'))
    expect(rome.startOf(dayOfDate('2022-07-15'))).toBe(instant('2022-07-14T22:00:00Z'))
  })

  it('the day on which spring skips an hour has 23 hours, and none of them is called two', () => {
    const rome = calendarOf('Europe/Rome')
    const day = dayOfDate('2022-03-27')
    expect(rome.slotsOf(day)).toBe(23)
    expect(rome.wallHoursOf(day).slice(0, 4)).toEqual([0, 1, 3, 4])
  })

  it('the day on which autumn repeats an hour has 25 hours, and two of them are called two', () => {
    const rome = calendarOf('Europe/Rome')
    const day = dayOfDate('2022-10-30')
    expect(rome.slotsOf(day)).toBe(25)
    expect(rome.wallHoursOf(day).slice(0, 5)).toEqual([0, 1, 2, 2, 3])
    expect(rome.wallHoursOf(day).at(-1)).toBe(23)
  })

  it('both passes of the repeated hour belong to the same day', () => {
    const rome = calendarOf('Europe/Rome')
    expect(dateOfDay(rome.dayOf(instant('2022-10-30T00:30:00Z')))).toBe('2022-10-30')
    expect(dateOfDay(rome.dayOf(instant('2022-10-30T01:30:00Z')))).toBe('2022-10-30')
  })

  it('a zone half an hour off the hours of UTC has its hour marks at half past', () => {
    const kolkata = calendarOf('Asia/Kolkata')
    const day = dayOfDate('2026-05-01')
    expect(kolkata.startOf(day)).toBe(instant('2026-04-30T18:30:00Z'))
    expect(kolkata.slotsOf(day)).toBe(24)
    expect(kolkata.dayOf(instant('2026-04-30T18:29:59.999Z'))).toBe(day - 1)
    expect(kolkata.dayOf(instant('2026-04-30T18:30:00Z'))).toBe(day)
  })

  it('Lord Howe moves its clocks by half an hour: its long day ends in a slot of half an hour, its short day too', () => {
    const lordHowe = calendarOf('Australia/Lord_Howe')
    const lengthHours = (date: string) => (lordHowe.startOf(dayOfDate(date) + 1) - lordHowe.startOf(dayOfDate(date))) / hourMilliseconds
    expect([lengthHours('2026-04-05'), lordHowe.slotsOf(dayOfDate('2026-04-05'))]).toEqual([24.5, 25])
    expect([lengthHours('2026-10-04'), lordHowe.slotsOf(dayOfDate('2026-10-04'))]).toEqual([23.5, 24])
    expect(lordHowe.wallHoursOf(dayOfDate('2026-04-05'))).toHaveLength(25)
    expect(lordHowe.wallHoursOf(dayOfDate('2026-04-05')).slice(0, 5)).toEqual([0, 1, 1, 2, 3])
  })

  it('where midnight itself is skipped, the day begins at one', () => {
    const saoPaulo = calendarOf('America/Sao_Paulo')
    const day = dayOfDate('2018-11-04')
    expect(saoPaulo.startOf(day)).toBe(instant('2018-11-04T03:00:00Z'))
    expect(saoPaulo.slotsOf(day)).toBe(23)
    expect(saoPaulo.wallHoursOf(day)[0]).toBe(1)
  })

  it('a day that the calendar leaves out has no hours and holds no instant', () => {
    const apia = calendarOf('Pacific/Apia')
    const left = dayOfDate('2011-12-30')
    expect(apia.slotsOf(left)).toBe(0)
    expect(apia.dayOf(apia.startOf(left))).toBe(left + 1)
    expect(apia.dayOf(apia.startOf(left) - 1)).toBe(left - 1)
  })

  it('an unknown zone is refused', () => {
    expect(() => calendarOf('Europe/Atlantis')).toThrow(RangeError)
  })

  it('dates and day numbers are two names of the same day', () => {
    expect(dayOfDate('1970-01-01')).toBe(0)
    expect(dateOfDay(dayOfDate('2024-02-29'))).toBe('2024-02-29')
  })
})

describe('laws of every calendar', () => {
  const zone = fc.constantFrom(
    'Europe/Rome',
    'Asia/Shanghai',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Jakarta',
    'UTC',
  )
  const at = fc.integer({ min: instant('2015-01-01T00:00:00Z'), max: instant('2030-01-01T00:00:00Z') })

  it('every instant is in exactly the day that is computed for it', () => {
    fc.assert(
      fc.property(zone, at, (timeZone, moment) => {
        const calendar = calendarOf(timeZone)
        const day = calendar.dayOf(moment)
        expect(calendar.startOf(day)).toBeLessThanOrEqual(moment)
        expect(calendar.startOf(day + 1)).toBeGreaterThan(moment)
      }),
    )
  })

  it('the date is the one that the wall clock shows', () => {
    fc.assert(
      fc.property(zone, at, (timeZone, moment) => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
        expect(dateOfDay(calendarOf(timeZone).dayOf(moment))).toBe(shown)
      }),
    )
  })
})

describe('the instants of successive hours', () => {
  it('are those that a date says, from whatever instant they begin', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 60 }),
        (first, count) => {
          const start = first.getTime()
          const said = Array.from({ length: count }, (_, hour) => new Date(start + hour * hourMilliseconds).toISOString())
          expect(hourInstants(start, count)).toEqual(said)
        },
      ),
    )
  })
})

describe('the instant of a moment', () => {
  it('is that of its own zone, or of the zone where it names none, also after the clocks changed', () => {
    expect(new Date(instantOfMoment('2026-03-29T12:00:00+02:00', 'Asia/Shanghai')).toISOString()).toBe('2026-03-29T10:00:00.000Z')
    expect(new Date(instantOfMoment('2026-03-29T01:30:00', 'Europe/Rome')).toISOString()).toBe('2026-03-29T00:30:00.000Z')
    expect(new Date(instantOfMoment('2026-03-29T12:00', 'Europe/Rome')).toISOString()).toBe('2026-03-29T10:00:00.000Z')
    expect(new Date(instantOfMoment('2026-10-25T02:30:00', 'Europe/Rome')).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
})
