import { z } from 'zod'

/**
 * Where the request was wrong, one entry per field: the rule that was broken (`field-rules`), the values its text names, and the sentence for
 * who does not translate.
 */
export const FieldError = z.object({
  path: z.string(),
  code: z.string(),
  details: z.object({ limit: z.union([z.string(), z.number()]) }).optional(),
  message: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

/** RFC 9457 problem details. `code` is the stable word that the client translates; `detail` is English for logs and machines. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.string(),
  /** Values for the placeholders of the code's translated text, such as `{ levels: 5 }`. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.array(FieldError).optional(),
})
export type Problem = z.infer<typeof Problem>
