import { baseDays, longestStepDays, oneDayScore, stepScore } from './level-changes.ts'

const daysShown = [1, 2, 7, longestStepDays] as const

/** The smallest leak that flows since `n` days and is seen: `score x sigma x sqrt(1/n + 1.2/28)` and at least what counts as a change. Litres an hour. */
export const smallestVisible = (zone: {
  sigma: number
  leastRise: number
  isIntermittent: boolean
}): { days: number; flowLitresPerHour: number }[] =>
  daysShown
    .filter((days) => !zone.isIntermittent || days >= 3)
    .map((days) => {
      const deviation = zone.sigma * Math.sqrt(1 / days + 1.2 / baseDays)
      return { days, flowLitresPerHour: Math.round(Math.max((days === 1 ? oneDayScore : stepScore) * deviation, zone.leastRise)) }
    })
