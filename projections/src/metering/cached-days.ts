import type { Meter } from './meter-registry.ts'

/** Cached days of a meter: the last one and the two before it, which new readings need. */
export const cachedDaysPerMeter = 3

/** Lets go of all days but those. */
export const keepLastDays = (meter: Meter): void => {
  meter.holdsAll = false
  meter.days = meter.days.slice(-cachedDaysPerMeter)
}

export const forget = (meter: Meter): void => {
  meter.days = []
  meter.holdsAll = false
}

/**
 * Whether the fold can go on without reading: the meter has no rows yet, or the day is its last one or later and the days kept
 * cached, which are its last ones, reach far enough back.
 */
export const isAtHand = (meter: Meter, day: number): boolean => {
  if (meter.lastDay === null || meter.holdsAll) return true
  if (meter.lastDay === undefined || day < meter.lastDay) return false
  return meter.days.at(-1)?.day === meter.lastDay && meter.days.length >= cachedDaysPerMeter
}
