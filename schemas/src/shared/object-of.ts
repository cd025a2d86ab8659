import type { z } from 'zod'

/** The names of an object's fields. */
export type Name<Shape> = Extract<keyof Shape, string>

/**
 * The object with these fields. TypeScript knows the fields of a computed object by one common type, so the type that the declaration gives
 * is stated here and nowhere else. The caller computes names and values from that declaration.
 */
export const objectOf = <Shape extends object>(fields: Iterable<readonly [name: string, value: unknown]>): Shape =>
  Object.fromEntries(fields) as Shape

/** The names of a schema's fields. An object may have more keys than its type knows; a schema has exactly these. */
export const fieldsOf = <Shape extends object>(schema: z.ZodObject & z.ZodType<Shape>): Name<Shape>[] =>
  Object.keys(schema.shape) as Name<Shape>[]

/** The value of a field whose name is known at run time alone, undefined without such a field. */
export const valueIn = (row: object, field: string): unknown =>
  Object.hasOwn(row, field) ? (row as { readonly [field: string]: unknown })[field] : undefined
