import { z } from 'zod'

type Path = readonly (string | number)[]

/**
 * The paths of fields that a value has and its schema does not know, at any depth. A schema would drop them, and the caller would take for done what was
 * ignored. Of a union the options that the value fits decide: a field is unknown where it is so to all of them.
 */
export const unknownFields = (schema: z.ZodType, value: unknown, path: Path = []): Path[] => {
  if (schema instanceof z.ZodObject) return unknownFieldsOfObject(schema, value, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.flatMap((item, place) => unknownFields(schema.element as z.ZodType, item, [...path, place])) : []
  if (schema instanceof z.ZodRecord)
    return isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => unknownFields(schema.valueType as z.ZodType, item, [...path, name]))
      : []
  if (schema instanceof z.ZodPipe)
    return unknownFields((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, value, path)
  if (schema instanceof z.ZodUnion) return unknownToAll(schema.options as z.ZodType[], value, path)
  if (schema instanceof z.ZodLazy) return unknownFields(schema.unwrap() as z.ZodType, value, path)
  return isWrapper(schema) ? unknownFields(schema.unwrap() as z.ZodType, value, path) : []
}

const unknownFieldsOfObject = (schema: z.ZodObject, value: unknown, path: Path): Path[] => {
  if (!isObject(value)) return []
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever)
  return Object.entries(value).flatMap(([name, item]) => {
    if (Object.hasOwn(schema.shape, name)) return unknownFields(schema.shape[name] as z.ZodType, item, [...path, name])
    return isOpen ? [] : [[...path, name]]
  })
}

const unknownToAll = (options: readonly z.ZodType[], value: unknown, path: Path): Path[] => {
  const fitting = options.filter((option) => option.safeParse(value).success).map((option) => unknownFields(option, value, path))
  return fitting.toSorted((one, other) => one.length - other.length)[0] ?? []
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const isWrapper = (schema: z.ZodType): schema is z.ZodType & { unwrap: () => unknown } =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodNonOptional ||
  schema instanceof z.ZodReadonly ||
  schema instanceof z.ZodCatch
