import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { lines } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'

const Days = z.int().min(1).max(28)

/**
 * From where a day of a meter is questioned. Each default has its reason; a tenant changes them with a reason of its own, and every validation
 * keeps those that it used.
 */
export const ValidationThresholds = z.object({
  /** Above the third largest of the 28 days before by more than this share: the spike check of Californian utilities has 1.8. */
  spikeShare: z.number().min(0.1).max(100),
  /** Above so many times the mean of the 28 days before: a filled pool is three ordinary days. */
  highTimes: z.number().min(1).max(100),
  /** Below this share of that mean: a weekend away leaves about a fifth. */
  lowShare: z.number().min(0).max(1),
  /** Volumes below this are no work for a person: a cistern and a wash, litres. */
  leastLitres: z.number().min(0).max(1_000_000),
  /** Days without any water until a home that uses some is questioned: two nights away are usual. */
  zeroDays: Days,
  /** Days without any water after which the register counts as stuck: a holiday is two weeks. */
  stuckDays: Days,
  /** Days in a row that may be estimated: bills of a month need a reading. */
  estimatedDays: Days,
  /** Days after which an unknown day is missing: radios lose a day or two and deliver it later. */
  missingDays: Days,
  /** Intervals and registers may differ by this share of the day, and by this volume: registers are reported in tens of litres. */
  sumCheckShare: z.number().min(0).max(1),
  sumCheckLitres: z.number().min(0).max(1_000_000),
  /** Known days without which a day is not compared with the history: a week has one of each weekday. */
  historyDaysMin: Days,
})
export type ValidationThresholds = z.infer<typeof ValidationThresholds>

export const defaultThresholds: ValidationThresholds = {
  spikeShare: 1.8,
  highTimes: 3,
  lowShare: 0.2,
  leastLitres: 100,
  zeroDays: 3,
  stuckDays: 14,
  estimatedDays: 7,
  missingDays: 3,
  sumCheckShare: 0.02,
  sumCheckLitres: 10,
  historyDaysMin: 7,
}

const reason = lines(200).min(1)

export const SetValidationThresholds = z.object({
  type: z.literal('SetValidationThresholds'),
  ...ValidationThresholds.shape,
  reason,
})
export type SetValidationThresholds = z.infer<typeof SetValidationThresholds>

/** `first` in the morning after a day; `late` after `missingDays` more, when radios have delivered what they had kept. */
export const ValidationPass = z.enum(['first', 'late'])
export type ValidationPass = z.infer<typeof ValidationPass>

const validated = { pass: ValidationPass, day: LocalDate, meters: z.int().min(0), questioned: z.int().min(0) }

export const RecordValidation = z.object({ type: z.literal('RecordValidation'), ...validated, thresholds: ValidationThresholds })
export type RecordValidation = z.infer<typeof RecordValidation>

/** The events of a tenant's validation; `events.ts` has those of all. */
export const validationEventTypes = {
  'metering.ValidationThresholdsSet': { version: 1, data: z.object({ ...ValidationThresholds.shape, reason, at: Instant }) },
  'metering.DayValidated': { version: 1, data: z.object({ ...validated, thresholds: ValidationThresholds, at: Instant }) },
} as const

export const findValidationThresholds = endpoint({
  method: 'GET',
  path: '/api/v1/validation-thresholds',
  permission: 'metering:readings:read',
  summary: 'The thresholds of validation, why they were set, and the day that was validated last',
  request: z.object({}),
  response: ValidationThresholds.extend({
    /** Null while the defaults hold. */
    reason: z.string().nullable(),
    validatedUntil: z.iso.date().nullable(),
    /** Each change with its person and reason, the newest first. */
    history: z.array(HistoryRow),
  }),
})

export const setValidationThresholds = endpoint({
  method: 'PUT',
  path: '/api/v1/validation-thresholds',
  permission: 'metering:consumption:configure',
  summary: 'Set the thresholds of validation, with the reason; days that are validated later follow them',
  request: SetValidationThresholds.omit({ type: true }),
  response: z.object({ position: z.int() }),
})
