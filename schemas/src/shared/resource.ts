import { z } from 'zod'
import type { Texts } from './language.ts'
import { madeBy } from './lists.ts'
import { type Name, objectOf } from './object-of.ts'
import { text } from './text.ts'

/**
 * How a list is narrowed by a field: the text occurs in the column, the value is the column's, or one of several is. A text that begins with `=` is
 * the whole column, which an index finds.
 */
export type Match = 'contains' | 'equals' | 'among'

/**
 * One field of a resource. `schema` is what a form takes; a row shows the same without the default, or `shown` where that differs.
 * A field is the camel case of its column.
 */
export type Field = {
  schema: z.ZodType
  /** The schema of the row, where it differs from that of the form. */
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
  /** The number that the column keeps as null, such as the parent of a row without one. */
  nullMeans?: number
  /** Shares a line of the form with its neighbour. */
  isHalf?: true
  /** Lines of a long text in the form. */
  lines?: number
  /** An example of what is typed, shown in the empty field. */
  placeholder?: string
  /** Chosen once: the form of a row that exists does not ask for it. */
  isSetOnce?: true
  /** The server cannot order by it. */
  isUnsortable?: true
}
export type Fields = Readonly<Record<string, Field>>

/** Verbs of permissions: `list` to `export` and `import` have a call, other verbs belong to calls of the resource's own. */
export const editVerbs = ['list', 'query', 'add', 'edit', 'remove', 'export'] as const
export const logVerbs = ['list', 'query', 'export'] as const
export const readVerbs = ['list', 'query'] as const

/**
 * Which tenants see a row: its own; its own and the platform's rows too; its own and the platform's operators too; its own, where operators visit it,
 * and rows of no tenant the platform's operators; all of them.
 */
export type DataScope = 'own' | 'shared' | 'watched' | 'visited' | 'common'

export type Directory =
  | 'water'
  | 'customer'
  | 'billing'
  | 'ledger'
  | 'payment'
  | 'prepaid'
  | 'card'
  | 'alarm'
  | 'workOrder'
  | 'device'
  | 'readMeter'
  | 'report'
  | 'gateway'
  | 'tenant'
  | 'system'
  | 'audit'

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
  /** Audience; both unless set. */
  audience?: 'tenant' | 'platform'
  /** Beginnings of the paths of other calls that this page shows, besides the resource's own: the operation log names them by its title. */
  shows?: readonly string[]
}

/**
 * Fields of which a list has the sums over all rows that the filter leaves, not over a page. A row whose `field` has the `word` of `except` adds nothing, such as a
 * payment that was reversed.
 */
export type Totals<Shown extends string> = { fields: readonly Shown[]; except?: { field: Shown; word: string } }

/** Facts of the screen that do not follow from the order of the fields. */
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
  /** A column of the first day of a span, and the field of the day after its last: the column shows both days. */
  spans?: { readonly [Column in Shown]?: Shown }
  /** Columns that come first on a telephone: what the row is about, then what decides, such as an amount or a state. */
  onPhone?: readonly Shown[]
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
export type FormShape<Those extends Fields> = Flat<{
  -readonly [Name in keyof Those as Those[Name] extends { isReadOnly: true } ? never : Name]: Those[Name]['schema']
}>
type FilterField<One extends Field> = One extends { filter: 'contains' }
  ? z.ZodOptional<z.ZodString>
  : z.ZodOptional<Present<One['schema']>>
export type FilterShape<Those extends Fields> = {
  -readonly [Name in keyof Those as Those[Name] extends { filter: Match } ? Name : never]: FilterField<Those[Name]>
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
  /** The column that names the tenant of a row; `tenant` unless set. The store does not fill in another one. */
  tenantColumn?: string
  fields: Those
  /** Filters that are no field of the form, with their schema. */
  moreFilters?: More
  /** How those filter by a column of their name; one that is missing here is the store's own. */
  matchOfMore?: NoInfer<{ readonly [Each in Name<More>]?: Match }>
  /** Newest first unless set. */
  order?: { field: string; direction: 'asc' | 'desc' }
  totals?: NoInfer<Totals<Name<RowShape<Id, Those, Verbs>>>>
  menu?: MenuPlace
  screen?: NoInfer<ScreenFacts<Name<RowShape<Id, Those, Verbs>>, Name<FormShape<Those>>, Name<FilterShape<Those>> | Name<More>>>
}

type Verbed<
  Thing extends string,
  Id extends string,
  Those extends Fields,
  Verbs extends readonly string[],
  More extends z.ZodRawShape,
