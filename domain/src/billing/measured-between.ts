/** An hour of an account's meters: first instant, the instant after the last, and litres; null where the volume is not known. */
export type MeasuredHour = { from: number; to: number; litres: number | null }

/**
 * Answers the litres between two instants from hours in order of time: the sum, rounded half up to whole litres. Undefined where an hour
 * between them is unknown or missing, or where an instant is within an hour.
 */
export const measuredBetween = (hours: readonly MeasuredHour[]): ((from: number, to: number) => number | undefined) => {
  const startAt = new Map(hours.map(({ from }, index) => [from, index]))
  const endAt = new Map(hours.map(({ to }, index) => [to, index]))
  // Sums up to each hour: of the litres, and of what breaks a stretch at its end.
  const litres = [0]
  const breaks = [0]
  for (const [index, hour] of hours.entries()) {
    const isBroken = hour.litres === null || (hours[index + 1] !== undefined && hours[index + 1]!.from !== hour.to)
    litres.push(litres[index]! + (hour.litres ?? 0))
    breaks.push(breaks[index]! + Number(isBroken))
  }
  return (from, to) => {
    const [first, last] = [startAt.get(from), endAt.get(to)]
    if (first === undefined || last === undefined || last < first) return undefined
    const isLastKnown = hours[last]!.litres !== null
    return isLastKnown && breaks[last] === breaks[first] ? Math.floor(litres[last + 1]! - litres[first]! + 0.5) : undefined
  }
}
