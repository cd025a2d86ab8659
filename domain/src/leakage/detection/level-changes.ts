import type { DailyFigures } from './daily-figure.ts'
import { trimmedMean } from './robust-statistics.ts'

/** A change of the level of the daily figure; indices are days of the memory. */
export type LevelChange = {
  test: 'step' | 'within-day' | 'growth' | 'second-opinion'
  /** First day of the new level, or of the growth. */
  onset: number
  /** Onsets that explain the days nearly as well. */
  onsetEarliest: number
  onsetLatest: number
  /** Local hour of that day at which it began; 0 where it is not known. */
  onsetHour: number
  /** How much more flows on the last day, litres an hour; negative where it fell. */
  rise: number
  deviation: number
  /** How many deviations, and beyond how many the test fires. */
  score: number
  threshold: number
  /** Of the second opinion alone: that the level changed in the last two weeks. */
  probability?: number
}

type Searched = {
  days: DailyFigures
  /** The first day with which later ones are compared: the one after the last change. */
  baseFrom: number
  leastRise: number
  isIntermittent: boolean
}

export const longestStepDays = 21
const longestGrowthDays = 56
export const baseDays = 28
/** A base has each weekday. */
const leastBaseDays = 7
export const stepScore = 4.2
/** Of one day alone: with a short base its deviation is small, and a single odd night is no leak. */
export const oneDayScore = 6.5
const growthScore = 5
/** Twice the logarithm of the likelihood of an onset may be less than that of the best by this: 90 % of a chi-squared of one degree. */
const onsetTolerance = 2.7

type Noise = Pick<DailyFigures, 'sigma' | 'driftVariance'>

/** So many days before a change are its base, the fewer the more the level drifts: `1.2 sigma^2 / n + tau^2 n / 3` is least with so many. */
export const baseLength = ({ sigma, driftVariance }: Noise): number =>
  Math.min(baseDays, Math.max(leastBaseDays, Math.round(Math.sqrt((3.6 * sigma ** 2) / driftVariance))))

/** Standard deviation of the difference of two levels: of days since a change, whose variances add up to `factor`, and of the days before it. */
export const deviationOf = (
  { sigma, driftVariance }: Noise,
  { days, base, factor = days }: { days: number; base: number; factor?: number },
) => Math.sqrt(sigma ** 2 * (factor / days ** 2 + 1.2 / base) + (driftVariance * (days + base)) / 3)

/** The known days of a memory, from the base on: a change is looked for in these alone. */
type KnownDays = { indices: number[]; values: number[]; factors: number[] }

export const knownDays = ({ figures, varianceFactors }: DailyFigures, baseFrom: number): KnownDays => {
  const indices: number[] = []
  for (let day = Math.max(0, baseFrom); day < figures.length; day++) if (!Number.isNaN(figures[day]!)) indices.push(day)
  return { indices, values: indices.map((day) => figures[day]!), factors: indices.map((day) => varianceFactors[day]!) }
}

/** A change of the level one to 21 days ago, either way. Null where none is beyond its threshold. A rise of one day needs less where pressure witnesses it. */
export const findStep = ({
  days,
  baseFrom,
  leastRise,
  isIntermittent,
  isWitnessed,
}: Searched & { isWitnessed: boolean }): LevelChange | null => {
  const { indices, values, factors } = knownDays(days, baseFrom)
  const candidates: LevelChange[] = []
  let sum = 0
  let factor = 0
  for (let length = 1; length <= longestStepDays && length <= values.length - 2; length++) {
    const first = values.length - length
    sum += values[first]!
    factor += factors[first]!
    const base = values.slice(Math.max(0, first - baseLength(days)), first)
    const level = trimmedMean(base, 0.15)
    const rise = sum / length - level
    const deviation = deviationOf(days, { days: length, base: base.length, factor })
    const direction = Math.sign(rise)
    const lastTwo = values.slice(-2).every((value) => direction * (value - level) > 0)
    if ((length > 1 && !lastTwo) || (isIntermittent && length < 3) || Math.abs(rise) <= leastRise) continue
    const threshold = length === 1 && !(isWitnessed && rise > 0) ? oneDayScore : stepScore
    const onset = indices[first]!
    candidates.push({ ...changeAt('step', onset), rise, deviation, score: Math.abs(rise) / deviation, threshold })
  }
  return bestOf(candidates)
}

