import { consumptionReviewDecider } from '@nightflow/domain/metering/consumption-review-decider'
import { expectedLitres, validateConsumption } from '@nightflow/domain/metering/validate-consumption'
import type { DayToValidate } from '@nightflow/projections/metering/days-to-validate'
import type { ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Reaction } from '../shared/define-policy.ts'

type Judging = { day: string; thresholds: ValidationThresholds; isLate: boolean }

/** Records what a meter's day breaks of the rules, also that it breaks none any more; answers whether it breaks one. */
export const questionDay = async (
  execute: Reaction['execute'],
  { number, measuredLitres, isQuestioned, judged }: DayToValidate,
  { day, thresholds, isLate }: Judging,
): Promise<boolean> => {
  const findings = validateConsumption({ ...judged, isLate }, thresholds)
  if (findings.length === 0 && !isQuestioned) return false
  const expected = expectedLitres(judged.before, thresholds)
  const command = { type: 'QuestionDay' as const, number, day, findings, measuredLitres, expectedLitres: expected }
  const result = await execute(consumptionReviewDecider, command)
  if (result !== 'done-before' && isRejection(result)) throw new TypeError(`the findings of ${number} were rejected: ${result.rejected}`)
  return findings.length > 0
}
