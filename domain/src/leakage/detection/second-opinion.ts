import type { DailyFigures } from './daily-figure.ts'
import { baseDays, baseLength, deviationOf, knownDays, type LevelChange } from './level-changes.ts'
import { median, trimmedMean } from './robust-statistics.ts'

const hazard = 1 / 60
/** A run of so many days and longer is one: beyond that its length says nothing more. */
const longestRun = 60
const recentRun = 15
const sureness = 0.95
/** Prior standard deviation of a level, in those of a day. */
const priorDeviations = 20

/**
 * Bayesian online change point (Adams and MacKay, 2007) with known noise and drift: the probability of each number of days since the level changed. Fires when
 * it is almost sure that it changed in the last 14 days, and most likely not on the last day.
 */
export const findSecondOpinion = (
  days: DailyFigures,
  { baseFrom, leastRise, isIntermittent }: { baseFrom: number; leastRise: number; isIntermittent: boolean },
): LevelChange | null => {
  const { indices, values } = knownDays(days, baseFrom)
  if (values.length < 4) return null
  const runs = runLengths(values, days)
  const recent = runs.slice(1, recentRun).reduce((sum, probability) => sum + probability, 0)
  const length = runs.indexOf(Math.max(...runs))
  if (recent <= sureness || length < (isIntermittent ? 3 : 2) || length >= recentRun || length > values.length - 2) return null
  const first = values.length - length
  const base = values.slice(Math.max(0, first - baseLength(days)), first)
  const rise = values.slice(first).reduce((sum, value) => sum + value, 0) / length - trimmedMean(base, 0.15)
  if (Math.abs(rise) <= leastRise) return null
  const deviation = deviationOf(days, { days: length, base: base.length })
  const onset = indices[first]!
  const near = runs.flatMap((probability, run) => (run >= 1 && run < first && probability > 0.1 * runs[length]! ? [indices.at(-run)!] : []))
  return {
    test: 'second-opinion',
    ...{ onset, onsetEarliest: Math.min(onset, ...near), onsetLatest: Math.max(onset, ...near), onsetHour: 0 },
    ...{ rise, deviation, score: Math.abs(rise) / deviation, threshold: 0, probability: recent },
  }
}

/** Probability of each number of days since the last change, after the last of the values. */
const runLengths = (values: readonly number[], { sigma, driftVariance }: Pick<DailyFigures, 'sigma' | 'driftVariance'>): number[] => {
  const noise = sigma ** 2
  const priorMean = median(values.slice(0, baseDays))
  const priorVariance = (priorDeviations * sigma) ** 2
  const none = () => ({
    means: new Float64Array(longestRun + 1).fill(priorMean),
    variances: new Float64Array(longestRun + 1).fill(priorVariance),
    probabilities: new Float64Array(longestRun + 1),
  })
  let [runs, next] = [none(), none()]
  runs.probabilities[0] = 1
  let longest = 0
  for (const value of values) {
    let total = 0
    let grownBefore = 0
    for (let run = 0; run <= longest; run++) {
      const variance = runs.variances[run]! + noise
      const deviation = value - runs.means[run]!
      const seen = (runs.probabilities[run]! * Math.exp(-(deviation ** 2) / (2 * variance))) / Math.sqrt(variance)
      const into = Math.min(run + 1, longestRun)
      total += seen
      // The longest run collects those beyond it, and keeps the level of the likelier one.
      next.probabilities[into] = run === longestRun ? grownBefore + seen : seen
      if (run === longestRun && grownBefore > seen) continue
      grownBefore = seen
      next.means[into] = runs.means[run]! + (runs.variances[run]! / variance) * deviation
      next.variances[into] = runs.variances[run]! * (noise / variance) + driftVariance
    }
    longest = Math.min(longest + 1, longestRun)
    for (let run = 1; run <= longest; run++) next.probabilities[run] = total > 0 ? (next.probabilities[run]! / total) * (1 - hazard) : 0
    // A value beyond all that the levels allow begins a new run.
    next.probabilities[0] = total > 0 ? hazard : 1
    next.means[0] = priorMean
    next.variances[0] = priorVariance
    ;[runs, next] = [next, runs]
  }
  return Array.from(runs.probabilities.subarray(0, longest + 1))
}
