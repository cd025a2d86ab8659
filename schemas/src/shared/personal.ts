import { z } from 'zod'

/** Any schema, for packages that check none themselves. */
export type AnySchema = z.ZodType

/** The type of a personal field. `other` has no column of its own in the read model of persons. */
export type PersonalKind = 'name' | 'telephone' | 'email' | 'address' | 'identityNumber' | 'attachment' | 'other'

/** Names the person that the personal fields beside it are about. It says nothing of the person, and stays after an erasure. */
export const PersonId = z.uuid()

/** The field of an object that holds its `PersonId`. */
export const personIdField = 'personId'

// A registry of its own: metadata of the global one would appear in the description of the API.
const marks = z.registry<{ kind: PersonalKind }>()

/**
 * Marks a field as personal data: its value is encrypted in the log with the person's key, masked in the operation log, and null once the person
 * is erased. An object of an event with personal fields also has `personId`.
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, kind: PersonalKind): z.ZodNullable<Schema> => {
  const field = z.nullable(schema)
  marks.add(field, { kind })
  return field
}

/** The same mark for a field of a request that becomes no event: it is masked in what the operation log keeps of the request. */
export const personalInput = <Schema extends z.ZodType>(schema: Schema, kind: PersonalKind): Schema => {
  // A copy, because a mark on a shared schema would reach every other field of it.
  const field = schema.clone()
  marks.add(field as z.ZodType, { kind })
  return field
}

/** The personal fields of one object, and the parts of it that hold further ones. */
type PersonalShape = {
  fields: ReadonlyMap<string, PersonalKind>
  parts: ReadonlyMap<string, PersonalShape>
  hasPersonId: boolean
}

export type PersonalField = {
  /** Path such as `holder.name`; of the elements of a list `holders.name`. */
  path: string
  kind: PersonalKind
  /** Whether the object that holds the field also has `personId`. */
  hasPersonId: boolean
}

/** Every personal field of a schema. */
export const personalFieldsOf = (schema: z.ZodType): PersonalField[] => fieldsOf(shapeOf(schema), '')

const fieldsOf = (shape: PersonalShape | undefined, prefix: string): PersonalField[] =>
  shape === undefined
    ? []
    : [
        ...[...shape.fields].map(([name, kind]) => ({ path: `${prefix}${name}`, kind, hasPersonId: shape.hasPersonId })),
        ...[...shape.parts].flatMap(([name, part]) => fieldsOf(part, `${prefix}${name}.`)),
      ]

export type PersonalValue = {
  personId: string | undefined
  /** As in `PersonalField`, elements of a list by their index: `holders.0.name`. */
  path: string
  name: string
  kind: PersonalKind
  value: unknown
}

/** The same data with each personal value replaced. Fields that are absent stay absent; data without any is returned as it is. */
export const replacePersonal = <Data>(schema: z.ZodType, data: Data, replace: (found: PersonalValue) => unknown): Data => {
  const shape = shapeOf(schema)
  return shape === undefined ? data : (replaceIn(shape, data, '', replace) as Data)
}

const masked = '(personal data)'

/** A telephone number by which its holder is recognized and not called: the last third of its digits. */
export const maskTelephone = (telephone: string): string => {
  const shown = Math.floor(telephone.length / 3)
  return '*'.repeat(telephone.length - shown) + telephone.slice(telephone.length - shown)
}

/** The same data with each personal value masked, for records that are kept longer than the person may want. */
export const maskPersonal = <Data>(schema: z.ZodType, data: Data): Data =>
  replacePersonal(schema, data, ({ value }) => (value === null || value === undefined ? value : masked))

const replaceIn = (shape: PersonalShape, data: unknown, prefix: string, replace: (found: PersonalValue) => unknown): unknown => {
  if (Array.isArray(data)) return data.map((item, index) => replaceIn(shape, item, `${prefix}${index}.`, replace))
  if (typeof data !== 'object' || data === null) return data
  const { [personIdField]: personId } = data as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const path = `${prefix}${name}`
      const kind = shape.fields.get(name)
      if (kind !== undefined)
        return [name, replace({ personId: typeof personId === 'string' ? personId : undefined, path, name, kind, value })]
      const part = shape.parts.get(name)
      return [name, part === undefined ? value : replaceIn(part, value, `${path}.`, replace)]
    }),
  )
}

const shapes = new WeakMap<z.ZodType, { shape: PersonalShape | undefined }>()

/** Undefined where a schema holds no personal field. */
const shapeOf = (schema: z.ZodType): PersonalShape | undefined => {
  const known = shapes.get(schema)
  if (known) return known.shape
  const shape = findShape(schema)
  shapes.set(schema, { shape })
  return shape
}

const findShape = (schema: z.ZodType): PersonalShape | undefined => {
  if (schema instanceof z.ZodArray) return shapeOf(schema.element as z.ZodType)
  if (schema instanceof z.ZodPipe) return shapeOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodUnion) return merged(schema.options.map((option) => shapeOf(option as z.ZodType)))
  if (!(schema instanceof z.ZodObject)) return isWrapper(schema) ? shapeOf(schema.unwrap() as z.ZodType) : undefined
  const entries = Object.entries(schema.shape) as [string, z.ZodType][]
  const marked = entries.map(([name, field]) => [name, kindOf(field)] as const)
  const fields = new Map(marked.filter((entry): entry is readonly [string, PersonalKind] => entry[1] !== undefined))
  const inner = entries.filter(([name]) => !fields.has(name)).map(([name, field]) => [name, shapeOf(field)] as const)
  const parts = new Map(inner.filter((entry): entry is readonly [string, PersonalShape] => entry[1] !== undefined))
  return fields.size + parts.size === 0 ? undefined : { fields, parts, hasPersonId: personIdField in schema.shape }
}

const merged = (options: readonly (PersonalShape | undefined)[]): PersonalShape | undefined => {
  const found = options.filter((option) => option !== undefined)
  if (found.length === 0) return undefined
  return {
    fields: new Map(found.flatMap(({ fields }) => [...fields])),
    parts: new Map(found.flatMap(({ parts }) => [...parts])),
    hasPersonId: found.every(({ hasPersonId }) => hasPersonId),
  }
}

const kindOf = (schema: z.ZodType): PersonalKind | undefined =>
  marks.get(schema)?.kind ?? (isWrapper(schema) ? kindOf(schema.unwrap() as z.ZodType) : undefined)

type Wrapper = z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodCatch | z.ZodReadonly
const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch, z.ZodReadonly] as const
const isWrapper = (schema: z.ZodType): schema is Wrapper => wrappers.some((wrapper) => schema instanceof wrapper)
