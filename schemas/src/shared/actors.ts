import { z } from 'zod'

/**
 * The log and the tables name a person as `user:<id>`, an operator who visits as `operator:<id>`. Answers say the person's present name in
 * these fields: `actor` keeps the kind (`user:anna`), `person` is the name alone.
 */
type Form = 'actor' | 'person'

// A registry of its own: metadata of the global one would appear in the description of the API.
const forms = z.registry<{ form: Form }>()

const named = (form: Form): z.ZodString => {
  const field = z.string()
  forms.add(field, { form })
  return field
}

/** The actor with its type: `user:anna`, `operator:otto`, `gateway:g1`, `policy:alarms`. */
export const Actor = named('actor')
/** The name of a person who did something. */
export const PersonName = named('person')

/** `user:17` for a person with an account; the command line has a name alone. */
export const actorOfPerson = (kind: 'user' | 'operator', { userId, username }: { userId: number | null; username: string }): string =>
  `${kind}:${userId ?? username}`

/** The user name of an account whose personal data is erased. No form accepts it: a user name has no hyphen. */
export const erasedName = (userId: number): string => `erased-${userId}`

type Shape = Form | { readonly [field: string]: Shape }
const shapes = new WeakMap<z.ZodType, { shape: Shape | undefined }>()

/** The same answer with each of these fields replaced; data without any is returned as it is. */
export const replaceActors = <Data>(schema: z.ZodType, data: Data, replace: Replace): Data => {
  const shape = shapeOf(schema)
  return shape === undefined ? data : (replaceIn(shape, data, replace) as Data)
}

type Replace = (value: string, form: Form) => string

/** A value with nothing to replace is the same object, not a copy: answers of thousands of rows often have no such value. */
const replaceIn = (shape: Shape, data: unknown, replace: Replace): unknown => {
  if (typeof shape === 'string') return typeof data === 'string' ? replace(data, shape) : data
  if (typeof data !== 'object' || data === null) return data
  return Array.isArray(data) ? replaceInItems(shape, data, replace) : replaceInFields(shape, data, replace)
}

const replaceInItems = (shape: Shape, items: unknown[], replace: Replace): unknown[] => {
  let changed: unknown[] | undefined
  for (let place = 0; place < items.length; place++) {
    const replaced = replaceIn(shape, items[place], replace)
    if (replaced === items[place]) continue
    changed ??= [...items]
    changed[place] = replaced
  }
  return changed ?? items
}

const replaceInFields = (shape: Exclude<Shape, Form>, data: object, replace: Replace): object => {
  const changed: [field: string, value: unknown][] = []
  for (const field in shape) {
    const value: unknown = Reflect.get(data, field)
    const replaced = replaceIn(shape[field]!, value, replace)
    if (replaced !== value) changed.push([field, replaced])
  }
  return changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) }
}

/** Undefined where a schema has no such field. */
const shapeOf = (schema: z.ZodType): Shape | undefined => {
  const known = shapes.get(schema)
  if (known) return known.shape
  // A schema that holds itself, such as a node of a tree, ends here; its fields are those of the outermost.
  shapes.set(schema, { shape: undefined })
  const shape = findShape(schema)
  shapes.set(schema, { shape })
  return shape
}

const findShape = (schema: z.ZodType): Shape | undefined => {
  const mark = forms.get(schema as z.ZodString)
  if (mark) return mark.form
  if (schema instanceof z.ZodArray) return shapeOf(schema.element as z.ZodType)
  if (schema instanceof z.ZodUnion) return merged(schema.options.map((option) => shapeOf(option as z.ZodType)))
  if (schema instanceof z.ZodObject)
    return merged(Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => fieldOf(name, shapeOf(field))))
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? shapeOf(schema.unwrap() as z.ZodType) : undefined
}

const fieldOf = (name: string, shape: Shape | undefined): Shape | undefined => (shape === undefined ? undefined : { [name]: shape })

const merged = (shapesOfParts: readonly (Shape | undefined)[]): Shape | undefined => {
  const found = shapesOfParts.filter((shape) => shape !== undefined)
  return found.length === 0 ? undefined : (found.find((shape) => typeof shape === 'string') ?? Object.assign({}, ...found))
}
