import type { DayNumber } from '../../shared/local-time.ts'
import { covarianceOfHours, equalWeights, type HourWeights, weightsOf } from './hour-weights.ts'
import { median, quantile, robustDeviation } from './robust-statistics.ts'

export const hoursOfDay = 24
/** So many days are looked back over, and so many are needed for a first verdict. */
export const memoryDays = 112
export const daysBeforeVerdict = 21
/** Least share of the hours of a day that must be known. */
const leastHours = 0.6
/** The whole day, and what is left of it from these hours on. */
const blockStarts = [0, 6, 12, 18] as const
export const lateBlocks = [6, 12, 18] as const
type BlockStart = (typeof blockStarts)[number]

/** Hourly mean flows by local day and hour, of days that follow each other, litres an hour; NaN where unknown. */
export type HourlyFlows = {
  firstDay: DayNumber
  flows: Float64Array
  /** The same before customers' use was subtracted; absent where nothing was. */
  inflows?: Float64Array | undefined
}

/** Figures of the days of a memory, one of each day: what flowed more than usual, litres an hour, NaN where too few hours are known. */
export type DailyFigures = {
  figures: Float64Array
  /** By how much the variance of a figure is larger than usual, because hours of its day are unknown. */
  varianceFactors: Float64Array
} & Noise

type Noise = {
  /** Standard deviation of a figure, litres an hour. */
  sigma: number
  /** Variance by which the level itself drifts in a day. */
  driftVariance: number
}

/** Whether a figure can be given of a day, by its index. */
export const isDayKnown = (flows: Float64Array, day: number): boolean => {
  let known = 0
  for (let hour = 0; hour < hoursOfDay; hour++) if (!Number.isNaN(flows[day * hoursOfDay + hour]!)) known += 1
  return known >= leastHours * hoursOfDay
}

/** Properties of a zone, learnt from the days of a memory up to a day, itself included. */
export type ZoneFit = {
  /** Mean flow into the zone, litres an hour. */
  meanFlow: number
  usualFlows: Float64Array
  covariance: Float64Array
  /** The inlet stops in some hours, as a pump does that fills a tank: no hour has a flow of its own. */
  isIntermittent: boolean
  /** Share of the hours in which it does. */
  stoppedShare: number
  weightsByHours: Map<string, HourWeights>
  blocks: Record<BlockStart, Noise & { weekdayEffects: readonly number[] }>
}

/** Learns from days `from` to before `until` of the flows. */
export const fitZone = (hours: HourlyFlows, from: number, until: number): ZoneFit => {
  const { flows, inflows = flows } = hours
  const usualFlows = new Float64Array(hoursOfDay)
  for (let hour = 0; hour < hoursOfDay; hour++) usualFlows[hour] = median(everyDayAt(flows, hour, from, until))
  const residuals = flows.slice(from * hoursOfDay, until * hoursOfDay)
  for (let index = 0; index < residuals.length; index++) residuals[index]! -= usualFlows[index % hoursOfDay]!
  const { meanFlow, stoppedShare } = meanOf(inflows, from * hoursOfDay, until * hoursOfDay)
  const covariance = covarianceOfHours(residuals, until - from, meanFlow)
  const isIntermittent = stoppedShare > 0.08
  const learnt = { meanFlow, usualFlows, covariance, isIntermittent, stoppedShare, weightsByHours: new Map<string, HourWeights>() }
  const blockFrom = (fromHour: BlockStart) => {
    const { raw } = rawFigures(learnt, flows, { from, until, fromHour })
    const weekdayEffects = weekdayEffectsOf(raw, hours.firstDay + from)
    return { weekdayEffects, ...noiseOf(lessEffects(raw, weekdayEffects, hours.firstDay + from)) }
  }
  return { ...learnt, blocks: { 0: blockFrom(0), 6: blockFrom(6), 12: blockFrom(12), 18: blockFrom(18) } }
}

const everyDayAt = (flows: Float64Array, hour: number, from: number, until: number): Float64Array => {
  const values = new Float64Array(until - from)
  for (let day = from; day < until; day++) values[day - from] = flows[day * hoursOfDay + hour]!
  return values
}

const meanOf = (inflows: Float64Array, from: number, until: number): { meanFlow: number; stoppedShare: number } => {
  let sum = 0
  let count = 0
  for (let index = from; index < until; index++) {
    if (Number.isNaN(inflows[index]!)) continue
    sum += inflows[index]!
    count += 1
  }
  let stopped = 0
  for (let index = from; index < until; index++) if (inflows[index]! < (0.05 * sum) / count) stopped += 1
  return { meanFlow: sum / count, stoppedShare: stopped / count }
}

