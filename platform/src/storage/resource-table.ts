import { rowsByCursor } from '@nightflow/event-log/postgres/rows-by-cursor'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { AnyResource, FormOf, Match, RowOf } from '@nightflow/schemas/shared/resource'
import { type RawBuilder, type Sql, sql } from 'kysely'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'

/** A row, a form or a request of a resource that is known at run time alone. */
type Row = { [field: string]: unknown }

/** The request of a list: `paging`, `createdWithin` and the filter of the resource. */
export type ListRequest = {
  [field: string]: unknown
  pageNum?: number
  pageSize?: number
  orderByColumn?: string | undefined
  isAsc?: string | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
}

/** The statements of one resource, on a connection that is scoped to the caller's tenant. Instants are ISO 8601. */
export type ResourceStore<Shown extends object = Row, Typed extends object = Row> = {
  list: (database: Queryable, request: ListRequest) => Promise<{ rows: Shown[]; total: number }>
  /** All rows that the filter leaves, in the order of the list, in batches; the connection must be in a transaction. */
  scan: (database: Queryable, request: ListRequest) => AsyncIterable<Shown[]>
  find: (database: Queryable, id: number) => Promise<Shown | undefined>
  /** The identifier of the new row; `name-taken` when another row holds a value that must be unique. */
  create: (database: Queryable, values: Typed, by: string) => Promise<number | Rejection>
  /** False when there is no such row. */
  change: (database: Queryable, id: number, values: Partial<Typed>, by: string) => Promise<boolean | Rejection>
  /** The rows that were removed; `not-found` unless all were there, `in-use` when another table points at one. Then nothing is removed. */
  remove: (database: Queryable, ids: readonly number[]) => Promise<Shown[] | Rejection>
}
/** The rows and the forms of a resource's store. */
export type StoreOf<R extends Stored> = ResourceStore<RowOf<R>, FormOf<R>>

type Stored = Pick<AnyResource, 'id' | 'table' | 'scope' | 'fields' | 'row' | 'form' | 'order' | 'matchOfMore'>

/** What a declaration cannot say: statements. */
type Statements<R extends Stored> = {
  /** Fields that are computed from columns. They are read, filtered and sorted by, and never written. */
  expressions?: { readonly [Name in keyof R['fields']]?: RawBuilder<unknown> } & Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns of filters and orders that are no field of the resource. */
  columns?: Readonly<Record<string, string>>
  /** Expressions that a row has besides its fields, for the routes to read. */
  also?: readonly string[]
  /** Filters besides those of the declaration. */
  filter?: Readonly<Record<string, Match>>
  /** A further condition on every statement, such as `deleted_at is null`. */
  only?: RawBuilder<boolean>
}

/** Rows that a list counts and pages through; in a longer one, people narrow the filter. */
const countMax = 100_000

const snake = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const compiled = <Result>(raw: RawBuilder<Result>) => ({ compile: () => raw.compile(platform) })
const isViolation = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

/**
 * The statements of a resource, from its declaration. Only its fields are read, written, sorted or filtered by, and all others are ignored:
 * nothing of a request becomes SQL, and nothing is written that no form shows.
 */
export const storeOf = <R extends Stored>(resource: R, statements: Statements<R> = {}): StoreOf<R> =>
  // Rows are built from the columns of the declaration, which is what their type is computed from.
  tableStore(resource, statements) as unknown as StoreOf<R>

