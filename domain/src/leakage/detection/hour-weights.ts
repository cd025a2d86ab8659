import { median } from './robust-statistics.ts'

const hoursOfDay = 24

/** Weights of the hours of a day whose sum is 1, and the variance of the figure that they make, in squares of the flow's unit. */
export type HourWeights = { weights: Float64Array; variance: number }

/**
 * Covariance of the weekly changes of residuals by hour, `(R_t - R_(t-7)) / sqrt 2`, over the days whose median change is within four median deviations:
 * a step is in seven days of them and a growth in none. An unknown hour takes the median change of its day. Shrunk towards its diagonal, with
 * a floor of 3 % of the mean flow, so that few days do not make weights of thousands.
 */
export const covarianceOfHours = (residuals: Float64Array, days: number, meanFlow: number): Float64Array => {
  const changes: Float64Array[] = []
  const medians: number[] = []
  for (let day = 7; day < days; day++) {
    const change = new Float64Array(hoursOfDay)
    for (let hour = 0; hour < hoursOfDay; hour++)
      change[hour] = (residuals[day * hoursOfDay + hour]! - residuals[(day - 7) * hoursOfDay + hour]!) / Math.SQRT2
    const middle = median(change)
    if (Number.isNaN(middle)) continue
    for (let hour = 0; hour < hoursOfDay; hour++) if (Number.isNaN(change[hour]!)) change[hour] = middle
    changes.push(change)
    medians.push(middle)
  }
  const centre = median(medians)
  const bound = 4 * median(medians.map((middle) => Math.abs(middle - centre)))
  const used = changes.filter((_, index) => Math.abs(medians[index]! - centre) <= bound)
  return shrunk(covarianceOf(used), (0.03 * meanFlow) ** 2)
}

const covarianceOf = (rows: readonly Float64Array[]): Float64Array => {
  const covariance = new Float64Array(hoursOfDay * hoursOfDay)
  const means = Float64Array.from({ length: hoursOfDay }, (_, hour) => rows.reduce((sum, row) => sum + row[hour]!, 0) / rows.length)
  const deviations = new Float64Array(hoursOfDay)
  for (const row of rows) {
    for (let hour = 0; hour < hoursOfDay; hour++) deviations[hour] = row[hour]! - means[hour]!
    for (let one = 0; one < hoursOfDay; one++)
      for (let other = 0; other <= one; other++) covariance[one * hoursOfDay + other]! += deviations[one]! * deviations[other]!
  }
  const count = Math.max(1, rows.length - 1)
  for (let one = 0; one < hoursOfDay; one++)
    for (let other = 0; other <= one; other++) {
      const value = covariance[one * hoursOfDay + other]! / count
      covariance[one * hoursOfDay + other] = value
      covariance[other * hoursOfDay + one] = value
    }
  return covariance
}

const shrunk = (covariance: Float64Array, floor: number): Float64Array =>
  covariance.map((value, index) => (index % (hoursOfDay + 1) === 0 ? value + floor : 0.7 * value))

/**
 * The weights `S^-1 1 / (1' S^-1 1)` of some hours: those of a mean with the least variance. As their sum is 1, a leak that flows at all hours adds
 * exactly its flow.
 */
export const weightsOf = (covariance: Float64Array, hours: readonly number[]): HourWeights => {
  const solved = solveForOnes(covariance, hours)
  const sum = solved.reduce((total, value) => total + value, 0)
  const weights = new Float64Array(hoursOfDay)
  hours.forEach((hour, index) => {
    weights[hour] = solved[index]! / sum
  })
  return { weights, variance: 1 / sum }
}

/** The same weight for each of some hours, with the variance that the covariance gives their mean. */
export const equalWeights = (covariance: Float64Array, hours: readonly number[]): HourWeights => {
  const weights = new Float64Array(hoursOfDay)
  let variance = 0
  for (const one of hours) {
    weights[one] = 1 / hours.length
    for (const other of hours) variance += covariance[one * hoursOfDay + other]! / hours.length ** 2
  }
  return { weights, variance }
}

/** The solution of `S x = 1` for the rows and columns of some hours, by Cholesky: with its floor, S is positive definite. */
const solveForOnes = (covariance: Float64Array, hours: readonly number[]): Float64Array => {
  const size = hours.length
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = covariance[hours[row]! * hoursOfDay + hours[column]!]!
      for (let inner = 0; inner < column; inner++) sum -= lower[row * size + inner]! * lower[column * size + inner]!
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / lower[column * size + column]!
    }
  const solution = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    let sum = 1
    for (let column = 0; column < row; column++) sum -= lower[row * size + column]! * solution[column]!
    solution[row] = sum / lower[row * size + row]!
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solution[row]!
    for (let column = row + 1; column < size; column++) sum -= lower[column * size + row]! * solution[column]!
    solution[row] = sum / lower[row * size + row]!
  }
  return solution
}
