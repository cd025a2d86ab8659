import { netOf } from '@nightflow/domain/metering/reverse-volumes'
import type { DayFigures } from '../projector/projection.ts'
import type { Membership } from './cascades.ts'
import type { StoredDay } from './stored-days.ts'

/**
 * Known sums of one side of a point's day, and the stated part of them. Millilitres; integers throughout. `shared` counts the meters of which
 * the hour is a share of a longer pause: null until there is one.
 */
export type SideSums = {
  sums: Float64Array
  known: Int32Array
  shared: Int32Array | null
  day: number
  dayKnown: number
  stated: number
  statedDay: number
}

export type PartitionSums = {
  tenant: string
  partitionKey: number
  day: number
  supply: SideSums
  consumption: SideSums
  isStored: boolean
  /** The checksum of the stored row, 0 without one. */
  mark: number
}

const emptySide = (slots: number): SideSums => ({
  sums: new Float64Array(slots),
  known: new Int32Array(slots),
  shared: null,
  day: 0,
  dayKnown: 0,
  stated: 0,
  statedDay: 0,
})

export const emptySums = (tenant: string, partitionKey: number, day: number, slots: number): PartitionSums => ({
  tenant,
  partitionKey,
  day,
  supply: emptySide(slots),
  consumption: emptySide(slots),
  isStored: false,
  mark: 0,
})

/**
 * Moves the sums by what a meter's day was and is. Unknown hours add nothing and are not counted as known; so does a day that is not there. Supply is
 * what flowed forward less what flowed backward.
 */
export const moveFigures = (
  sums: PartitionSums,
  { side, sign }: Pick<Membership, 'side' | 'sign'>,
  dayBefore: DayFigures | undefined,
  dayAfter: DayFigures | undefined,
): void => {
  const target = sums[side]
  const before = side === 'supply' ? netFigures(dayBefore) : dayBefore
  const after = side === 'supply' ? netFigures(dayAfter) : dayAfter
  const slots = target.sums.length
  for (let slot = 0; slot < slots; slot++) {
    const was = before ? before.hours[slot]! : Number.NaN
    const is = after ? after.hours[slot]! : Number.NaN
    if (is === was) continue
    if (!Number.isNaN(was)) {
      target.sums[slot]! -= sign * was
      target.known[slot]! -= 1
    }
    if (!Number.isNaN(is)) {
      target.sums[slot]! += sign * is
      target.known[slot]! += 1
    }
  }
  moveShared(target, before?.sharedHours ?? 0, -1)
  moveShared(target, after?.sharedHours ?? 0, 1)
  // The volume of an outlet is stated too, so it adds to the stated part.
  if (before?.isStated) {
    target.stated -= 1
    target.statedDay -= before.dayMillilitres
  }
  if (after?.isStated) {
    target.stated += 1
    target.statedDay += after.dayMillilitres
  }
  const was = before?.dayMillilitres ?? Number.NaN
  const is = after?.dayMillilitres ?? Number.NaN
  if (!Number.isNaN(was)) {
    target.day -= sign * was
    target.dayKnown -= 1
  }
  if (!Number.isNaN(is)) {
    target.day += sign * is
    target.dayKnown += 1
  }
}

const netFigures = (figures: DayFigures | undefined): DayFigures | undefined =>
  figures?.reverse ? netOf(figures, figures.reverse) : figures

const moveShared = (side: SideSums, bits: number, times: 1 | -1): void => {
  if (bits === 0) return
  side.shared ??= new Int32Array(side.known.length)
  for (let slot = 0; slot < side.shared.length; slot++) if (bits & (1 << slot)) side.shared[slot]! += times
}

/** As it is stored: null where no hour is a share, whatever was counted before. */
export const sharedOf = ({ shared }: SideSums): Int32Array | null => (shared?.some((count) => count !== 0) ? shared : null)

export const addSums = (sums: PartitionSums, moved: PartitionSums): void => {
  for (const side of ['supply', 'consumption'] as const) {
    const target = sums[side]
    const { sums: volumes, known, shared, day, dayKnown, stated, statedDay } = moved[side]
    if (shared) target.shared ??= new Int32Array(shared.length)
    for (let slot = 0; slot < volumes.length; slot++) {
      target.sums[slot]! += volumes[slot]!
      target.known[slot]! += known[slot]!
      if (shared) target.shared![slot]! += shared[slot]!
    }
    target.day += day
    target.dayKnown += dayKnown
    target.stated += stated
    target.statedDay += statedDay
  }
}

/** True when no meter's hour or day is known any more: such a day has no row, as if it had never been. */
export const isEmpty = ({ supply, consumption }: PartitionSums): boolean =>
  [supply, consumption].every(({ known, dayKnown }) => dayKnown === 0 && known.every((count) => count === 0))

/** One side of a stored day. */
export const sideOf = (side: 'supply' | 'consumption', row: StoredDay): SideSums => ({
  sums: Float64Array.from(row[`${side}_sums`]),
  known: Int32Array.from(row[`${side}_known`]),
  shared: row[`${side}_shared`] && Int32Array.from(row[`${side}_shared`]!),
  day: row[`${side}_day`],
  dayKnown: row[`${side}_day_known`],
  stated: row[`${side}_stated`],
  statedDay: row[`${side}_stated_day`],
})
