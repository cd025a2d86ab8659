import { z } from 'zod'
import type { Texts } from './language.ts'
import { madeBy } from './lists.ts'
import { text } from './text.ts'

/** How a list is narrowed by a field: the text occurs in the column, the value is the column's, or one of several is. */
export type Match = 'contains' | 'equals' | 'among'

/**
 * One field of a resource. `schema` is what a form takes; a row shows the same without the default, or `shown` where that differs.
 * A field is the camel case of its column.
 */
export type Field = {
  schema: z.ZodType
  /** What a row shows, where that is not what the form takes. */
  shown?: z.ZodType
  /** Only in the form: it is no column of the row. */
  isWriteOnly?: true
  /** Only in the row: the form does not have it. */
  isReadOnly?: true
  /** Computed for the reader: neither read from nor written to the table. */
  isComputed?: true
  /** Left out of the list; the call for one row has it. */
  isLong?: true
  filter?: Match
  /** Characters that the filter takes, where the schema does not say. */
  filterMax?: number
  /** No two rows have the same value; a refusal names the value. */
  isUnique?: true
  /** The dictionary that names the values. */
  dictionary?: string
  /** The column, where it is not the snake case of the field. */
  column?: string
  /** Stored as JSON. */
  isJson?: true
  /** A whole number of 64 bits. */
  isLarge?: true
  /** Shares a line of the form with its neighbour. */
  isHalf?: true
  /** Lines of a long text in the form. */
  lines?: number
  /** The server cannot order by it. */
  isUnsortable?: true
}
export type Fields = Readonly<Record<string, Field>>

/** What a role may be permitted: `list` to `import` have a call, other verbs belong to calls of the resource's own. */
export const editVerbs = ['list', 'query', 'add', 'edit', 'remove', 'export'] as const
export const logVerbs = ['list', 'query', 'export'] as const
export const readVerbs = ['list', 'query'] as const

/** Which tenants see a row: its own; its own and the platform's rows too; its own and the platform's operators too; all of them. */
export type DataScope = 'own' | 'shared' | 'watched' | 'common'

export type Directory = 'water' | 'alarm' | 'device' | 'readMeter' | 'gateway' | 'tenant' | 'system' | 'audit'

/** The page in the menu. */
export type MenuPlace = {
  directory: Directory
  /** Pages of a directory are in the order of this number. */
  place: number
  path: string
  /** Names the screen: `tenants/carrier`. */
  component: string
  /** One of `shell/menu-icons`. */
  icon: string
  titles: Texts
  /** Who may have it at all; both unless set. */
  audience?: 'tenant' | 'platform'
}

type Name<Row> = Extract<keyof Row, string>

/** What the screen shows, where the order of the fields does not say it. */
export type ScreenFacts<Shown extends string, Typed extends string, Filtered extends string> = {
  /** In order; the first names the row and opens it. */
  columns?: readonly Shown[]
  /** Columns that are hidden until chosen. */
  moreColumns?: readonly Shown[]
  /** Fields of the form in order. */
  form?: readonly Typed[]
  filters?: readonly (Filtered | 'createdWithin')[]
  /** The field that names a row in titles and questions; the first column unless set. */
  title?: Shown
}

type Present<Schema> = Schema extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Schema
type Shown<One extends Field> = One extends { shown: infer Own extends z.ZodType } ? Own : Present<One['schema']>
type WithMade<Verbs extends readonly string[]> = 'add' extends Verbs[number] ? typeof madeBy : unknown

type Flat<Shape> = { [Name in keyof Shape]: Shape[Name] }

/** The shape of a row, of a form and of a filter as the fields say them. */
export type RowShape<Id extends string, Those extends Fields, Verbs extends readonly string[]> = Flat<
  { [Name in Id]: z.ZodInt } & {
    -readonly [Name in keyof Those as Those[Name] extends { isWriteOnly: true } ? never : Name]: Shown<Those[Name]>
  } & WithMade<Verbs>
>
export type FormShape<Those extends Fields> = {
  -readonly [Name in keyof Those as Those[Name] extends { isReadOnly: true } ? never : Name]: Those[Name]['schema']
}
type FilterOf<One extends Field> = One extends { filter: 'contains' } ? z.ZodOptional<z.ZodString> : z.ZodOptional<Present<One['schema']>>
export type FilterShape<Those extends Fields> = {
  -readonly [Name in keyof Those as Those[Name] extends { filter: Match } ? Name : never]: FilterOf<Those[Name]>
}

