/** Five classes of leakage rate for the map; they end at 100 %, by specification. */
export const leakageClasses = [
  { from: 0, to: 0.1, colour: '#2f9e44' },
  { from: 0.1, to: 0.2, colour: '#a9c938' },
  { from: 0.2, to: 0.3, colour: '#fcc419' },
  { from: 0.3, to: 0.5, colour: '#f76707' },
  { from: 0.5, to: 1, colour: '#c92a2a' },
] as const

export const unknownClassColour = '#adb5bd'

/** The class of a rate: negative rates (more sold than supplied) stand with the lowest, rates above one with the highest. */
export function classOf(leakageRate: number | null): number | null {
  if (leakageRate === null || Number.isNaN(leakageRate)) return null
  const index = leakageClasses.findIndex(({ to }) => leakageRate < to)
  return index === -1 ? leakageClasses.length - 1 : index
}

export function colourOf(leakageRate: number | null): string {
  const index = classOf(leakageRate)
  return index === null ? unknownClassColour : leakageClasses[index]!.colour
}
