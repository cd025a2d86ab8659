import type { DayNumber } from '../../shared/local-time.ts'
import { hoursOfDay } from './daily-figure.ts'
import { baseDays } from './level-changes.ts'
import { median } from './robust-statistics.ts'

/** Mean pressure of an area by day, metres, as far from a level as the pressure meters of the area are on average. */
export type PressureDays = ReadonlyMap<DayNumber, number>

/** Fewer days before a change say nothing about the usual pressure. */
const leastDaysBefore = 7
/** Of the hours of a day; with fewer its mean is of some hours alone, and pressure follows the hours. */
const leastHours = 18
const leastScore = 4
/** The median amount of a normal distribution, in standard deviations. */
const medianOfNormal = 0.6745
/** Pressure that is the same each day still varies by this, metres: the resolution of a meter. */
const leastVariation = 0.1

/** How much the mean pressure of the days from an onset to the last one is above that of the days before, metres; null where that is within its variation. */
export const pressureChange = (pressures: PressureDays, onset: DayNumber, last: DayNumber): number | null => {
  const before = valuesOf(pressures, onset - baseDays, onset)
  const since = valuesOf(pressures, onset, last + 1)
  if (before.length < leastDaysBefore || since.length === 0) return null
  const usual = median(before)
  const change = since.reduce((sum, value) => sum + value, 0) / since.length - usual
  const sigma = Math.max(median(before.map((value) => Math.abs(value - usual))) / medianOfNormal, leastVariation)
  return Math.abs(change) > leastScore * sigma * Math.sqrt(1 / since.length + 1.2 / before.length) ? change : null
}

const valuesOf = (pressures: PressureDays, from: DayNumber, until: DayNumber): number[] => {
  const values: number[] = []
  for (let day = from; day < until; day++) {
    const value = pressures.get(day)
    if (value !== undefined) values.push(value)
  }
  return values
}

export type PressureReading = { day: DayNumber; hour: number; metres: number }

/**
 * The pressure of an area by day from the readings of each of its pressure meters. Each counts by its distance from its own first day, so that one that
 * falls silent moves nothing.
 */
export const pressureDays = (meters: readonly (readonly PressureReading[])[]): PressureDays => {
  const distances = new Map<DayNumber, number[]>()
  for (const readings of meters) {
    let first: number | undefined
    const byDay = [...Map.groupBy(readings, ({ day }) => day)].sort(([one], [other]) => one - other)
    for (const [day, ofDay] of byDay) {
      const byHour = [...Map.groupBy(ofDay, ({ hour }) => hour % hoursOfDay).values()]
      if (byHour.length < leastHours) continue
      const mean = meanOf(byHour.map((ofHour) => meanOf(ofHour.map(({ metres }) => metres))))
      first ??= mean
      const known = distances.get(day)
      if (known) known.push(mean - first)
      else distances.set(day, [mean - first])
    }
  }
  return new Map([...distances].map(([day, values]) => [day, meanOf(values)]))
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
