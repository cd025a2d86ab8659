import type { MeterFields } from '@nightflow/schemas/devices/meter-fields'

/** An hour of a meter: its first minute of the local day, and its volume; NaN where it is unknown. */
export type HourOfUse = { startMinute: number; millilitres: number }

/** A daily period of local time. An end before the start is on the next day. */
export type PeakPeriod = { period: 1 | 2 | 3; startMinute: number; endMinute: number; thresholdMillilitres: number }

/** From which volume on an hour counts as use: of the day, and of each peak period that is on. */
export type ZeroWaterRules = { thresholdMillilitres: number; peaks: readonly PeakPeriod[] }

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A meter without a threshold uses water from the first millilitre on. A period without one takes that of the meter. */
export const zeroWaterRulesOf = (fields: MeterFields): ZeroWaterRules => {
  const thresholdMillilitres = (fields.zeroWaterThresholdLitres ?? 0) * 1000
  const peaks = ([1, 2, 3] as const).flatMap((period): PeakPeriod[] => {
    const start = fields[`peak${period}Start`]
    const end = fields[`peak${period}End`]
    if (!fields[`peak${period}Switch`] || start === undefined || end === undefined) return []
    const own = fields[`peak${period}ZeroWaterLitres`]
    const threshold = own === undefined ? thresholdMillilitres : own * 1000
    return [{ period, startMinute: minutesOf(start), endMinute: minutesOf(end), thresholdMillilitres: threshold }]
  })
  return { thresholdMillilitres, peaks }
}

/** An hour belongs to the period in which it starts. */
const isWithin = ({ startMinute, endMinute }: PeakPeriod, minute: number): boolean =>
  startMinute < endMinute ? minute >= startMinute && minute < endMinute : minute >= startMinute || minute < endMinute

/** Where two periods overlap, the lower threshold counts: it takes less water to be in use. */
const thresholdAt = ({ thresholdMillilitres, peaks }: ZeroWaterRules, minute: number): number => {
  const within = peaks.filter((peak) => isWithin(peak, minute))
  return within.length === 0 ? thresholdMillilitres : Math.min(...within.map((peak) => peak.thresholdMillilitres))
}

/** Whether a known hour counts as one without use: its volume is no more than the threshold of its time. An unknown hour never does. */
export const isWithoutUse = (rules: ZeroWaterRules, { startMinute, millilitres }: HourOfUse): boolean =>
  millilitres <= thresholdAt(rules, startMinute)

/** Days in a row after which a peak period without use is a finding: a week has one of each weekday. */
const peakDaysMin = 7

/**
 * The first peak period without use on each of the last seven known days of a meter that used water on all of them: water is taken when it should not be, or
 * the meter does not count at the rate of the peak. Null where there is none, or too few days are known.
 */
export const peakWithoutUse = (rules: ZeroWaterRules, days: readonly { hours: readonly HourOfUse[] }[]): PeakPeriod['period'] | null => {
  const last = days.slice(-peakDaysMin)
  if (rules.peaks.length === 0 || last.length < peakDaysMin) return null
  if (!last.every(({ hours }) => hours.some(({ millilitres }) => millilitres > 0))) return null
  const unused = last.map(({ hours }) => peaksWithoutUse(rules, hours))
  return rules.peaks.map(({ period }) => period).find((period) => unused.every((periods) => periods.includes(period))) ?? null
}

/** Peak periods of one local day in which no hour has use. A period with an unknown hour, or with none, is not known to be without use. */
export const peaksWithoutUse = ({ peaks }: ZeroWaterRules, hours: readonly HourOfUse[]): PeakPeriod['period'][] =>
  peaks.flatMap((peak) => {
    const within = hours.filter(({ startMinute }) => isWithin(peak, startMinute))
    const isUnused = within.length > 0 && within.every(({ millilitres }) => millilitres <= peak.thresholdMillilitres)
    return isUnused ? [peak.period] : []
  })