> = Declared<Thing, Id, Those, Verbs, More> & {
  permissions: readonly `${Thing}:${Verbs[number]}`[]
  dictionaries: Readonly<Record<string, string>>
  row: z.ZodObject<RowShape<Id, Those, Verbs>>
  form: z.ZodObject<FormShape<Those>>
  filter: FilterShape<Those> & More
}

/**
 * A resource: a list that people filter, page and export, and rows that they create, change and remove. From this one declaration derive the
 * calls, the permissions, the menu entry, the statements, the screen and what tests ask of every resource. Without `verbs` it has those of
 * `editVerbs`.
 */
export function defineResource<
  const Thing extends string,
  const Id extends string,
  const Those extends Fields,
  More extends z.ZodRawShape = Record<never, never>,
>(
  declared: Omit<Declared<Thing, Id, Those, typeof editVerbs, More>, 'verbs'> & { verbs?: undefined },
): Verbed<Thing, Id, Those, typeof editVerbs, More>
export function defineResource<
  const Thing extends string,
  const Id extends string,
  const Those extends Fields,
  const Verbs extends readonly string[],
  More extends z.ZodRawShape = Record<never, never>,
>(declared: Declared<Thing, Id, Those, Verbs, More>): Verbed<Thing, Id, Those, Verbs, More>
export function defineResource<Thing extends string, Id extends string, Those extends Fields, More extends z.ZodRawShape>(
  declared: Omit<Declared<Thing, Id, Those, readonly string[], More>, 'verbs'> & { verbs?: readonly string[] | undefined },
): Verbed<Thing, Id, Those, readonly string[], More> {
  const { verbs = editVerbs } = declared
  const entries = Object.entries(declared.fields)
  const row = [
    [declared.id, z.int()] as const,
    ...shapeOf(entries, ({ isWriteOnly }) => !isWriteOnly, shownSchema),
    ...(verbs.includes('add') ? Object.entries(madeBy) : []),
  ]
  const form = shapeOf(
    entries,
    ({ isReadOnly }) => !isReadOnly,
    ({ schema }) => schema,
  )
  const filter = [...shapeOf(entries, (field) => field.filter !== undefined, filterSchema), ...Object.entries(declared.moreFilters ?? {})]
  return {
    ...declared,
    verbs,
    permissions: verbs.map((verb) => `${declared.permission}:${verb}` as const),
    dictionaries: Object.fromEntries(entries.flatMap(([name, { dictionary }]) => (dictionary ? [[name, dictionary]] : []))),
    row: z.object(objectOf<RowShape<Id, Those, readonly string[]>>(row)),
    form: z.object(objectOf<FormShape<Those>>(form)),
    filter: objectOf<FilterShape<Those> & More>(filter),
  }
}

const shapeOf = (entries: [string, Field][], isPart: (field: Field) => boolean, schemaOf: (field: Field) => z.ZodType) =>
  entries.filter(([, field]) => isPart(field)).map(([name, field]) => [name, schemaOf(field)] as const)

const present = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodDefault ? (schema.def.innerType as z.ZodType) : schema)
const shownSchema = ({ schema, shown }: Field): z.ZodType => shown ?? present(schema)

const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? bare(schema.def.innerType as z.ZodType)
    : schema

const exactSign = '='
/** The text of a filter that takes a part, for the whole of a column. */
export const exactly = (whole: string): string => exactSign + whole
/** The value that a filter compares with the whole of a column; undefined where it is a part. */
export const wholeOf = (filter: string): string | undefined => (filter.startsWith(exactSign) ? filter.slice(exactSign.length) : undefined)

const filterSchema = ({ schema, filter, filterMax }: Field): z.ZodType => {
  const inner = bare(schema)
  if (filter !== 'contains' && filterMax === undefined) return inner.optional()
  const max = filterMax ?? (inner instanceof z.ZodString ? inner.maxLength : null)
  return text((max ?? 100) + exactly('').length).optional()
}

/** The common parts of resources, for code that works with all of them. */
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
  tenantColumn?: string
  fields: Fields
  row: z.ZodObject
  form: z.ZodObject
  filter: z.ZodRawShape
  dictionaries: Readonly<Record<string, string>>
  matchOfMore?: { readonly [field: string]: Match | undefined }
  order?: { field: string; direction: 'asc' | 'desc' }
  totals?: Totals<string>
  menu?: MenuPlace
  screen?: ScreenFacts<string, string, string>
}

export type RowOf<R extends { row: z.ZodObject }> = z.output<R['row']>
export type FormOf<R extends { form: z.ZodObject }> = z.output<R['form']>
export type FilterOf<R extends { filter: z.ZodRawShape }> = z.output<z.ZodObject<R['filter']>>

/** A row of a resource that is known at run time alone, for code that walks all of them. */
export type AnyRow = { readonly [field: string]: unknown }
