/** Sorting takes most of a verdict's time: one buffer for all of it spares the collector. Nothing in it outlives a call. */
let sorted = new Float64Array(1024)

/** Sorts the values that are known into the buffer, and answers how many they are. Few are sorted by insertion, which is faster than a call of `sort`. */
const sortKnown = (values: ArrayLike<number>): number => {
  if (values.length > sorted.length) sorted = new Float64Array(2 * values.length)
  let count = 0
  const few = values.length <= 32
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    if (Number.isNaN(value)) continue
    let place = count++
    if (few) for (; place > 0 && sorted[place - 1]! > value; place--) sorted[place] = sorted[place - 1]!
    sorted[place] = value
  }
  if (!few) sorted.subarray(0, count).sort()
  return count
}

/** Quantile of the values that are known, by linear interpolation between ranks; NaN where none is. */
export const quantile = (values: ArrayLike<number>, share: number): number => {
  const count = sortKnown(values)
  if (count === 0) return Number.NaN
  const rank = share * (count - 1)
  const below = Math.floor(rank)
  const lower = sorted[below]!
  return below + 1 < count ? lower + (rank - below) * (sorted[below + 1]! - lower) : lower
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5)

/**
 * Standard deviation of differences whose expectation is zero, of which a part is not of the noise: the quantile 0.35 of their amounts, which for
 * a normal distribution is 0.4538 of the standard deviation.
 */
export const robustDeviation = (differences: Float64Array): number => quantile(differences.map(Math.abs), 0.35) / 0.4538

/** Mean without the share of the smallest and that of the largest values; all of them known. */
export const trimmedMean = (values: ArrayLike<number>, share: number): number => {
  const count = sortKnown(values)
  const cut = Math.floor(count * share)
  let sum = 0
  for (let index = cut; index < count - cut; index++) sum += sorted[index]!
  return sum / (count - 2 * cut)
}
