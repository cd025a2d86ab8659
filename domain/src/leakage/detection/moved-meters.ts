import { type MovedMeter, movedMetersMax } from '@nightflow/schemas/leakage/moved-meters'

/** Use of a customer's meter, litres an hour: days before a change, and days since. */
export type UseOfMeter = {
  number: string
  name: string | null
  usual: number
  /** Distance of the quartiles of the days before. */
  quartileDistance: number
  daysBefore: number
  since: number
  daysSince: number
}

/** Fewer days before a change say nothing about what is usual. */
const leastDaysBefore = 7
/** Among ten thousand meters whose use did not change, one in a hundred times one is this far from its usual days. */
const leastScore = 4.5
/** A meter accounts for a change from this share of it on. */
const leastShare = 0.1
/** Distance of the quartiles of a normal distribution, in standard deviations. */
const quartilesOfNormal = 1.349
/** A use that is the same each day still varies by this share. */
const leastVariation = 0.05

/**
 * The customers' meters that changed with the flow, the largest first: in the same direction, by a tenth of the change at least, and by more than their days
 * differ. They say that the water was used, or that a leak is behind a meter.
 */
export const metersThatMoved = (meters: readonly UseOfMeter[], flowLitresPerHour: number): { known: number; rows: MovedMeter[] } => {
  const known = meters.filter(({ daysBefore, daysSince }) => daysBefore >= leastDaysBefore && daysSince > 0)
  const rows = known
    .filter(({ usual, quartileDistance, daysBefore, since, daysSince }) => {
      const change = (since - usual) * Math.sign(flowLitresPerHour)
      const sigma = Math.max(quartileDistance / quartilesOfNormal, leastVariation * usual)
      const deviation = sigma * Math.sqrt(1 / daysSince + 1.2 / daysBefore)
      return change >= leastShare * Math.abs(flowLitresPerHour) && change > leastScore * deviation
    })
    .map(({ number, name, usual, since }) => ({
      ...{ number, name, usualLitresPerHour: rounded(usual), litresPerHour: rounded(since) },
      share: rounded((since - usual) / flowLitresPerHour),
    }))
    .sort((one, other) => other.share - one.share || one.number.localeCompare(other.number))
  return { known: known.length, rows: rows.slice(0, movedMetersMax) }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
