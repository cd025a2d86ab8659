import { z } from 'zod'

/** The name of the holder whose money a row is about. Null where the person was erased, and for callers who may not see accounts. */
export const customerName = { schema: z.string().nullable(), isReadOnly: true, isComputed: true, isUnsortable: true } as const
