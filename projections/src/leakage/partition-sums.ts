import type { DayFigures } from '../shared/projection.ts'
import type { Membership } from './cascades.ts'

/** What is known of one side of a point's day. Millilitres; integers throughout. */
export type SideSums = { sums: Float64Array; known: Int32Array; day: number; dayKnown: number }

export type PartitionSums = {
  tenant: string
  partitionKey: number
  day: number
  supply: SideSums
  consumption: SideSums
  isStored: boolean
}

const emptySide = (slots: number): SideSums => ({ sums: new Float64Array(slots), known: new Int32Array(slots), day: 0, dayKnown: 0 })

export const emptySums = (tenant: string, partitionKey: number, day: number, slots: number): PartitionSums => ({
  tenant,
  partitionKey,
  day,
  supply: emptySide(slots),
  consumption: emptySide(slots),
  isStored: false,
})

/** Adds a meter's day to the sums (`times` 1) or takes it out again (-1). Unknown hours add nothing and are not counted as known. */
export const addFigures = (
  sums: PartitionSums,
  { side, sign }: Pick<Membership, 'side' | 'sign'>,
  figures: DayFigures,
  times: 1 | -1,
): void => {
  const target = sums[side]
  const factor = sign * times
  const { hours } = figures
  for (let slot = 0; slot < hours.length; slot++) {
    const volume = hours[slot]!
    if (Number.isNaN(volume)) continue
    target.sums[slot]! += factor * volume
    target.known[slot]! += times
  }
  if (Number.isNaN(figures.dayMillilitres)) return
  target.day += factor * figures.dayMillilitres
  target.dayKnown += times
}

/** True when no meter's hour or day is known any more: such a day has no row, as if it had never been. */
export const isEmpty = ({ supply, consumption }: PartitionSums): boolean =>
  [supply, consumption].every(({ known, dayKnown }) => dayKnown === 0 && known.every((count) => count === 0))
