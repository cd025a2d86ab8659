import type { ComparedFigure } from '@nightflow/schemas/leakage/day-comparison'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import { isNegativeRate } from '#leakage/leakage-classes.ts'
import type { Meaning } from '#ui/status-badge.tsx'

/** From this many times its threshold a figure is an alarm; between once and this it is a warning. */
export const alarmFactor = 1.5

/** Figures that have a threshold. */
export type JudgedFigure = Exclude<ComparedFigure, 'supplyLitres' | 'completeness'>
export const judgedFigures: readonly JudgedFigure[] = ['leakageRate', 'leakageLitres', 'nightMinimumFlowLitresPerHour', 'klRatio']

/**
 * How a figure is, in one word: against its threshold, or what no threshold is needed for. `negative`: customers use more than is supplied.
 * `nightAboveAverage`: a KL ratio above one. Both point to meters rather than to leakage.
 */
export type Verdict = { meaning: Meaning; word: 'good' | 'warning' | 'alarm' | 'unknown' | 'negative' | 'nightAboveAverage' }

const thresholdsOf = (thresholds: Thresholds): Record<JudgedFigure, number | undefined> => ({
  leakageRate: thresholds.leakageRate,
  leakageLitres: thresholds.leakageLitresPerDay,
  nightMinimumFlowLitresPerHour: thresholds.nightMinimumFlowLitresPerHour,
  klRatio: thresholds.klRatio,
})

export const thresholdOf = (figure: ComparedFigure, thresholds: Thresholds): number | undefined =>
  isJudged(figure) ? thresholdsOf(thresholds)[figure] : undefined

export const isJudged = (figure: ComparedFigure): figure is JudgedFigure => judgedFigures.some((judged) => judged === figure)

/** True where customers' meters counted more than the summary meters let in. */
export const isLeakageNegative = ({ leakageLitres, leakageRate }: Pick<NightFlowRow, 'leakageLitres' | 'leakageRate'>): boolean =>
  leakageRate === null ? leakageLitres !== null && leakageLitres < 0 : isNegativeRate(leakageRate)

const ofMeaning = (word: 'good' | 'warning' | 'alarm' | 'unknown'): Verdict => ({ meaning: word, word })

/** How a figure of a day is; unknown when it or its threshold is missing. */
export function judge(figure: JudgedFigure, row: NightFlowRow, thresholds: Thresholds): Verdict {
  const value = row[figure]
  if (value === null) return ofMeaning('unknown')
  if ((figure === 'leakageRate' || figure === 'leakageLitres') && isLeakageNegative(row)) return { meaning: 'warning', word: 'negative' }
  const threshold = thresholdsOf(thresholds)[figure]
  if (threshold !== undefined && value > threshold) return ofMeaning(value < threshold * alarmFactor ? 'warning' : 'alarm')
  if (figure === 'klRatio' && value > 1) return { meaning: 'warning', word: 'nightAboveAverage' }
  return ofMeaning(threshold === undefined ? 'unknown' : 'good')
}

const severity: Record<Meaning, number> = { waiting: 0, off: 0, unknown: 0, good: 1, warning: 2, alarm: 3 }

/**
 * The verdict on a whole day: the verdict of its worst figure, which is named. A day whose supply is unknown, such as one that is not over,
 * is never good: figures of it may still exceed their thresholds.
 */
export function judgeDay(row: NightFlowRow | null, thresholds: Thresholds): Verdict & { figure: JudgedFigure | null } {
  const nothing: Verdict & { figure: JudgedFigure | null } = { ...ofMeaning('unknown'), figure: null }
  if (row === null) return nothing
  const worst = judgedFigures.reduce((worst, figure) => {
    const verdict = judge(figure, row, thresholds)
    return severity[verdict.meaning] > severity[worst.meaning] ? { ...verdict, figure } : worst
  }, nothing)
  return worst.word === 'good' && row.supplyLitres === null ? nothing : worst
}
