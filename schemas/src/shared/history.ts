import { z } from 'zod'
import { PersonName } from './actors.ts'
import { Position } from './quantity.ts'
import { typedNumber } from './typed-number.ts'
import { Instant } from './values.ts'

/** A value that a sentence fills in, and a value before or after a change. */
const HistoryValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
export type HistoryValue = z.infer<typeof HistoryValue>

/** One line of the history of a row. The sentence is the text `<resource>.history.<step>`; `by` is null for what the service did. */
export const HistoryRow = z.object({
  step: z.string(),
  at: Instant,
  by: PersonName.nullable(),
  note: z.string().nullable(),
  /** The event's position in the log. */
  position: z.int(),
  /** Values that the sentence fills in. The name of a figure carries its unit. */
  facts: z.record(z.string(), HistoryValue),
  /** Fields that were changed. Null is a value that is not stated. */
  changes: z.array(z.object({ field: z.string(), from: HistoryValue, to: HistoryValue })),
})
export type HistoryRow = z.infer<typeof HistoryRow>

/** Lines before a position, newest first. */
export const historyPage = {
  before: Position.optional().meta({ description: 'only lines before this one: the `next` of the answer before' }),
  limit: typedNumber().int().min(1).max(500).default(50),
}
export type HistoryPage = { before?: number | undefined; limit: number }

/** `next` is null where no older line follows. */
export const historyOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), next: Position.nullable() })
