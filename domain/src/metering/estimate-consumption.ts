import type { EstimationMethod } from '@nightflow/schemas/metering/consumption-review'
import type { DayNumber } from '../shared/local-time.ts'

/** Inputs of an estimate for a meter, without the day itself. Millilitres and epoch milliseconds. */
export type EstimationBasis = {
  day: DayNumber
  start: number
  end: number
  /** Days whose volume is known and not questioned. */
  volumes: ReadonlyMap<DayNumber, number>
  /** The last register before the day and the first one after it; only where the day between them is unknown. */
  registers?: { before: Register; after: Register } | undefined
}
export type Register = { at: number; millilitres: number }

/** Neighbours further away than this say nothing of the day. */
const neighbourDays = 14
/** A year of whole weeks, so that weekdays meet. */
const yearDays = 364
const weeksOfProfile = 4

/** The estimated volume of a day, whole millilitres; undefined where the meter's history does not carry the method. */
export const estimateDay = (method: EstimationMethod, basis: EstimationBasis): number | undefined => {
  const estimate = { interpolation: interpolated, 'last-year': samePeriodLastYear, profile: ownProfile }[method](basis)
  return estimate === undefined ? undefined : Math.max(0, Math.round(estimate))
}

/**
 * The register taken to turn evenly between its readings before and after the day: estimates of all days of a gap then add up to what was
 * counted. Without registers, a straight line between the volumes of the nearest known days on both sides.
 */
const interpolated = ({ day, start, end, volumes, registers }: EstimationBasis): number | undefined => {
  if (registers && registers.after.millilitres >= registers.before.millilitres) {
    const { before, after } = registers
    return ((after.millilitres - before.millilitres) * (end - start)) / (after.at - before.at)
  }
  const back = nearest(volumes, day, -1)
  const ahead = nearest(volumes, day, 1)
  if (back === undefined || ahead === undefined) return undefined
  const [from, to] = [volumes.get(back)!, volumes.get(ahead)!]
  return from + ((to - from) * (day - back)) / (ahead - back)
}

const nearest = (volumes: ReadonlyMap<DayNumber, number>, day: DayNumber, step: 1 | -1): DayNumber | undefined => {
  for (let away = 1; away <= neighbourDays; away++) if (volumes.has(day + step * away)) return day + step * away
  return undefined
}

/** The same weekday 52 weeks before, else the mean of the known days of that week. */
const samePeriodLastYear = ({ day, volumes }: EstimationBasis): number | undefined => {
  const then = day - yearDays
  return volumes.get(then) ?? meanOf([-3, -2, -1, 1, 2, 3].map((away) => volumes.get(then + away)))
}

/** The mean of the same weekday in the weeks before, else of all known days of those weeks. */
const ownProfile = ({ day, volumes }: EstimationBasis): number | undefined => {
  const weeks = Array.from({ length: weeksOfProfile }, (_, week) => volumes.get(day - 7 * (week + 1)))
  if (weeks.filter((volume) => volume !== undefined).length >= 2) return meanOf(weeks)
  return meanOf(Array.from({ length: 7 * weeksOfProfile }, (_, back) => volumes.get(day - 1 - back)))
}

const meanOf = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The usual share of each hour in the day's volume: sums of known hours by slot. Without any, all hours are alike. */
export const hourShape = (days: readonly (readonly number[])[], slots: number): number[] => {
  const shape = new Array<number>(slots).fill(0)
  for (const hours of days) {
    if (hours.length !== slots || !hours.every((volume) => volume >= 0)) continue
    for (const [slot, volume] of hours.entries()) shape[slot]! += volume
  }
  return shape.some((volume) => volume > 0) ? shape : shape.fill(1)
}

/** Shares a volume over the hours of a day in whole millilitres: differences of one rounded running total, so that they add up to it. */
export const shareOverHours = (millilitres: number, shape: readonly number[]): number[] => {
  const whole = shape.reduce((sum, part) => sum + part, 0)
  let running = 0
  let given = 0
  return shape.map((part) => {
    running += part
    const until = Math.round((millilitres * running) / whole)
    const hour = until - given
    given = until
    return hour
  })
}
