import { z } from 'zod'

/** How a volume is known: by its readings, or as a person let it be estimated or stated it. */
export const HowKnown = z.enum(['measured', 'estimated', 'edited'])
export type HowKnown = z.infer<typeof HowKnown>
