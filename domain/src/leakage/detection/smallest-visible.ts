import { baseLength, deviationOf, longestStepDays, oneDayScore, stepScore } from './level-changes.ts'

const daysShown = [1, 2, 7, longestStepDays] as const

/**
 * The smallest leak that flows since `n` days and is seen, litres an hour: `score x sigma x sqrt(1/n + 1.2/28)`, more where the level drifts, and at least what counts as
 * a change.
 */
export const smallestVisible = (zone: {
  sigma: number
  driftVariance: number
  leastRise: number
  isIntermittent: boolean
}): { days: number; flowLitresPerHour: number }[] =>
  daysShown
    .filter((days) => !zone.isIntermittent || days >= 3)
    .map((days) => {
      const deviation = deviationOf(zone, { days, base: baseLength(zone) })
      return { days, flowLitresPerHour: Math.round(Math.max((days === 1 ? oneDayScore : stepScore) * deviation, zone.leastRise)) }
    })
