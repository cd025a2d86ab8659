import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'

/** The distribution of the night minima of some nights, litres an hour. */
export type NightGroup = {
  nights: number
  lowest: number
  p20: number
  median: number
  p80: number
  highest: number
  /** The median net night flow; null where no night knows it. */
  netMedian: number | null
}

/** Linear between the two nearest values of a sorted list that is not empty. */
export const quantileOf = (sorted: readonly number[], share: number): number => {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}

const rising = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)

/** Undefined where no night is known. */
export const groupOf = (rows: readonly NightFlowRow[]): NightGroup | undefined => {
  const minima = rising(rows.flatMap((row) => row.nightMinimumFlowLitresPerHour ?? []))
  if (minima.length === 0) return undefined
  const net = rising(rows.flatMap((row) => row.netNightFlowLitresPerHour ?? []))
  return {
    nights: minima.length,
    lowest: minima[0]!,
    p20: quantileOf(minima, 0.2),
    median: quantileOf(minima, 0.5),
    p80: quantileOf(minima, 0.8),
    highest: minima.at(-1)!,
    netMedian: net.length === 0 ? null : quantileOf(net, 0.5),
  }
}

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

type KeyedGroup = { key: string; group: NightGroup }

/** The nights by a word, such as their weekday, in the order of the words. */
export const groupsBy = (rows: readonly NightFlowRow[], wordOf: (day: string) => string): KeyedGroup[] =>
  [...Map.groupBy(rows, ({ date }) => wordOf(date))]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([key, of]) => {
      const group = groupOf(of)
      return group ? [{ key, group }] : []
    })
