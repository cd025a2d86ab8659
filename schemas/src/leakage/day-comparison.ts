import { z } from 'zod'
import { Baseline } from '../shared/baseline.ts'
import { NightFlowByPartition, NightFlowRow } from './night-flow.ts'

/** The figures of a day that are compared. */
export const comparedFigures = [
  'supplyLitres',
  'leakageLitres',
  'leakageRate',
  'nightMinimumFlowLitresPerHour',
  'klRatio',
  'completeness',
] as const satisfies readonly (keyof NightFlowRow)[]
export type ComparedFigure = (typeof comparedFigures)[number]

export const DayComparisonRequest = NightFlowByPartition

/** The day of a period that its figures speak of, each against the same weekday of the four weeks before. Null where the period has no day. */
export const DayComparison = z.object({
  comparison: z.object({ row: NightFlowRow, baselines: z.record(z.enum(comparedFigures), Baseline) }).nullable(),
})
export type DayComparison = z.infer<typeof DayComparison>
