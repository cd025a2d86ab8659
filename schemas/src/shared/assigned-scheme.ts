import { z } from 'zod'
import { lines, text } from './text.ts'
import { Instant, LocalDate } from './values.ts'

/**
 * A price scheme that an account was given. `effectiveFrom` is null for what an opening or a change of settings said: it holds from the local
 * day of `at`. `priceScheme` is null where the account has none from then on.
 */
export const AssignedScheme = z.object({
  priceScheme: text(64).nullable(),
  effectiveFrom: LocalDate.nullable(),
  at: Instant,
  reason: lines(200).nullable(),
})
export type AssignedScheme = z.infer<typeof AssignedScheme>

/** The same by the day from which it holds. */
export const DatedScheme = z.object({ priceScheme: text(64).nullable(), from: LocalDate, reason: z.string().nullable() })
export type DatedScheme = z.infer<typeof DatedScheme>
