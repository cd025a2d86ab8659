import { defaultThresholds, ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { changesBetween } from '../projector/entity-history.ts'

const row = z.object({
  pass: z.string(),
  /** Null while the defaults hold, and in rows that only say how far a pass has come. */
  thresholds: ValidationThresholds.nullable(),
  reason: z.string().nullable(),
  validatedUntil: z.string().nullable(),
})

/** The row that keeps the thresholds; the other two keep how far each pass has come. */
export const thresholdsKey = 'thresholds'

/** A tenant's thresholds of validation, and the days that were validated with them. */
export const validationProgress = defineEntity({
  name: 'metering/validation-progress',
  version: 2,
  table: 'validation_progress',
  key: ['pass'],
  row,
  keysOf: ({ type, data }) => [{ pass: type === 'metering.DayValidated' ? (data.pass as string) : thresholdsKey }],
  evolve: {
    'metering.ValidationThresholdsSet': (_, { data: { reason, at: __, ...thresholds } }) => ({
      pass: thresholdsKey,
      thresholds,
      reason,
      validatedUntil: null,
    }),
    'metering.DayValidated': (_, { data: { pass, day } }) => ({ pass, thresholds: null, reason: null, validatedUntil: day }),
  },
  history: {
    sentences: 'metering:thresholds',
    steps: {
      'metering.ValidationThresholdsSet': {
        step: 'set',
        tell: (_, { before, after }) => ({
          changes: changesBetween(before?.thresholds ?? defaultThresholds, after.thresholds ?? {}, Object.keys(ValidationThresholds.shape)),
        }),
      },
    },
  },
})
