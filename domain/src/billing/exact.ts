/** Up to here a double divides without being rounded over the next whole number. */
const exactProductMax = 2 ** 50

/** `value * times / by` of whole numbers that are not negative, rounded half up, whatever the size of the product. */
export const roundedShare = (value: number, times: number, by: number): number => {
  const product = value * times
  if (product <= exactProductMax) return Math.floor((2 * product + by) / (2 * by))
  return Number((2n * BigInt(value) * BigInt(times) + BigInt(by)) / (2n * BigInt(by)))
}
