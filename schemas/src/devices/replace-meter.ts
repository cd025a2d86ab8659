import { z } from 'zod'
import { RegisterLitres } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** The old meter leaves with its last register, the new one starts with its first; volumes join across the moment. */
export const ReplaceMeter = z.object({
  type: z.literal('ReplaceMeter'),
  number: MeterNumber,
  replacedBy: MeterNumber,
  replacedAt: Instant,
  finalLitres: RegisterLitres,
  initialLitres: RegisterLitres,
  reason: text(200).optional(),
})
export type ReplaceMeter = z.infer<typeof ReplaceMeter>

export const MeterReplaced = ReplaceMeter.omit({ type: true })
export type MeterReplaced = z.infer<typeof MeterReplaced>
