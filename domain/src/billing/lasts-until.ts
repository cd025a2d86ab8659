import { dateOfDay, dayOfDate } from '../shared/local-time.ts'

/** A deduction of a prepaid account: the day after the last one that it counts, and its amount. */
type Deduction = { readonly periodFrom: string; readonly periodTo: string; readonly totalMinor: number }

export type LastsUntil = {
  /** The last day that the balance pays for; null where it pays for none, where nothing is used, or where it lasts for years. */
  readonly day: string | null
  /** Days whose use is the basis, and what one of them cost on average. */
  readonly basisDays: number
  readonly averageMinor: number
}

const basisDaysMax = 30
/** Beyond that a day would say nothing. */
const lastingDaysMax = 1_825

/**
 * How long a balance lasts, by what the last thirty deducted days cost on average: the day after the last deducted one is the first that it has to pay. Undefined
 * where no day was deducted. Deductions come in the order of their events.
 */
export const lastsUntil = (deductions: readonly Deduction[], balanceMinor: number): LastsUntil | undefined => {
  const ends = deductions.map(({ periodTo }) => dayOfDate(periodTo))
  if (ends.length === 0) return undefined
  const last = Math.max(...ends)
  const first = Math.min(...deductions.map(({ periodFrom }) => dayOfDate(periodFrom)))
  const older = ends.filter((end) => end <= last - basisDaysMax)
  const begin = Math.max(first, ...older)
  const costMinor = deductions.reduce((sum, { totalMinor }, nth) => sum + (ends[nth]! > begin ? totalMinor : 0), 0)
  const basisDays = last - begin
  const averageMinor = basisDays === 0 ? 0 : costMinor / basisDays
  const lasting = averageMinor > 0 ? Math.floor(balanceMinor / averageMinor) : Number.POSITIVE_INFINITY
  const isSaid = lasting >= 1 && lasting <= lastingDaysMax
  return { day: isSaid ? dateOfDay(last + lasting - 1) : null, basisDays, averageMinor: Math.round(averageMinor) }
}
