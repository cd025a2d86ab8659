import { z } from 'zod'

/** A text, a number or a list somewhere in a schema. `unbounded` marks a list without a limit or a value of any kind. */
export type SchemaValue = { path: string; schema: z.ZodType; unbounded?: true }

/** Every value that a schema consists of, with its path such as `meters[].name`. Values that are named one by one, such as an enum's, are left out. */
export const valuesOf = (schema: z.ZodType, path = ''): SchemaValue[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => valuesOf(part, path === '' ? name : `${path}.${name}`))
  if (schema instanceof z.ZodArray) {
    const isBounded = schema.safeParse(new Array(100_000).fill(undefined)).error?.issues.some(({ code }) => code === 'too_big')
    return [...(isBounded ? [] : [{ path, schema, unbounded: true } as const]), ...valuesOf(schema.element as z.ZodType, `${path}[]`)]
  }
  if (schema instanceof z.ZodRecord)
    return [...valuesOf(schema.keyType as z.ZodType, `${path}{key}`), ...valuesOf(schema.valueType as z.ZodType, `${path}{}`)]
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item, index) => valuesOf(item as z.ZodType, `${path}[${index}]`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => valuesOf(option as z.ZodType, path))
  if (schema instanceof z.ZodLazy) return valuesOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return valuesOf(schema.unwrap() as z.ZodType, path)
  // A transform before the schema bounds nothing; one after it belongs to the value.
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return valuesOf(schema.out as z.ZodType, path)
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodBoolean) return []
  if (schema instanceof z.ZodAny || schema instanceof z.ZodUnknown || schema instanceof z.ZodCustom)
    return [{ path, schema, unbounded: true }]
  return [{ path, schema }]
}
