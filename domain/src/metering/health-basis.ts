import type { DayNumber } from '../shared/local-time.ts'
import type { Voltage } from './battery-forecast.ts'
import type { ZeroWaterRules } from './zero-water.ts'

/**
 * One stored day of a meter. `hours` are millilitres of its slots, NaN where unknown; `millilitres` of the day, NaN where unknown. `sharedHours` is how many of
 * the unknown hours are known as even shares of a longer pause: reported, and no flow of an hour.
 */
export type HealthDay = { day: DayNumber; hours: readonly number[]; millilitres: number; sharedHours?: number }

/** Facts of a meter at the end of `day`. */
export type HealthBasis = {
  day: DayNumber
  /** Days of the last `healthDays`, oldest first; days without a row are missing. */
  days: readonly HealthDay[]
  /** Days before those, read where a leak is older; oldest first. */
  earlierDays?: readonly HealthDay[]
  /** Hours that a local day has. */
  slotsOf: (day: DayNumber) => number
  voltages: readonly Voltage[]
  /** Reverse registers by day, millilitres, oldest first. */
  reverseRegisters: readonly { day: DayNumber; millilitres: number }[]
  registerLitres: number | null
  /** On an inlet or outlet of a metering point: many customers together never stop using water. */
  isSummary: boolean
  /** A customer whose type of customer uses water at night: there is no hour without flow. */
  usesWaterAtNight: boolean
  zeroWater: ZeroWaterRules
  /** The local hour of each slot of a day. */
  wallHoursOf: (day: DayNumber) => readonly number[]
  caliberMillimetres: number | null
  /** Q4 as the meter's details state it. */
  maximumFlowLitresPerHour: number | null
  /** Day on which the meter went into the pipe; null where it is not stated. */
  installedOn: DayNumber | null
}
