const basisPointsPerWhole = 10_000

/** Commission of an amount, rounded half up: 2.5 % (250 basis points) of 35.20 is 0.88. */
export const commissionOf = (amountMinor: number, basisPoints: number): number =>
  Math.floor((2 * amountMinor * basisPoints + basisPointsPerWhole) / (2 * basisPointsPerWhole))
