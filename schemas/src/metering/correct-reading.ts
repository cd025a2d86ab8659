import { z } from 'zod'
import { RegisterLitres } from '../shared/quantity.ts'
import { recorded, text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** A UUID of version 7: it begins with the time of the correction, so that a later one outranks an earlier one. */
export const CorrectionId = z.uuidv7()

/** The register of a meter at an instant, as a person states it. It outranks gateways and imports. */
export const CorrectReading = z.object({
  type: z.literal('CorrectReading'),
  correctionId: CorrectionId,
  number: MeterNumber,
  at: Instant,
  litres: RegisterLitres,
  reason: text(200).min(1),
})
export type CorrectReading = z.infer<typeof CorrectReading>

export const ReadingCorrected = CorrectReading.omit({ type: true }).extend({ correctedBy: recorded(200), correctedAt: Instant })
export type ReadingCorrected = z.infer<typeof ReadingCorrected>

/** Takes a manual correction back: the figures are those without it, and the log keeps both. */
export const WithdrawReadingCorrection = z.object({
  type: z.literal('WithdrawReadingCorrection'),
  number: MeterNumber,
  correctionId: CorrectionId,
  reason: text(200).min(1),
})
export type WithdrawReadingCorrection = z.infer<typeof WithdrawReadingCorrection>

export const ReadingCorrectionWithdrawn = WithdrawReadingCorrection.omit({ type: true }).extend({
  at: Instant,
  withdrawnBy: recorded(200),
  withdrawnAt: Instant,
})
export type ReadingCorrectionWithdrawn = z.infer<typeof ReadingCorrectionWithdrawn>
