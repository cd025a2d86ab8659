import { Temporal } from 'temporal-polyfill'

/** A local calendar day as the number of days since 1970-01-01. Says nothing of a zone by itself. */
export type DayNumber = number

export const hourMilliseconds = 3_600_000
const dayMilliseconds = 86_400_000
const epochDate = Temporal.PlainDate.from('1970-01-01')

/**
 * The local days and hours of one time zone. A day has 23, 24 or 25 hour slots, counted in elapsed hours from local midnight;
 * the last slot of a day whose length is no whole number of hours (Lord Howe) is a short one.
 */
export type ZoneCalendar = {
  timeZone: string
  /** The local day that holds the instant (epoch milliseconds). */
  dayOf(at: number): DayNumber
  /** Instant at which the local day starts, epoch milliseconds. */
  startOf(day: DayNumber): number
  /** How many hour slots the day has. */
  slotsOf(day: DayNumber): number
  /** The wall clock's hour (0-23) at the start of each slot: 2 is missing in spring and there twice in autumn. */
  wallHoursOf(day: DayNumber): readonly number[]
}

const calendars = new Map<string, ZoneCalendar>()
const regularWallHours = Array.from({ length: 24 }, (_, hour) => hour)

/** The calendar of an IANA zone, made once. Throws a RangeError for an unknown zone. */
export const calendarOf = (timeZone: string): ZoneCalendar => {
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    calendar = createCalendar(timeZone)
    calendars.set(timeZone, calendar)
  }
  return calendar
}

const createCalendar = (timeZone: string): ZoneCalendar => {
  const starts = new Map<DayNumber, number>()
  const wallHours = new Map<DayNumber, readonly number[]>()
  let recentDay = Number.NaN
  let recentStart = 0
  let recentEnd = 0

  const startOf = (day: DayNumber): number => {
    let start = starts.get(day)
    if (start === undefined) {
      start = epochDate.add({ days: day }).toZonedDateTime(timeZone).epochMilliseconds
      starts.set(day, start)
    }
    return start
  }
  startOf(0)

  const dayOf = (at: number): DayNumber => {
    if (at >= recentStart && at < recentEnd) return recentDay
    let day = Math.floor(at / dayMilliseconds)
    while (startOf(day) > at) day--
    while (startOf(day + 1) <= at) day++
    recentDay = day
    recentStart = startOf(day)
    recentEnd = startOf(day + 1)
    return day
  }

  const slotsOf = (day: DayNumber): number => Math.ceil((startOf(day + 1) - startOf(day)) / hourMilliseconds)

  const wallHoursOf = (day: DayNumber): readonly number[] => {
    const start = startOf(day)
    if (startOf(day + 1) - start === dayMilliseconds) return regularWallHours
    let hours = wallHours.get(day)
    if (!hours) {
      hours = Array.from(
        { length: slotsOf(day) },
        (_, slot) => Temporal.Instant.fromEpochMilliseconds(start + slot * hourMilliseconds).toZonedDateTimeISO(timeZone).hour,
      )
      wallHours.set(day, hours)
    }
    return hours
  }

  return { timeZone, dayOf, startOf, slotsOf, wallHoursOf }
}

/** ISO 8601 of an instant and of the full hours after it, each once: many times faster than a date object for each. */
export const hourInstants = (start: number, count: number): string[] => {
  const first = new Date(start).toISOString()
  const afterHour = first.slice(13)
  const firstHour = Number(first.slice(11, 13))
  let date = first.slice(0, 11)
  const instants: string[] = []
  for (let place = 0; place < count; place++) {
    const hour = (firstHour + place) % 24
    if (hour === 0 && place > 0) date = new Date(start + place * hourMilliseconds).toISOString().slice(0, 11)
    instants.push(`${date}${hour < 10 ? '0' : ''}${hour}${afterHour}`)
  }
  return instants
}

/** Days that are remembered: more than half a century. A date object for each would be a quarter of what a bill costs. */
const daysRemembered = 20_000
const remember = <Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value => {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = compute()
  if (known.size >= daysRemembered) known.clear()
  known.set(key, value)
  return value
}
const dates = new Map<DayNumber, string>()
const days = new Map<string, DayNumber>()

/** `YYYY-MM-DD` of a day number. */
export const dateOfDay = (day: DayNumber): string => remember(dates, day, () => new Date(day * dayMilliseconds).toISOString().slice(0, 10))

/** Day number of a `YYYY-MM-DD`. */
export const dayOfDate = (date: string): DayNumber =>
  remember(days, date, () => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMilliseconds))

/** The instant (epoch milliseconds) of an ISO moment that is local to a zone unless it names its own. A clock that is there twice means its first time. */
export const instantOfMoment = (moment: string, timeZone: string): number =>
  /(?:z|[+-]\d\d:?\d\d)$/i.test(moment)
    ? Date.parse(moment)
    : Temporal.PlainDateTime.from(moment).toZonedDateTime(timeZone).epochMilliseconds