type Declared<
  Thing extends string,
  Id extends string,
  Those extends Fields,
  Verbs extends readonly string[],
  More extends z.ZodRawShape,
> = {
  /** Texts of the screen are `<texts>:<name>.title`. */
  name: string
  /** The namespace of its texts. */
  texts: string
  /** One row in summaries: `notice`. */
  noun: string
  path: `/prod-api/${string}`
  /** `context:thing`; with each verb it is a permission. */
  permission: Thing
  verbs: Verbs
  id: Id
  table: string
  scope: DataScope
  fields: Those
  /** Filters that are no field of the form, with their schema. */
  moreFilters?: More
  /** How those filter by a column of their name; one that is missing here is the store's own. */
  matchOfMore?: NoInfer<{ readonly [Each in Name<More>]?: Match }>
  /** Newest first unless set. */
  order?: { field: string; direction: 'asc' | 'desc' }
  menu?: MenuPlace
  screen?: NoInfer<ScreenFacts<Name<RowShape<Id, Those, Verbs>>, Name<FormShape<Those>>, Name<FilterShape<Those>> | Name<More>>>
}

/**
 * A resource: a list that people filter, page and export, and rows that they create, change and remove. From this one declaration derive the
 * calls, the permissions, the menu entry, the statements, the screen and what tests ask of every resource.
 */
export const defineResource = <
  const Thing extends string,
  const Id extends string,
  const Those extends Fields,
  const Verbs extends readonly string[] = typeof editVerbs,
  More extends z.ZodRawShape = Record<never, never>,
>({
  verbs = editVerbs as unknown as Verbs,
  ...declared
}: Omit<Declared<Thing, Id, Those, Verbs, More>, 'verbs'> & { verbs?: Verbs }) => {
  const entries = Object.entries(declared.fields)
  const madeByPeople = (verbs as readonly string[]).includes('add') ? madeBy : {}
  const row = { [declared.id]: z.int(), ...shapeOf(entries, ({ isWriteOnly }) => !isWriteOnly, shownSchema), ...madeByPeople }
  const form = shapeOf(
    entries,
    ({ isReadOnly }) => !isReadOnly,
    ({ schema }) => schema,
  )
  const filter = { ...shapeOf(entries, (field) => field.filter !== undefined, filterSchema), ...declared.moreFilters }
  const dictionaries = Object.fromEntries(entries.flatMap(([name, { dictionary }]) => (dictionary ? [[name, dictionary]] : [])))
  return {
    ...declared,
    verbs,
    permissions: verbs.map((verb) => `${declared.permission}:${verb}` as `${Thing}:${Verbs[number]}`),
    dictionaries: dictionaries as Readonly<Record<string, string>>,
    row: z.object(row as unknown as RowShape<Id, Those, Verbs>),
    form: z.object(form as unknown as FormShape<Those>),
    filter: filter as unknown as FilterShape<Those> & More,
  }
}

const shapeOf = (entries: [string, Field][], isPart: (field: Field) => boolean, schemaOf: (field: Field) => z.ZodType) =>
  Object.fromEntries(entries.filter(([, field]) => isPart(field)).map(([name, field]) => [name, schemaOf(field)]))

const present = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodDefault ? (schema.def.innerType as z.ZodType) : schema)
const shownSchema = ({ schema, shown }: Field): z.ZodType => shown ?? present(schema)

const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? bare(schema.def.innerType as z.ZodType)
    : schema

const filterSchema = ({ schema, filter, filterMax }: Field): z.ZodType => {
  const inner = bare(schema)
  if (filter !== 'contains' && filterMax === undefined) return inner.optional()
  const max = filterMax ?? (inner instanceof z.ZodString ? inner.maxLength : null)
  return text(max ?? 100).optional()
}

/** What every resource has, for code that works with all of them. */
export type AnyResource = {
  name: string
  texts: string
  noun: string
  path: `/prod-api/${string}`
  permission: string
  verbs: readonly string[]
  id: string
  table: string
  scope: DataScope
  fields: Fields
  row: z.ZodObject
  form: z.ZodObject
  filter: z.ZodRawShape
  dictionaries: Readonly<Record<string, string>>
  matchOfMore?: { readonly [field: string]: Match | undefined }
  order?: { field: string; direction: 'asc' | 'desc' }
  menu?: MenuPlace
  screen?: ScreenFacts<string, string, string>
}

export type RowOf<R extends { row: z.ZodObject }> = z.output<R['row']>
export type FormOf<R extends { form: z.ZodObject }> = z.output<R['form']>