/**
 * The daily figures of days `from` to before `until`: `w . R`, less the effect of the weekday. Those of the hours from `fromHour` on alone show a leak
 * that began late in the day, which the figure of the whole day does not.
 */
export const dailyFigures = (
  fit: ZoneFit,
  { firstDay, flows }: HourlyFlows,
  range: { from: number; until: number; fromHour?: BlockStart },
): DailyFigures => {
  const { from, until, fromHour = 0 } = range
  const { raw, varianceFactors } = rawFigures(fit, flows, { from, until, fromHour })
  const { weekdayEffects, sigma, driftVariance } = fit.blocks[fromHour]
  return { figures: lessEffects(raw, weekdayEffects, firstDay + from), varianceFactors, sigma, driftVariance }
}

type LearntHours = Pick<ZoneFit, 'usualFlows' | 'covariance' | 'isIntermittent' | 'weightsByHours'>

const rawFigures = (
  fit: LearntHours,
  flows: Float64Array,
  { from, until, fromHour }: { from: number; until: number; fromHour: BlockStart },
) => {
  const raw = new Float64Array(until - from)
  const varianceFactors = new Float64Array(until - from).fill(1)
  const hours = hoursFrom[fromHour]!
  const all = weightsFor(fit, hours)
  for (let day = 0; day < raw.length; day++) {
    const start = (from + day) * hoursOfDay
    raw[day] = weighted(fit, flows, start, hours, all.weights)
    if (!Number.isNaN(raw[day]!)) continue
    const known = hours.filter((hour) => !Number.isNaN(flows[start + hour]!) && !Number.isNaN(fit.usualFlows[hour]!))
    if (known.length < leastHours * hours.length) continue
    const { weights, variance } = weightsFor(fit, known)
    raw[day] = weighted(fit, flows, start, known, weights)
    varianceFactors[day] = Math.max(1, variance / all.variance)
  }
  return { raw, varianceFactors }
}

const hoursFrom = Array.from({ length: hoursOfDay }, (_, from) => Array.from({ length: hoursOfDay - from }, (_, hour) => from + hour))

/** NaN where one of the hours is unknown. */
const weighted = (
  { usualFlows }: LearntHours,
  flows: Float64Array,
  start: number,
  hours: readonly number[],
  weights: Float64Array,
): number => {
  let figure = 0
  for (let index = 0; index < hours.length; index++) {
    const hour = hours[index]!
    figure += weights[hour]! * (flows[start + hour]! - usualFlows[hour]!)
  }
  return figure
}

const weightsFor = (fit: LearntHours, hours: readonly number[]): HourWeights => {
  const key = hours.join()
  let weights = fit.weightsByHours.get(key)
  if (!weights) {
    weights = fit.isIntermittent ? equalWeights(fit.covariance, hours) : weightsOf(fit.covariance, hours)
    fit.weightsByHours.set(key, weights)
  }
  return weights
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7

/** The median difference of each weekday from the seven days around it, shrunk where few are known. */
const weekdayEffectsOf = (raw: Float64Array, firstDay: DayNumber): number[] => {
  const differences: number[][] = Array.from({ length: 7 }, () => [])
  const week = new Float64Array(7)
  for (let day = 3; day + 3 < raw.length; day++) {
    for (let near = 0; near < 7; near++) week[near] = raw[day - 3 + near]!
    const difference = raw[day]! - median(week)
    if (!Number.isNaN(difference)) differences[weekdayOf(firstDay + day)]!.push(difference)
  }
  return differences.map((known) => (known.length === 0 ? 0 : (median(known) * known.length) / (known.length + 2)))
}

const lessEffects = (raw: Float64Array, effects: readonly number[], firstDay: DayNumber): Float64Array => {
  const figures = new Float64Array(raw.length)
  for (let day = 0; day < raw.length; day++) figures[day] = raw[day]! - effects[weekdayOf(firstDay + day)]!
  return figures
}

const noiseOf = (figures: Float64Array): Noise => {
  const deviationOf = (lag: number) => {
    const differences = new Float64Array(Math.max(0, figures.length - lag))
    for (let day = 0; day < differences.length; day++) differences[day] = figures[day + lag]! - figures[day]!
    return robustDeviation(differences)
  }
  const week = deviationOf(7)
  const sigma = quantile([deviationOf(1), deviationOf(2), week], 0.5) / Math.SQRT2
  const drift = (deviationOf(21) ** 2 - week ** 2) / 14
  return { sigma, driftVariance: Number.isNaN(drift) ? 0 : Math.min(Math.max(drift, 0), (sigma / 4) ** 2) }
}