const tableStore = (declared: Stored, statements: Statements<Stored>): ResourceStore => {
  const { id } = declared
  const named = Object.entries(declared.fields).find(([, { isUnique }]) => isUnique)?.[0]
  const common = isCommon(declared)
  const table = sql.table(declared.table)
  const speak = speaking(declared, statements)
  const idColumn = speak.column(id)
  const only = statements.only ?? sql<boolean>`true`

  const list: ResourceStore['list'] = async (database, request) => {
    const where = sql.join([only, ...speak.conditions(request)], sql` and `)
    const size = request.pageSize ?? 20
    const skipped = ((request.pageNum ?? 1) - 1) * size
    const page = sql<Row>`select ${speak.selectionOfList} from ${table} where ${where} order by ${speak.order(request)} limit ${size} offset ${skipped}`
    const rows = await rowsOf(database, compiled(page))
    const first = sql`(select from ${table} where ${where} limit ${countMax}) as first_ones`
    const counted = await firstRowOf(database, compiled(sql<{ total: string }>`select count(*) as total from ${first}`))
    return { rows: rows.map(speak.row), total: Number(counted?.total ?? 0) }
  }

  async function* scan(database: Queryable, request: ListRequest): AsyncGenerator<Row[]> {
    const where = sql.join([only, ...speak.conditions(request)], sql` and `)
    const all = sql<Row>`select ${speak.selectionOfList} from ${table} where ${where} order by ${speak.order(request)}`
    for await (const rows of rowsByCursor<Row>(database, all.compile(platform))) yield rows.map(speak.row)
  }

  const find: ResourceStore['find'] = async (database, wanted) => {
    const row = await firstRowOf(
      database,
      compiled(sql<Row>`select ${speak.selection} from ${table} where ${idColumn} = ${wanted} and ${only}`),
    )
    return row && speak.row(row)
  }

  const taken = (error: unknown, values: Row): Rejection => {
    if (isViolation(error, '23505')) return rejected('name-taken', { name: String(values[named ?? ''] ?? '') })
    if (isViolation(error, '23503')) return rejected('in-use')
    // A row that is the platform's to write.
    if (isViolation(error, '42501')) return rejected('permission-missing')
    throw error
  }

  const create: ResourceStore['create'] = async (database, values, by) => {
    const fields = speak.written(values)
    const columns = [...fields.map(({ column }) => column), sql.ref('create_by'), ...(common ? [] : [sql.ref('tenant')])]
    const filled = [...fields.map(({ value }) => sql`${value}`), sql`${by}`, ...(common ? [] : [sql`current_setting('nightflow.tenant')`])]
    const insert = sql<{ id: string }>`insert into ${table} (${sql.join(columns)}) values (${sql.join(filled)}) returning ${idColumn} as id`
    try {
      return Number((await firstRowOf(database, compiled(insert)))!.id)
    } catch (error) {
      return taken(error, values)
    }
  }

  const change: ResourceStore['change'] = async (database, wanted, values, by) => {
    const sets = speak.written(values).map(({ column, value }) => sql`${column} = ${value}`)
    const all = sql.join([...sets, sql`update_by = ${by}`, sql`update_time = now()`])
    try {
      const update = sql<{ id: string }>`update ${table} set ${all} where ${idColumn} = ${wanted} and ${only} returning ${idColumn} as id`
      return (await firstRowOf(database, compiled(update))) !== undefined
    } catch (error) {
      return taken(error, values)
    }
  }

  const remove: ResourceStore['remove'] = async (database, ids) => {
    const wanted = [...new Set(ids)]
    const among = sql`${idColumn} = any(${wanted}::bigint[]) and ${only}`
    const rows = await rowsOf(database, compiled(sql<Row>`select ${speak.selection} from ${table} where ${among}`))
    if (rows.length < wanted.length) return rejected('not-found')
    try {
      const gone = await rowsOf(database, compiled(sql<{ id: string }>`delete from ${table} where ${among} returning ${idColumn} as id`))
      // Seen but not removed: a row of the platform, which a tenant only reads.
      return gone.length < wanted.length ? rejected('permission-missing') : rows.map(speak.row)
    } catch (error) {
      return taken(error, {})
    }
  }

  return { list, scan, find, create, change, remove }
}

/** A table without a tenant in its rows. Tenants are a table of their own tenants. */
const isCommon = ({ scope, table }: Stored): boolean => scope === 'common' || table === 'platform.tenants'

