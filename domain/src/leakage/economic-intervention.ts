import type { EconomicIntervention } from '@nightflow/schemas/leakage/night-statistics'
import { dayOfDate } from '../shared/local-time.ts'
import { type Night, slopeOf } from './night-statistics.ts'

/** Fewer nights are weather. */
export const riseNightsMin = 28
const daysOfYear = 365
const hoursOfDay = 24
const monthsOfYear = 12
const litresOfCubicMetre = 1000
const minorOfCurrency = 100

/** Rise of the leakage of a day in a year, litres: the Theil-Sen slope of the nights over 24 hours. Undefined with fewer than 28 nights. */
export const rateOfRise = (nights: readonly Night[]): number | undefined => {
  const known = nights.flatMap(({ date, flow }) => (flow === null ? [] : [{ x: dayOfDate(date), y: flow }]))
  const slope = known.length < riseNightsMin ? undefined : slopeOf(known)
  return slope === undefined ? undefined : Math.max(0, slope) * hoursOfDay * daysOfYear
}

type Costs = { surveyCost: number | undefined; pricePerCubicMetre: number | undefined }

/**
 * The interval between surveys at which a survey costs as much as the water that hidden leaks lose between two of them: `12 √(2 CI / (365 CV RR))` months, which
 * is `√(0.789 CI / (CV RR))`, with RR in m3 a day and year. Unknown without a rise or a cost.
 */
export const economicIntervention = (riseLitresPerDayYear: number, { surveyCost, pricePerCubicMetre }: Costs): EconomicIntervention => {
  const none = { intervalMonths: null, surveyedYearlyShare: null, budgetMinorPerYear: null, hiddenLitresPerYear: null }
  if (riseLitresPerDayYear <= 0 || surveyCost === undefined || !pricePerCubicMetre) return { riseLitresPerDayYear, ...none }
  const rise = riseLitresPerDayYear / litresOfCubicMetre
  const intervalMonths = monthsOfYear * Math.sqrt((2 * surveyCost) / (daysOfYear * pricePerCubicMetre * rise))
  const surveyedYearlyShare = monthsOfYear / intervalMonths
  const budget = surveyedYearlyShare * surveyCost
  return {
    ...{ riseLitresPerDayYear, intervalMonths, surveyedYearlyShare },
    budgetMinorPerYear: Math.round(budget * minorOfCurrency),
    hiddenLitresPerYear: Math.round((budget / pricePerCubicMetre) * litresOfCubicMetre),
  }
}
