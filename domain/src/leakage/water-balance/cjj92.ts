/** The inputs by which CJJ 92-2016 (partial revision of 2018) corrects a loss rate. Null is unknown. */
export type Corrections = {
  /** Share of the water that is read at households. */
  householdShare: number | null
  /** Kilometres of mains of DN 75 and above for ten thousand cubic metres of yearly supply. */
  kilometresPerTenThousand: number | null
  /** Yearly mean pressure at the outlet of the works, MPa. */
  outletMegapascal: number | null
  /** Greatest depth of frost, metres. */
  frostMetres: number | null
}

export type Corrected = {
  households: number | null
  mains: number | null
  pressure: number | null
  frost: number | null
  /** Unknown where one of them is. */
  sum: number | null
}

/**
 * The coefficients, as data: they come from a secondary source and are to be compared with the standard before a sheet is sent. Pressures are lower bounds
 * that do not count.
 */
export const cjj92Data = {
  households: 0.08,
  mains: { slope: 0.99, level: 0.0693, limit: 0.03 },
  pressure: [
    { above: 0.75, adds: 0.02 },
    { above: 0.55, adds: 0.01 },
    { above: 0.35, adds: 0.005 },
  ],
  frost: { above: 1.4, adds: 0.01 },
  /** Upper ends of level one and two. */
  levels: [0.1, 0.12],
} as const

/** R1 to R4 and their sum, shares of one. */
export const corrections = ({ householdShare, kilometresPerTenThousand, outletMegapascal, frostMetres }: Corrections): Corrected => {
  const { slope, level, limit } = cjj92Data.mains
  const households = ifKnown(householdShare, (share) => cjj92Data.households * share)
  const mains = ifKnown(kilometresPerTenThousand, (ratio) => Math.min(limit, Math.max(-limit, slope * (ratio - level))))
  const pressure = ifKnown(outletMegapascal, (value) => cjj92Data.pressure.find(({ above }) => value > above)?.adds ?? 0)
  const frost = ifKnown(frostMetres, (depth) => (depth > cjj92Data.frost.above ? cjj92Data.frost.adds : 0))
  const all = [households, mains, pressure, frost]
  const sum = all.reduce<number | null>((total, part) => (total === null || part === null ? null : total + part), 0)
  return { households, mains, pressure, frost, sum }
}

const ifKnown = (value: number | null, of: (value: number) => number): number | null => (value === null ? null : of(value))

/** The rated figure: the comprehensive loss rate less the corrections. */
export const correctedLossRate = (comprehensive: number | null, { sum }: Corrected): number | null =>
  comprehensive === null || sum === null ? null : comprehensive - sum

/** Level one or two, null where neither is reached. */
export const levelOf = (rate: number | null): string | null => {
  const place = rate === null ? -1 : cjj92Data.levels.findIndex((end) => rate <= end)
  return place < 0 ? null : String(place + 1)
}
