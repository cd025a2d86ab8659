import type { DayNumber } from '../shared/local-time.ts'

/** The readings of one meter and local day, sorted by time, one per instant. NaN means absent. */
export type DayReadings = {
  count: number
  at: Float64Array
  registerMillilitres?: Float64Array
  deltaMillilitres?: Float64Array
  deltaSeconds?: Float64Array
  reverseMillilitres?: Float64Array
}

/** A day of readings beside the one that is computed: the nearest one that exists before or after it. */
export type NeighbourDay = { day: DayNumber; readings: DayReadings }
