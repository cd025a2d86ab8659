import { z } from 'zod'

const digits = /^\s*-?\d+(\.\d+)?\s*$/

/**
 * A number, or the text of one as a path, a query or a form carries it. `z.coerce` would also take `[[7]]`, `true` and an empty text, because
 * JavaScript makes numbers of them.
 */
const TypedNumber: z.core.$constructor<z.ZodCoercedNumber> = z.core.$constructor('TypedNumber', (schema, definition) => {
  z.ZodNumber.init(schema as unknown as z.ZodNumber, definition)
  const { parse } = schema._zod
  schema._zod.parse = (payload, context) => {
    const { value } = payload
    if (typeof value === 'number' || (typeof value === 'string' && digits.test(value))) return parse(payload, context)
    payload.issues.push({ code: 'invalid_type', expected: 'number', input: value, inst: schema })
    return payload
  }
})

export const typedNumber = (): z.ZodCoercedNumber => new TypedNumber({ type: 'number', coerce: true, checks: [] })
