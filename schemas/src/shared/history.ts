import { z } from 'zod'
import { PersonName } from './actors.ts'
import { Instant } from './values.ts'

/** One line of the history of a row. The sentence is the text `<resource>.history.<step>`; `by` is null for what the service did. */
export const HistoryRow = z.object({
  step: z.string(),
  at: Instant,
  by: PersonName.nullable(),
  note: z.string().nullable(),
  /** The event's position in the log. */
  position: z.int(),
})
export type HistoryRow = z.infer<typeof HistoryRow>