/** A rise of the last day's hours from one on, which is too late in the day to show in the figure of the whole day. */
export const findWithinDay = (
  blocks: readonly { fromHour: number; days: DailyFigures }[],
  rest: Omit<Searched, 'days'>,
): LevelChange | null => {
  if (rest.isIntermittent) return null
  const candidates: LevelChange[] = []
  for (const { fromHour, days } of blocks) {
    const { indices, values, factors } = knownDays(days, rest.baseFrom)
    const base = values.slice(0, -1).slice(-baseLength(days))
    const onset = indices.at(-1)
    if (base.length < 2 || onset !== days.figures.length - 1) continue
    const rise = values.at(-1)! - trimmedMean(base, 0.15)
    const deviation = deviationOf(days, { days: 1, base: base.length, factor: factors.at(-1)! })
    if (Math.abs(rise) <= rest.leastRise) continue
    const score = Math.abs(rise) / deviation
    candidates.push({ ...changeAt('within-day', onset), onsetHour: fromHour, rise, deviation, score, threshold: oneDayScore })
  }
  return bestOf(candidates)
}

/** A level that rises evenly since one of the last 56 days. */
export const findGrowth = ({ days, baseFrom, leastRise, isIntermittent }: Searched): LevelChange | null => {
  const { indices, values } = knownDays(days, baseFrom)
  const candidates: LevelChange[] = []
  const last = indices.at(-1)!
  for (let first = values.length - 5; first >= 5 && last - indices[first]! < longestGrowthDays; first--) {
    const from = Math.max(0, first - baseLength(days))
    const count = values.length - from
    const length = last - indices[first]! + 1
    let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0]
    for (let index = from; index < values.length; index++) {
      const grown = Math.max(0, indices[index]! - indices[first]! + 1)
      sumX += grown
      sumY += values[index]!
      sumXX += grown * grown
      sumXY += grown * values[index]!
    }
    const squares = sumXX - sumX ** 2 / count
    const slope = (sumXY - (sumX * sumY) / count) / squares
    const rise = slope * length
    const level = (sumY - slope * sumX) / count
    const deviation = Math.sqrt((length ** 2 * days.sigma ** 2) / squares + (days.driftVariance * count) / 3)
    // One day far up is no growth.
    const lastDays = values.slice(isIntermittent ? -3 : -2)
    if (rise <= leastRise || !lastDays.every((value) => value - level > rise / 4)) continue
    candidates.push({ ...changeAt('growth', indices[first]!), rise, deviation, score: rise / deviation, threshold: growthScore })
  }
  return bestOf(candidates)
}

const changeAt = (test: LevelChange['test'], onset: number) => ({ test, onset, onsetEarliest: onset, onsetLatest: onset, onsetHour: 0 })

/** The candidate with the largest score of those beyond their threshold, with the onsets that are nearly as good. */
const bestOf = (candidates: readonly LevelChange[]): LevelChange | null => {
  const firing = candidates.filter(({ score, threshold }) => score > threshold)
  if (firing.length === 0) return null
  const best = firing.reduce((one, other) => (other.score > one.score ? other : one))
  const near = candidates
    .filter(({ score, rise }) => score ** 2 >= best.score ** 2 - onsetTolerance && rise * best.rise > 0)
    .map(({ onset }) => onset)
  return { ...best, onsetEarliest: Math.min(...near), onsetLatest: Math.max(...near) }
}
