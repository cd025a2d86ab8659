const decimalsMax = 6

/** The fewest decimals, at least `usual`, with which two different figures are written differently; `usual` where they are equal. */
export function decimalsThatDiffer(one: number | null, other: number | null, usual: number): number {
  if (one === null || other === null || one === other) return usual
  for (let decimals = usual; decimals < decimalsMax; decimals += 1) if (one.toFixed(decimals) !== other.toFixed(decimals)) return decimals
  return decimalsMax
}
