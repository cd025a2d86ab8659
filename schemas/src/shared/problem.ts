import { z } from 'zod'

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
  /** Where the request was wrong, one entry per field. */
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
