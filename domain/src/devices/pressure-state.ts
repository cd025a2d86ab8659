import { type PressureDeviation, PressureState } from '@nightflow/schemas/devices/pressure-meter'
import type { ZoneCalendar } from '../shared/local-time.ts'

/** Limits in kilopascals; null where none is set. */
export type PressureLimits = { upper: number | null; lower: number | null; abruptChange: number | null }
/** Epoch milliseconds and kilopascals. */
export type PressureReading = { at: number; kilopascal: number }

/** An older reading says nothing of the pressure now. */
export const pressureStaleMilliseconds = 24 * 3_600_000
/** Two readings further apart are no abrupt change: the pressure had time. */
export const abruptMilliseconds = 3_600_000

/** How a reading deviates, given the one before it. */
export const deviationsOf = (
  { upper, lower, abruptChange }: PressureLimits,
  { at, kilopascal }: PressureReading,
  before: PressureReading | undefined,
): PressureDeviation[] => {
  const isAbrupt =
    abruptChange !== null &&
    before !== undefined &&
    at - before.at <= abruptMilliseconds &&
    Math.abs(kilopascal - before.kilopascal) > abruptChange
  return [
    ...(upper !== null && kilopascal > upper ? ['above' as const] : []),
    ...(lower !== null && kilopascal < lower ? ['below' as const] : []),
    ...(isAbrupt ? ['abrupt' as const] : []),
  ]
}

export type JudgedPressure = { state: PressureState; deviations: PressureDeviation[]; newest: PressureReading | null }

/** The state of a pressure meter by its readings, oldest first: unknown without a reading of the last day, an alarm where the newest one deviates. */
export const judgePressure = (limits: PressureLimits, readings: readonly PressureReading[], now: number): JudgedPressure => {
  const newest = readings.at(-1)
  if (!newest || now - newest.at > pressureStaleMilliseconds)
    return { state: PressureState.enum.unknown, deviations: [], newest: newest ?? null }
  const deviations = deviationsOf(limits, newest, readings.at(-2))
  return { state: deviations.length > 0 ? PressureState.enum.alarm : PressureState.enum.normal, deviations, newest }
}

export type PressureDay = {
  day: number
  minimum: number
  mean: number
  maximum: number
  readings: number
  above: number
  below: number
  abrupt: number
}

/** The lowest, the arithmetic mean and the highest reading of each local day, and how many readings deviate; readings are oldest first. */
export const pressureDays = (limits: PressureLimits, readings: readonly PressureReading[], calendar: ZoneCalendar): PressureDay[] => {
  const days: (PressureDay & { sum: number })[] = []
  for (const [index, reading] of readings.entries()) {
    const { at, kilopascal } = reading
    const day = calendar.dayOf(at)
    let known = days.at(-1)
    if (known?.day !== day) {
      known = { day, minimum: kilopascal, mean: 0, maximum: kilopascal, readings: 0, above: 0, below: 0, abrupt: 0, sum: 0 }
      days.push(known)
    }
    known.minimum = Math.min(known.minimum, kilopascal)
    known.maximum = Math.max(known.maximum, kilopascal)
    known.sum += kilopascal
    known.readings += 1
    for (const deviation of deviationsOf(limits, reading, readings[index - 1])) known[deviation] += 1
  }
  return days.map(({ sum, ...day }) => ({ ...day, mean: sum / day.readings }))
}

/** Readings with what deviates in each of them; oldest first. */
export const judgedReadings = (limits: PressureLimits, readings: readonly PressureReading[]) =>
  readings.map((reading, index) => ({ ...reading, deviations: deviationsOf(limits, reading, readings[index - 1]) }))

/** At most about so many readings: of each stretch its lowest and its highest, in their order. */
export const thinnedReadings = <Reading extends PressureReading>(readings: readonly Reading[], most: number): readonly Reading[] => {
  if (readings.length <= most) return readings
  const stretch = Math.ceil(readings.length / Math.max(1, Math.floor(most / 2)))
  const kept: Reading[] = []
  for (let start = 0; start < readings.length; start += stretch) {
    const part = readings.slice(start, start + stretch)
    const low = part.reduce((least, each) => (each.kilopascal < least.kilopascal ? each : least))
    const high = part.reduce((most, each) => (each.kilopascal > most.kilopascal ? each : most))
    kept.push(...(low === high ? [low] : low.at < high.at ? [low, high] : [high, low]))
  }
  return kept
}
