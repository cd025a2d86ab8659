/** Metres of water of a kilopascal. */
export const metresPerKilopascal = 1 / 9.80665

/** Leakage at another pressure: L1 = L0 (P1/P0)^N1 (FAVAD, May 1994). */
export const leakageAt = (leakage: number, from: number, to: number, exponent: number): number => leakage * (to / from) ** exponent

/** The exponent that two steps of pressure and leakage give: ln(L1/L0) / ln(P1/P0). Null where one says nothing. */
export const exponentOfStep = (
  before: { leakage: number; pressure: number },
  after: { leakage: number; pressure: number },
): number | null =>
  before.leakage > 0 && after.leakage > 0 && before.pressure > 0 && after.pressure > 0 && before.pressure !== after.pressure
    ? Math.log(after.leakage / before.leakage) / Math.log(after.pressure / before.pressure)
    : null

/** The exponent of a leakage number LN = m h / A0: (0.5 + 1.5 LN) / (1 + LN). */
export const exponentOfLeakageNumber = (number: number): number => (0.5 + 1.5 * number) / (1 + number)

/**
 * Night-day factor, hours a day: the sum over the hours of (AZP of the hour / AZP at the night minimum)^N1. Leakage of a day is net night flow times it.
 * `hours` has the pressure of each hour of a day.
 */
export const nightDayFactor = (hours: readonly number[], night: number, exponent: number): number =>
  hours.reduce((sum, pressure) => sum + (pressure / night) ** exponent, 0)

type Night = { leakage: number; pressure: number }

/** Nights and spread of their pressures below which they say nothing of the exponent. */
const nightsMin = 10
const spreadMin = 0.05

/**
 * The exponent that nights of different pressures give, by least squares of the logarithms, and the share of the variation that it explains. Null where there are
 * fewer than ten nights, or their pressures differ by less than a twentieth.
 */
export const exponentOfNights = (nights: readonly Night[]): { exponent: number; explainedShare: number } | null => {
  const positive = nights.filter(({ leakage, pressure }) => leakage > 0 && pressure > 0)
  if (positive.length < nightsMin) return null
  const pressures = positive.map(({ pressure }) => Math.log(pressure))
  const leakages = positive.map(({ leakage }) => Math.log(leakage))
  if (Math.max(...pressures) - Math.min(...pressures) < Math.log(1 + spreadMin)) return null
  const [meanPressure, meanLeakage] = [meanOf(pressures), meanOf(leakages)]
  const both = sumOver(pressures, (pressure, place) => (pressure - meanPressure) * (leakages[place]! - meanLeakage))
  const own = sumOver(pressures, (pressure) => (pressure - meanPressure) ** 2)
  const all = sumOver(leakages, (leakage) => (leakage - meanLeakage) ** 2)
  return { exponent: both / own, explainedShare: all === 0 ? 1 : both ** 2 / (own * all) }
}

export const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const sumOver = (values: readonly number[], of: (value: number, place: number) => number): number =>
  values.reduce((sum, value, place) => sum + of(value, place), 0)
