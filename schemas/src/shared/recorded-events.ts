import { z } from 'zod'
import { Instant } from './values.ts'

/**
 * The events of a resource whose rows are kept in the log: a row is what its form said last. `key` is the field that names the row for
 * ever and its stream.
 */
export const recordedEvents = <Shape extends z.ZodRawShape, Key extends keyof Shape & string>(form: z.ZodObject<Shape>, key: Key) => ({
  added: z.object({ ...form.shape, at: Instant }),
  changed: z.object({ ...form.shape, at: Instant }),
  removed: z.object({ [key]: form.shape[key], at: Instant } as unknown as Record<Key, Shape[Key]> & { at: typeof Instant }),
})
