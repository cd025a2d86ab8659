/** Five classes of leakage rate for the map; they end at 100 %, by specification. */
export const leakageClasses = [
  { from: 0, to: 0.1, colour: '#2f9e44' },
  { from: 0.1, to: 0.2, colour: '#a9c938' },
  { from: 0.2, to: 0.3, colour: '#fcc419' },
  { from: 0.3, to: 0.5, colour: '#f76707' },
  { from: 0.5, to: 1, colour: '#c92a2a' },
] as const

export const unknownClassColour = '#adb5bd'
/** Customers use more than is supplied: a matter of meters, not a low leakage. */
export const negativeClassColour = '#7048e8'

/** A rate that is written as zero is not negative. */
const negativeBelow = -0.0005
export const isNegativeRate = (leakageRate: number | null): boolean => leakageRate !== null && leakageRate < negativeBelow

/** The class of a rate; rates above one are in the highest. Null where it is unknown or negative. */
export function classOf(leakageRate: number | null): number | null {
  if (leakageRate === null || Number.isNaN(leakageRate) || isNegativeRate(leakageRate)) return null
  const index = leakageClasses.findIndex(({ to }) => leakageRate < to)
  return index === -1 ? leakageClasses.length - 1 : index
}

export function colourOf(leakageRate: number | null): string {
  if (isNegativeRate(leakageRate)) return negativeClassColour
  const index = classOf(leakageRate)
  return index === null ? unknownClassColour : leakageClasses[index]!.colour
}
