import { z } from 'zod'

/** The median of a figure on the same weekday of the four weeks before a day; `weeks` says how many of those days are known. */
export const Baseline = z.object({ median: z.number().nullable(), weeks: z.int() })
export type Baseline = z.infer<typeof Baseline>