/** Between the fields of a resource and the columns of its table. */
const speaking = (
  { id, fields, row, form, matchOfMore, ...declared }: Stored,
  { expressions = {}, columns = {}, filter = {}, also = [] }: Statements<Stored>,
) => {
  const isStored = (field: string): boolean => !fields[field]?.isComputed
  const shown = [...Object.keys(row.shape).filter(isStored), ...also]
  const listed = shown.filter((field) => !fields[field]?.isLong)
  const written = Object.keys(form.shape).filter((field) => isStored(field) && !fields[field]?.isWriteOnly)
  const matches: Record<string, Match | undefined> = {
    ...Object.fromEntries(Object.entries(fields).map(([field, facts]) => [field, facts.filter])),
    ...matchOfMore,
    ...filter,
  }
  const byId = declared.order ?? { field: id, direction: 'desc' as const }
  const isWhole = (field: string): boolean => field === id || fields[field]?.isLarge === true
  const column = (field: string): RawBuilder<unknown> =>
    expressions[field] ?? sql.ref(columns[field] ?? fields[field]?.column ?? snake(field))
  const selection = (fields: readonly string[]) =>
    sql.join(fields.map((field) => sql`${column(field)} as ${sql.ref(field)}`)) as RawBuilder<Sql>
  const spoken = (field: string, value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString()
    return isWhole(field) && value !== null ? Number(value) : value
  }
  return {
    column,
    selection: selection(shown),
    selectionOfList: selection(listed),
    row: (row: Row): Row => Object.fromEntries(Object.entries(row).map(([field, value]) => [field, spoken(field, value)])),
    written: (values: Row) =>
      written
        .filter((field) => values[field] !== undefined)
        .map((field) => ({
          column: column(field),
          value: fields[field]?.isJson && values[field] !== null ? JSON.stringify(values[field]) : values[field],
        })),
    order: ({ orderByColumn, isAsc }: ListRequest): RawBuilder<unknown> => {
      const field = orderByColumn && shown.includes(orderByColumn) ? orderByColumn : byId.field
      const isDescending = field === byId.field && !isAsc ? byId.direction === 'desc' : (isAsc ?? 'asc').startsWith('desc')
      const direction = isDescending ? sql`desc` : sql`asc`
      return sql`${column(field)} ${direction} nulls last, ${column(id)} ${direction}`
    },
    conditions: (request: ListRequest): RawBuilder<boolean>[] => [
      ...Object.entries(matches).flatMap(([field, match]) => {
        const value = request[field]
        if (value === undefined || match === undefined) return []
        if (match === 'among') return [sql<boolean>`${column(field)}::text = any(${value}::text[])`]
        return match === 'equals'
          ? [sql<boolean>`${column(field)}::text = ${value}::text`]
          : [sql<boolean>`position(lower(${value}::text) in lower(${column(field)}::text)) > 0`]
      }),
      ...conditionsOfMoments(column('createTime'), request),
    ],
  }
}

type Span = { beginTime?: string | undefined; endTime?: string | undefined }

/** A column's moments within a span of days or moments, ends included; a day or a moment is the tenant's own, unless it brings an offset. */
export const conditionsOfMoments = (column: RawBuilder<unknown>, { beginTime, endTime }: Span): RawBuilder<boolean>[] => [
  ...(beginTime ? [sql<boolean>`${column} >= ${instantOf(beginTime)}`] : []),
  ...(endTime ? [endOf(column, endTime)] : []),
]

const zoneOfTenant = sql`(select time_zone from platform.tenants where code = current_setting('nightflow.tenant'))`

const instantOf = (moment: string): RawBuilder<unknown> =>
  /(Z|[+-]\d{2}:?\d{2})$/.test(moment.slice(10)) ? sql`${moment}::timestamptz` : sql`(${moment}::timestamp at time zone ${zoneOfTenant})`

/** The end is included: a day with all its hours, a moment with all its fractions. */
const endOf = (column: RawBuilder<unknown>, moment: string): RawBuilder<boolean> =>
  moment.length === 'YYYY-MM-DD'.length
    ? sql`${column} < ((${moment}::date + 1)::timestamp at time zone ${zoneOfTenant})`
    : sql`${column} <= ${instantOf(moment)}`
