import { z } from 'zod'
import { RegisterLitres } from '../shared/quantity.ts'
import { recorded, text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/**
 * The register of a meter was reset, or its works were exchanged under the same number: it ended with `finalLitres` and began again with
 * `initialLitres`. Another reset of the same instant corrects the first one.
 */
export const RecordRegisterReset = z.object({
  type: z.literal('RecordRegisterReset'),
  number: MeterNumber,
  resetAt: Instant,
  finalLitres: RegisterLitres,
  initialLitres: RegisterLitres,
  reason: text(200).optional(),
})
export type RecordRegisterReset = z.infer<typeof RecordRegisterReset>

export const RegisterResetRecorded = RecordRegisterReset.omit({ type: true })
export type RegisterResetRecorded = z.infer<typeof RegisterResetRecorded>

/** Takes the reset of an instant back, with those that corrected it: volumes are those without it. */
export const WithdrawRegisterReset = z.object({
  type: z.literal('WithdrawRegisterReset'),
  number: MeterNumber,
  resetAt: Instant,
  reason: text(200).min(1),
})
export type WithdrawRegisterReset = z.infer<typeof WithdrawRegisterReset>

export const RegisterResetWithdrawn = WithdrawRegisterReset.omit({ type: true }).extend({
  withdrawnBy: recorded(200),
  withdrawnAt: Instant,
})
export type RegisterResetWithdrawn = z.infer<typeof RegisterResetWithdrawn>
