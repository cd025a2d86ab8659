import { addDays } from '#ui/local-days.ts'

/** The weeks before a moment in which the same weekday and hour are looked at. */
const weeksCompared = 4
/** Fewer known values make no band. */
const weeksLeast = 3
/** Days that a chart needs before its first one. */
export const daysBeforeBand = weeksCompared * 7

/** A value with its local day, and its hour where it is of an hour. */
export type OnADay = { day: string; hour?: number; value: number | null }
/** Null where too little is known. */
export type ExpectedBand = { low: (number | null)[]; high: (number | null)[] }

const keyOf = (day: string, hour: number | undefined): string => `${day} ${hour ?? ''}`

/**
 * The lowest and the highest value of the same weekday and hour in the four weeks before, for each of `shown`; `all` has the values of these weeks too.
 * Three known weeks are enough. A season moves the band with it.
 */
export function expectedBand(shown: readonly OnADay[], all: readonly OnADay[]): ExpectedBand {
  const values = new Map(all.map(({ day, hour, value }) => [keyOf(day, hour), value]))
  const band: ExpectedBand = { low: [], high: [] }
  for (const { day, hour } of shown) {
    const before = Array.from({ length: weeksCompared }, (_, week) => values.get(keyOf(addDays(day, -7 * (week + 1)), hour)) ?? null)
    const known = before.filter((value) => value !== null)
    const isEnough = known.length >= weeksLeast
    band.low.push(isEnough ? Math.min(...known) : null)
    band.high.push(isEnough ? Math.max(...known) : null)
  }
  return band
}
