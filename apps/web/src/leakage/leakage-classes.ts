import { type ColourRanges, defaultColourRanges } from '@nightflow/schemas/shared/colour-ranges'

/** A class of leakage rates as shares, with its colour. */
export type LeakageClass = { from: number; to: number; colour: string }

/** The classes of ranges: each begins where the one before ends, and the last one ends at 100 %, by specification. */
export const classesOf = (ranges: ColourRanges): LeakageClass[] =>
  ranges.map(({ to, colour }, at) => ({ from: (ranges[at - 1]?.to ?? 0) / 100, to: to / 100, colour }))

/** Where a tenant has set none. */
export const leakageClasses: readonly LeakageClass[] = classesOf(defaultColourRanges)

export const unknownClassColour = '#adb5bd'
/** Customers use more than is supplied: a matter of meters, not a low leakage. */
export const negativeClassColour = '#7048e8'

/** A rate that is written as zero is not negative. */
const negativeBelow = -0.0005
export const isNegativeRate = (leakageRate: number | null): boolean => leakageRate !== null && leakageRate < negativeBelow

/** The class of a rate; rates above one are in the highest. Null where it is unknown or negative. */
export function classOf(leakageRate: number | null, classes: readonly LeakageClass[] = leakageClasses): number | null {
  if (leakageRate === null || Number.isNaN(leakageRate) || isNegativeRate(leakageRate)) return null
  const index = classes.findIndex(({ to }) => leakageRate < to)
  return index === -1 ? classes.length - 1 : index
}

export function colourOf(leakageRate: number | null, classes: readonly LeakageClass[] = leakageClasses): string {
  if (isNegativeRate(leakageRate)) return negativeClassColour
  const index = classOf(leakageRate, classes)
  return index === null ? unknownClassColour : classes[index]!.colour
}
