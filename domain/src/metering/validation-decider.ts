import {
  defaultThresholds,
  type RecordValidation,
  type SetValidationThresholds,
  type ValidationPass,
  ValidationThresholds,
} from '@nightflow/schemas/metering/validation-thresholds'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type ValidationEvent = EventIn<'metering.ValidationThresholdsSet' | 'metering.DayValidated'>

/** A tenant's thresholds, and the day up to which each pass has come. */
export type Validation = {
  readonly thresholds: ValidationThresholds
  readonly validatedUntil: Readonly<Partial<Record<ValidationPass, string>>>
}

/** How a tenant validates, and how far it has. A pass goes forward alone: a day that was validated is not recorded again. */
export const validationDecider: Decider<SetValidationThresholds | RecordValidation, Validation, ValidationEvent> = {
  streamOf: () => 'metering-validation',
  initialState: { thresholds: defaultThresholds, validatedUntil: {} },
  evolve: (state, event) =>
    event.type === 'metering.ValidationThresholdsSet'
      ? { ...state, thresholds: ValidationThresholds.parse(event.data) }
      : { ...state, validatedUntil: { ...state.validatedUntil, [event.data.pass]: event.data.day } },
  decide: { SetValidationThresholds: setThresholds, RecordValidation: record },
}

function setThresholds({ type: _, ...asked }: SetValidationThresholds, { thresholds }: Validation, { now }: Context) {
  const isSame = (Object.keys(thresholds) as (keyof ValidationThresholds)[]).every((name) => thresholds[name] === asked[name])
  return isSame ? [] : [{ type: 'metering.ValidationThresholdsSet' as const, data: { ...asked, at: now } }]
}

function record({ type: _, ...asked }: RecordValidation, { validatedUntil }: Validation, { now }: Context) {
  if (asked.day <= (validatedUntil[asked.pass] ?? '')) return []
  return [{ type: 'metering.DayValidated' as const, data: { ...asked, at: now } }]
}
