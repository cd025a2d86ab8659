/** A rate in hundredths of a percent, and the most that it takes of one order; zero for no limit. */
type FeeRate = { feeBasisPoints: number; maxFeeMinor: number }

const wholeBasisPoints = 10_000n

/** The fee that a platform keeps of an amount: its share, rounded half up, and the limit at most. The account gets the rest. */
export const handlingFee = (amountMinor: number, { feeBasisPoints, maxFeeMinor }: FeeRate): number => {
  const share = Number((2n * BigInt(amountMinor) * BigInt(feeBasisPoints) + wholeBasisPoints) / (2n * wholeBasisPoints))
  return maxFeeMinor > 0 ? Math.min(share, maxFeeMinor) : share
}
