import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { z } from 'zod'
import { exampleOf } from '../data/example-of-schema.ts'

/** An example of what has to be there. */
const neededOf = (schema: z.ZodType): unknown => (schema.safeParse(undefined).success ? undefined : exampleOf(schema))

/** A form whose every field holds the first of these texts that it takes, and where it takes none of them, something that it does. */
export const evilForm = (create: Endpoint, texts: readonly string[], nth: number): Record<string, unknown> => {
  const title = texts.at(-1)
  const titles = { en: title, fr: title, id: title, 'zh-CN': title }
  const plain = [`evil_${nth}`, `evil${nth}`, 'M', '1', '0', '2', 'UTC', 'normal', nth, [], titles, 'a@b.example', 'Riverbank-7', null]
  return Object.fromEntries(
    Object.entries(create.request.shape).map(([field, schema]) => [
      field,
      [...texts, ...plain].find((value) => (schema as z.ZodType).safeParse(value).success) ?? neededOf(schema as z.ZodType),
    ]),
  )
}
