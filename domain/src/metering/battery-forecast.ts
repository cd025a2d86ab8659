import type { DayNumber } from '../shared/local-time.ts'

export type Voltage = { day: DayNumber; millivolt: number }

/** Fewer voltages, or of a shorter time, give no slope: temperature alone moves a cell by tens of millivolts. */
const voltagesMin = 5
const spanDaysMin = 28
/** Further ahead a straight line says nothing. */
const daysAheadMax = 20 * 365

/**
 * The last voltage, and the day on which the voltage falls to the end of life by the Theil-Sen line: the median of the slopes of all pairs, through
 * the median point, so that one cold night or one wrong value moves nothing. Unknown with too few voltages, and where the voltage does not fall.
 */
export const forecastBattery = (
  voltages: readonly Voltage[],
  endOfLifeMillivolt: number,
): { millivolt: number | null; endsOn: DayNumber | null } => {
  const last = voltages.at(-1)
  if (!last) return { millivolt: null, endsOn: null }
  const unknown = { millivolt: last.millivolt, endsOn: null }
  if (voltages.length < voltagesMin || last.day - voltages[0]!.day < spanDaysMin) return unknown
  const slopes: number[] = []
  voltages.forEach((one, index) => {
    for (const other of voltages.slice(index + 1))
      if (other.day > one.day) slopes.push((other.millivolt - one.millivolt) / (other.day - one.day))
  })
  const slope = medianOf(slopes)
  if (slope >= 0) return unknown
  const level = medianOf(voltages.map(({ day, millivolt }) => millivolt - slope * day))
  const endsOn = Math.ceil((endOfLifeMillivolt - level) / slope)
  return { millivolt: last.millivolt, endsOn: endsOn - last.day > daysAheadMax ? null : Math.max(last.day, endsOn) }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
