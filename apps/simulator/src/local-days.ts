export const quarterMilliseconds = 900_000
const dayMilliseconds = 86_400_000

/** One local calendar day: where it starts, and which local quarter of an hour each of its elapsed quarters is. */
export type LocalDay = {
  /** Days from 1970-01-01 to this local date. */
  day: number
  /** `YYYY-MM-DD`. */
  date: string
  startsAt: number
  endsAt: number
  /** 96 on most days, 92 or 100 where the clock changes by an hour. */
  quarters: number
  /** Local quarter of the day (0..95) of each elapsed quarter: it skips or repeats where the clock changes. */
  localQuarter: Uint8Array
  /** 0 is Sunday. */
  weekday: number
  /** 1..366. */
  dayOfYear: number
}

export type LocalDays = {
  timeZone: string
  at: (instant: number) => LocalDay
  of: (day: number) => LocalDay
  dated: (date: string) => LocalDay
}

const ordinaryQuarters = Uint8Array.from({ length: 96 }, (_, quarter) => quarter)

/** The days of a zone, found with the platform's own time-zone data; each day is worked out once. */
export function localDaysOf(timeZone: string): LocalDays {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** The wall clock at an instant, as if it were UTC. */
  const wallClock = (instant: number): number => {
    const part: Record<string, number> = {}
    for (const { type, value } of clock.formatToParts(instant)) part[type] = Number(value)
    return Date.UTC(part.year ?? 1970, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0)
  }
  const starts = new Map<number, number>()
  const days = new Map<number, LocalDay>()

  const startOf = (day: number): number => {
    const known = starts.get(day)
    if (known !== undefined) return known
    const found = findStart(day, wallClock)
    starts.set(day, found)
    return found
  }
  const of = (day: number): LocalDay => {
    const known = days.get(day)
    if (known) return known
    const found = describeDay(day, startOf(day), startOf(day + 1), wallClock)
    days.set(day, found)
    return found
  }
  const at = (instant: number): LocalDay => {
    const guess = Math.floor(instant / dayMilliseconds)
    for (const day of [guess, guess + 1, guess - 1]) if (startOf(day) <= instant && instant < startOf(day + 1)) return of(day)
    throw new RangeError(`no local day of ${timeZone} holds the instant ${instant}`)
  }
  return { timeZone, at, of, dated: (date) => of(Math.round(Date.parse(`${date}T00:00:00Z`) / dayMilliseconds)) }
}

/** First instant of a local date. Where midnight itself is skipped or repeated, the first instant that bears the date counts. */
function findStart(day: number, wallClock: (instant: number) => number): number {
  const midnight = day * dayMilliseconds
  const before = midnight - 15 * 3_600_000
  const after = midnight + 15 * 3_600_000
  const offset = wallClock(before) - before
  if (wallClock(after) - after === offset) return midnight - offset
  let low = before
  let high = after
  while (high - low > quarterMilliseconds) {
    const middle = low + Math.floor((high - low) / 2 / quarterMilliseconds) * quarterMilliseconds
    if (wallClock(middle) >= midnight) high = middle
    else low = middle
  }
  return high
}

function describeDay(day: number, startsAt: number, endsAt: number, wallClock: (instant: number) => number): LocalDay {
  const quarters = Math.round((endsAt - startsAt) / quarterMilliseconds)
  const localQuarter =
    quarters === 96
      ? ordinaryQuarters
      : Uint8Array.from({ length: quarters }, (_, quarter) => {
          const shown = wallClock(startsAt + quarter * quarterMilliseconds)
          return Math.floor((((shown % dayMilliseconds) + dayMilliseconds) % dayMilliseconds) / quarterMilliseconds)
        })
  const asUtc = new Date(day * dayMilliseconds)
  return {
    day,
    date: asUtc.toISOString().slice(0, 10),
    startsAt,
    endsAt,
    quarters,
    localQuarter,
    weekday: asUtc.getUTCDay(),
    dayOfYear: Math.round((day * dayMilliseconds - Date.UTC(asUtc.getUTCFullYear(), 0, 1)) / dayMilliseconds) + 1,
  }
}
