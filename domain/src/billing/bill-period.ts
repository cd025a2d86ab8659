/** Local days, the second not included. */
export type BillPeriod = { readonly from: string; readonly to: string }

const overlap = (one: BillPeriod, other: BillPeriod): boolean => one.from < other.to && other.from < one.to

/** The first of the periods that has a day of another one. */
export const overlapping = <Period extends BillPeriod>(periods: readonly Period[], wanted: BillPeriod): Period | undefined =>
  periods.find((period) => overlap(period, wanted))

export type UnbilledPart = BillPeriod & { readonly endsWithHolder: boolean }

/**
 * The earliest days of a period that no bill has yet, up to the next billed day or the day on which another holder began: a bill has one holder.
 * `endsWithHolder` says that the holder is the reason for its end. Undefined where every day is billed.
 */
export const unbilledPeriod = (
  wanted: BillPeriod,
  billed: readonly BillPeriod[],
  transferDays: readonly string[],
): UnbilledPart | undefined => {
  let { from } = wanted
  for (const period of billed.toSorted((one, other) => (one.from < other.from ? -1 : 1)))
    if (period.from <= from && from < period.to) from = period.to
  if (from >= wanted.to) return undefined
  const ends = billed.map((period) => period.from).filter((day) => day > from && day < wanted.to)
  const transferDay = transferDays.filter((day) => day > from && day <= wanted.to).sort()[0]
  const to = [...ends, wanted.to, ...(transferDay === undefined ? [] : [transferDay])].sort()[0]!
  return { from, to, endsWithHolder: to === transferDay }
}

/** Parts of one account that one answer names: more than a period of two years has in practice. */
export const unbilledPartsMax = 50

/** All days of a period that no bill has, in parts of one holder each, the earliest first. */
export const unbilledParts = (wanted: BillPeriod, billed: readonly BillPeriod[], transferDays: readonly string[]): UnbilledPart[] => {
  const parts: UnbilledPart[] = []
  while (parts.length < unbilledPartsMax) {
    const part = unbilledPeriod(wanted, [...billed, ...parts], transferDays)
    if (!part) break
    parts.push(part)
  }
  return parts
}
