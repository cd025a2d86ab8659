import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { addDays, countDays } from '#ui/local-days.ts'

type Range = { from: string; to: string }
/** The address of an investigation names another partition, the first day of another period, or both. */
type Chosen = { with?: string | undefined; against?: string | undefined }
export type Comparison = Range & { partition: string; shiftDays: number }

/** The partition and the days that are laid over those that are shown; undefined where nothing is compared. */
export const comparisonOf = (partition: string, range: Range, chosen: Chosen): Comparison | undefined => {
  if (chosen.with === undefined && chosen.against === undefined) return undefined
  const from = chosen.against ?? range.from
  const shiftDays = countDays(from, range.from) - 1
  return { partition: chosen.with ?? partition, from, to: addDays(range.to, -shiftDays), shiftDays }
}

/** A value with its local day and, where it is of an hour, its hour. */
export type At = { day: string; hour?: number }
const keyOf = ({ day, hour }: At): string => `${day} ${hour ?? ''}`

/** The compared value of each shown time: that of the same hour so many days before. */
export const alignTo = (
  shown: readonly At[],
  compared: readonly (At & { value: number | null })[],
  shiftDays: number,
): (number | null)[] => {
  const values = new Map(compared.map((each) => [keyOf(each), each.value]))
  return shown.map(({ day, ...rest }) => values.get(keyOf({ day: addDays(day, -shiftDays), ...rest })) ?? null)
}

/** The shown values less the compared ones; unknown where one of the two is. */
export const differenceOf = (shown: readonly (number | null)[], compared: readonly (number | null)[]): (number | null)[] =>
  shown.map((value, index) => {
    const other = compared[index] ?? null
    return value === null || other === null ? null : value - other
  })

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type PeriodFigures = {
  supplyLitres: number | null
  leakageLitres: number | null
  leakageRate: number | null
  nightMinimumFlowLitresPerHour: number | null
  netNightFlowLitresPerHour: number | null
}

/** Means of the known days of a period, the rate of those whose leakage is known, and medians of its nights, which one bad night does not move. */
export const figuresOfPeriod = (rows: readonly NightFlowRow[]): PeriodFigures => {
  const known = (figure: keyof PeriodFigures) => rows.flatMap((row) => row[figure] ?? [])
  const leaking = rows.filter(({ leakageLitres }) => leakageLitres !== null)
  const sum = (figure: 'supplyLitres' | 'leakageLitres') => leaking.reduce((total, row) => total + (row[figure] ?? 0), 0)
  const supplied = sum('supplyLitres')
  return {
    supplyLitres: meanOf(known('supplyLitres')),
    leakageLitres: meanOf(known('leakageLitres')),
    leakageRate: supplied > 0 ? sum('leakageLitres') / supplied : null,
    nightMinimumFlowLitresPerHour: medianOf(known('nightMinimumFlowLitresPerHour')),
    netNightFlowLitresPerHour: medianOf(known('netNightFlowLitresPerHour')),
  }
}
