import {
  type NightChange,
  type NightClass,
  type NightDistribution,
  type NightTemperature,
  nightClassesMax,
  type Season,
} from '@nightflow/schemas/leakage/night-statistics'
import { median, quantile } from './detection/robust-statistics.ts'

/** A night with its figure in litres an hour; null is unknown. */
export type Night = { date: string; flow: number | null }

const knownOf = (nights: readonly Night[]): number[] => nights.flatMap(({ flow }) => flow ?? [])

/** Undefined where no night is known. */
export const distributionOf = (nights: readonly Night[]): NightDistribution | undefined => {
  const flows = knownOf(nights)
  if (flows.length === 0) return undefined
  return {
    nights: flows.length,
    lowest: Math.min(...flows),
    p20: quantile(flows, 0.2),
    median: median(flows),
    p80: quantile(flows, 0.8),
    highest: Math.max(...flows),
  }
}

const niceSteps = [1, 2, 2.5, 5, 10]

/** The nights in classes of the same width: as many as the rule of Sturges has, with ends that people read easily. */
export const classesOf = (nights: readonly Night[]): NightClass[] => {
  const flows = knownOf(nights)
  if (flows.length === 0) return []
  const [lowest, highest] = [Math.min(...flows), Math.max(...flows)]
  const wanted = (highest - lowest) / (Math.ceil(Math.log2(flows.length)) + 1) || Math.max(1, Math.abs(highest) / 10)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const width = power * niceSteps.find((step) => power * step >= wanted - 1e-9)!
  const first = Math.floor(lowest / width)
  const count = Math.min(nightClassesMax, Math.floor(highest / width) - first + 1)
  return Array.from({ length: count }, (_, place) => {
    const from = (first + place) * width
    const isLast = place === count - 1
    return { from, to: from + width, nights: flows.filter((flow) => flow >= from && (isLast || flow < from + width)).length }
  })
}

/** Monday is 1. */
const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

export const weekdaysOf = (nights: readonly Night[]): ({ weekday: number } & NightDistribution)[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const of = distributionOf(nights.filter(({ date }) => weekdayOf(date) === weekday))
    return of ? [{ weekday, ...of }] : []
  })

const seasons: readonly Season[] = ['dec-feb', 'mar-may', 'jun-aug', 'sep-nov']
const seasonOf = (date: string): Season => seasons[Math.floor((Number(date.slice(5, 7)) % 12) / 3)]!

export const seasonsOf = (nights: readonly Night[]): ({ season: Season } & NightDistribution)[] =>
  seasons.flatMap((season) => {
    const of = distributionOf(nights.filter(({ date }) => seasonOf(date) === season))
    return of ? [{ season, ...of }] : []
  })

/** Nights on each side of an event that are compared, and the fewest with which a change is known. */
export const changeNights = { most: 56, least: 4 } as const
/** The 95 % quantile of both sides of the normal distribution. */
const bothSides95 = 1.959964

/**
 * The shift of the nights from the day of an event on, with its 95 % interval by ranks: the median of the differences of all pairs (Hodges and Lehmann),
 * between the pairs that the rank-sum test would not reject. Undefined where one of the sides has fewer than four known nights.
 */
export const changeAt = (nights: readonly Night[], day: string): NightChange | undefined => {
  const known = nights.filter(({ flow }) => flow !== null)
  const before = known.filter(({ date }) => date < day).slice(-changeNights.most)
  const after = known.filter(({ date }) => date >= day).slice(0, changeNights.most)
  if (Math.min(before.length, after.length) < changeNights.least) return undefined
  const [one, other] = [knownOf(before), knownOf(after)]
  const differences = other.flatMap((later) => one.map((earlier) => later - earlier)).sort((a, b) => a - b)
  const pairs = differences.length
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
  const rank = Math.max(0, Math.floor(pairs / 2 - bothSides95 * deviation))
  return {
    ...{ day, before: distributionOf(before)!, after: distributionOf(after)! },
    ...{ shift: median(differences), low: differences[rank]!, high: differences[pairs - 1 - rank]! },
  }
}

/** Fewer nights say nothing of a relation. */
const relatedNightsMin = 10

/** Median of the slopes of all pairs (Theil and Sen); undefined where no pair differs in `x`. */
export const slopeOf = (points: readonly { x: number; y: number }[]): number | undefined => {
  const slopes: number[] = []
  for (let place = 0; place < points.length; place++)
    for (let further = place + 1; further < points.length; further++) {
      const [one, other] = [points[place]!, points[further]!]
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x))
    }
  return slopes.length === 0 ? undefined : median(slopes)
}

/** Ranks from 1; equal values share the mean of theirs. */
const ranksOf = (values: readonly number[]): number[] => {
  const rising = values.toSorted((one, other) => one - other)
  return values.map((value) => (rising.indexOf(value) + rising.lastIndexOf(value)) / 2 + 1)
}

/** Pearson's correlation of ranks (Spearman); undefined where one side does not vary. */
const rankCorrelation = (xs: readonly number[], ys: readonly number[]): number | undefined => {
  const [a, b] = [ranksOf(xs), ranksOf(ys)]
  const mean = (xs.length + 1) / 2
  const sum = (of: (place: number) => number): number => xs.reduce((total, _, place) => total + of(place), 0)
  const spread = Math.sqrt(sum((place) => (a[place]! - mean) ** 2) * sum((place) => (b[place]! - mean) ** 2))
  return spread === 0 ? undefined : sum((place) => (a[place]! - mean) * (b[place]! - mean)) / spread
}

/** The nights against the mean water temperature of their day; undefined with fewer than ten nights that have both. */
export const againstTemperature = (nights: readonly Night[], celsius: ReadonlyMap<string, number>): NightTemperature | undefined => {
  const points = nights.flatMap(({ date, flow }) => {
    const x = celsius.get(date)
    return flow === null || x === undefined ? [] : [{ x, y: flow }]
  })
  const slope = slopeOf(points)
  const correlation = rankCorrelation(
    points.map(({ x }) => x),
    points.map(({ y }) => y),
  )
  if (points.length < relatedNightsMin || slope === undefined || correlation === undefined) return undefined
  return { nights: points.length, slopePerCelsius: slope, correlation }
}
