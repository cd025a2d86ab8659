/** Local calendar days and the instants at which their hours begin, by the zone's own rules: days of 23 and 25 hours are right. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }
  const format = new Intl.DateTimeFormat('en-CA', options)
  formats.set(timeZone, format)
  return format
}

/** The zone's clock at an instant, as if it were UTC: epoch milliseconds of the wall time. */
function wallTime(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!)
}

/** The instant (epoch milliseconds) of a full hour of a local day. An hour that the zone skips gives the instant after the gap. */
export function instantOf(day: string, hour: number, timeZone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const first = wanted - (wallTime(wanted, timeZone) - wanted)
  // The offset may differ on the other side of a change of clocks: look again from there.
  return wanted - (wallTime(first, timeZone) - first)
}

/** The zone's clock at an instant as a picker of times speaks of it, `YYYY-MM-DD HH:mm:ss`. */
export const wallTextOf = (instant: number, timeZone: string): string =>
  new Date(wallTime(instant, timeZone)).toISOString().slice(0, 19).replace('T', ' ')

/** The instant, in ISO 8601, at which the zone's clock shows what a picker says. */
export function instantOfWall(wall: string, timeZone: string): string {
  const [day = '', clock = '00:00:00'] = wall.split(/[ T]/)
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number)
  return new Date(instantOf(day, hour, timeZone) + (minute * 60 + second) * 1000).toISOString()
}

/** The local day of an instant, `YYYY-MM-DD`. */
export const dayOf = (instant: number, timeZone: string): string => new Date(wallTime(instant, timeZone)).toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** The last day of a span that ends before a day. */
export const lastDayOf = (until: string | null): string | null => (until === null ? null : addDays(until, -1))

/** Days from..to, both included. */
export const countDays = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** Every day from..to, both included. */
export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => addDays(from, index))
}
