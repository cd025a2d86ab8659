import { rowsByCursor } from '@nightflow/event-log/postgres/rows-by-cursor'
import { totalsRowsMax } from '@nightflow/schemas/shared/calls-of-resource'
import { type Name, objectOf, valueIn } from '@nightflow/schemas/shared/object-of'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type AnyResource, type FilterOf, type FormOf, type Match, type RowOf, wholeOf } from '@nightflow/schemas/shared/resource'
import { type RawBuilder, type Sql, sql } from 'kysely'
import type { QueryResultRow } from 'pg'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'

/** The page, the order and the span of days that every list takes. */
type Paged = {
  pageNum?: number | undefined
  pageSize?: number | undefined
  orderByColumn?: string | undefined
  isAsc?: string | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
}

/** The request of a list: `paging`, `createdWithin` and the filter of the resource. */
export type ListRequest<Filter extends object> = Partial<Filter> & Paged

/** The statements of one resource, on a connection that is scoped to the caller's tenant. Instants are ISO 8601. */
export type ResourceStore<Shown extends object, Typed extends object, Filter extends object = object> = {
  list: (database: Queryable, request: ListRequest<Filter>) => Promise<{ rows: Shown[]; total: number }>
  /** All rows that the filter leaves, in the order of the list, in batches; the connection must be in a transaction. */
  scan: (database: Queryable, request: ListRequest<Filter>) => AsyncIterable<Shown[]>
  /** Sums over all rows that the filter leaves; none where these are more than are added up. */
  totals: (database: Queryable, request: ListRequest<Filter>) => Promise<TotalsOfList>
  find: (database: Queryable, id: number) => Promise<Shown | undefined>
  /** The identifier of the new row; `name-taken` when another row holds a value that must be unique. */
  create: (database: Queryable, values: Typed, by: string) => Promise<number | Rejection>
  /** False when there is no such row. */
  change: (database: Queryable, id: number, values: Partial<Typed>, by: string) => Promise<boolean | Rejection>
  /** The rows that were removed; `not-found` unless all were there, `in-use` when another table points at one. Then nothing is removed. */
  remove: (database: Queryable, ids: readonly number[]) => Promise<Shown[] | Rejection>
}
export type TotalsOfList = { rows: number; isTotalBounded: boolean; sums: Record<string, number> | null }
/** The rows, the forms and the filters of a resource's store. */
export type StoreOf<R extends Stored> = ResourceStore<RowOf<R>, FormOf<R>, FilterOf<R>>

type Stored = Pick<
  AnyResource,
  'id' | 'table' | 'scope' | 'tenantColumn' | 'fields' | 'row' | 'form' | 'filter' | 'order' | 'matchOfMore' | 'totals'
>

/** Statements that a declaration cannot have. */
type Statements<Field extends string, Also extends string = never> = {
  /** Fields that are computed from columns. They are read, filtered and sorted by, and never written. */
  expressions?: { readonly [Each in Field | NoInfer<Also>]?: RawBuilder<unknown> }
  /** Columns whose name is not that of the field. */
  columns?: { readonly [Each in Field]?: string }
  /** Expressions that a row has besides its fields; stores and routes of the resource read them, and may filter by them. */
  also?: { readonly [Each in Also]: Match }
  /** A further condition on every statement, such as `deleted_at is null`. */
  only?: RawBuilder<boolean>
}

/** Rows that a list counts and pages through; in a longer one, people narrow the filter. */
const countMax = 100_000

const snake = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const compiled = <Result>(raw: RawBuilder<Result>) => ({ compile: () => raw.compile(platform) })
const isViolation = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

/** Names that statements of a resource may speak of: its fields and filters, and the time of creation, which every list is narrowed by. */
type FieldOf<R extends Stored> = Name<RowOf<R>> | Name<R['filter']> | 'createTime'

/** Filters by what a row has besides its fields. */
type Alongside<Also extends string> = { readonly [Each in Also]?: string | readonly string[] }

/** A row as the driver answers it. */
type StoredRow = QueryResultRow

/**
 * The statements of a resource, from its declaration. Only its fields are read, written, sorted or filtered by, and all others are ignored:
 * nothing of a request becomes SQL, and nothing is written that no form shows.
 */
export const storeOf = <R extends Stored, Also extends string = never>(
  declared: R,
  statements: Statements<FieldOf<R>, Also> = {},
): ResourceStore<RowOf<R>, FormOf<R>, FilterOf<R> & Alongside<NoInfer<Also>>> => tableStore(declared, speaking(declared, statements))

const tableStore = <Shown extends object, Typed extends object, Filter extends object>(
  declared: Stored,
  speak: Speaking<Shown>,
): ResourceStore<Shown, Typed, Filter> => {
  const named = Object.entries(declared.fields).find(([, { isUnique }]) => isUnique)?.[0] ?? ''
  const common = isCommon(declared)
  const table = sql.table(declared.table)
  const idColumn = speak.column(declared.id)
  const { only } = speak
  const rowsWhere = (where: RawBuilder<unknown>, request: ListRequest<Filter>) =>
    sql<StoredRow>`select ${speak.selectionOfList} from ${table} where ${where} order by ${speak.order(request)}`
  const taken = (error: unknown, values: object) => refusalOf(error, String(valueIn(values, named) ?? ''))

  return {
    list: async (database, request) => {
      const where = sql.join([only, ...speak.conditions(request)], sql` and `)
      const size = request.pageSize ?? 20
      const skipped = ((request.pageNum ?? 1) - 1) * size
      const rows = await rowsOf(database, compiled(sql<StoredRow>`${rowsWhere(where, request)} limit ${size} offset ${skipped}`))
      const first = sql`(select from ${table} where ${where} limit ${countMax}) as first_ones`
      const counted = await firstRowOf(database, compiled(sql<{ total: string }>`select count(*) as total from ${first}`))
      return { rows: rows.map(speak.row), total: Number(counted?.total ?? 0) }
    },
    scan: async function* (database, request) {
      const where = sql.join([only, ...speak.conditions(request)], sql` and `)
      const all = rowsWhere(where, request).compile(platform)
      for await (const rows of rowsByCursor<StoredRow>(database, all)) yield rows.map(speak.row)
    },
    totals: async (database, request) => {
      const where = sql.join([only, ...speak.conditions(request)], sql` and `)
      const { fields = [], except } = declared.totals ?? {}
      const counts = except ? sql`${speak.column(except.field)}::text <> ${except.word}` : sql`true`
      const added = fields.map((field) => sql`case when ${counts} then ${speak.column(field)} end as ${sql.ref(field)}`)
      const sums = fields.map((field) => sql`coalesce(sum(${sql.ref(field)}), 0) as ${sql.ref(field)}`)
      const rows = sql`(select ${sql.join(added)} from ${table} where ${where} limit ${totalsRowsMax + 1}) as added`
      const found = await firstRowOf(database, compiled(sql<StoredRow>`select count(*) as rows, ${sql.join(sums)} from ${rows}`))
      const { rows: counted, ...totals } = found ?? {}
      const isTotalBounded = Number(counted) > totalsRowsMax
      const summed = Object.entries(totals).map(([field, sum]) => [field, Number(sum)] as const)
      return { rows: Math.min(Number(counted), totalsRowsMax), isTotalBounded, sums: isTotalBounded ? null : Object.fromEntries(summed) }
    },
    find: async (database, wanted) => {
      const found = sql<StoredRow>`select ${speak.selection} from ${table} where ${idColumn} = ${wanted} and ${only}`
      const row = await firstRowOf(database, compiled(found))
      return row && speak.row(row)
    },
    create: async (database, values, by) => {
      const fields = speak.written(values)
      const columns = [...fields.map(({ column }) => column), sql.ref('create_by'), ...(common ? [] : [sql.ref('tenant')])]
      const filled = [
        ...fields.map(({ value }) => sql`${value}`),
        sql`${by}`,
        ...(common ? [] : [sql`current_setting('nightflow.tenant')`]),
      ]
      const insert = sql<{
        id: string
      }>`insert into ${table} (${sql.join(columns)}) values (${sql.join(filled)}) returning ${idColumn} as id`
      try {
        return Number((await firstRowOf(database, compiled(insert)))!.id)
      } catch (error) {
        return taken(error, values)
      }
    },
    change: async (database, wanted, values, by) => {
      const sets = speak.written(values).map(({ column, value }) => sql`${column} = ${value}`)
      const all = sql.join([...sets, sql`update_by = ${by}`, sql`update_time = now()`])
      try {
        const update = sql<{ id: string }>`update ${table} set ${all} where ${idColumn} = ${wanted} and ${only} returning ${idColumn} as id`
        return (await firstRowOf(database, compiled(update))) !== undefined
      } catch (error) {
        return taken(error, values)
      }
    },
    remove: async (database, ids) => {
      const wanted = [...new Set(ids)]
      const among = sql`${idColumn} = any(${wanted}::bigint[]) and ${only}`
      const rows = await rowsOf(database, compiled(sql<StoredRow>`select ${speak.selection} from ${table} where ${among}`))
      if (rows.length < wanted.length) return rejected('not-found')
      try {
        const gone = await rowsOf(database, compiled(sql<{ id: string }>`delete from ${table} where ${among} returning ${idColumn} as id`))
        // Seen but not removed: a row of the platform, which a tenant only reads.
        return gone.length < wanted.length ? rejected('permission-missing') : rows.map(speak.row)
      } catch (error) {
        return taken(error, {})
      }
    },
  }
}

/** The refusal that an error of the database is; any other error is thrown on. */
const refusalOf = (error: unknown, name: string): Rejection => {
  if (isViolation(error, '23505')) return rejected('name-taken', { name })
  if (isViolation(error, '23503')) return rejected('in-use')
  // A row that is the platform's to write.
  if (isViolation(error, '42501')) return rejected('permission-missing')
  throw error
}

/** A table without a tenant in its rows, or whose tenant is one of its fields. */
const isCommon = ({ scope, tenantColumn }: Stored): boolean => scope === 'common' || tenantColumn !== undefined

type Speaking<Shown> = {
  column: (field: string) => RawBuilder<unknown>
  selection: RawBuilder<Sql>
  selectionOfList: RawBuilder<Sql>
  only: RawBuilder<boolean>
  /** The row of what the driver answered: instants as texts, identifiers as numbers. */
  row: (stored: StoredRow) => Shown
  written: (values: object) => { column: RawBuilder<unknown>; value: unknown }[]
  order: (request: Paged) => RawBuilder<unknown>
  conditions: (request: Paged) => RawBuilder<boolean>[]
}

/** Between the fields of a resource and the columns of its table. */
const speaking = <R extends Stored, Also extends string>(
  { id, fields, row, form, matchOfMore, ...declared }: R,
  { expressions = {}, columns = {}, also, only = sql<boolean>`true` }: Statements<FieldOf<R>, Also>,
): Speaking<RowOf<R>> => {
  const isStored = (field: string): boolean => !fields[field]?.isComputed
  const matchOfAlso = Object.entries<Match>(also ?? {})
  const shown = [...Object.keys(row.shape).filter(isStored), ...matchOfAlso.map(([field]) => field)]
  const listed = shown.filter((field) => !fields[field]?.isLong)
  const written = Object.keys(form.shape).filter((field) => isStored(field) && !fields[field]?.isWriteOnly)
  const matches = new Map<string, Match | undefined>([
    ...Object.entries(fields).map(([field, facts]) => [field, facts.filter] as const),
    ...Object.entries(matchOfMore ?? {}),
    ...matchOfAlso,
  ])
  const computed = new Map(Object.entries<RawBuilder<unknown> | undefined>(expressions))
  const renamed = new Map(Object.entries<string | undefined>(columns))
  const byId = declared.order ?? { field: id, direction: 'desc' as const }
  const isWhole = (field: string): boolean => field === id || fields[field]?.isLarge === true
  const column = (field: string): RawBuilder<unknown> =>
    computed.get(field) ?? sql.ref(renamed.get(field) ?? fields[field]?.column ?? snake(field))
  const accepts = (field: string, value: unknown): boolean | undefined =>
    (row.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[field]?.safeParse(value).success
  // The driver reads a day as midnight of the server's zone: days are read as texts.
  const isDay = (field: string): boolean => accepts(field, '2000-01-01') === true && accepts(field, 'day') === false
  const read = (field: string): RawBuilder<unknown> => (isDay(field) ? sql`${column(field)}::text` : column(field))
  const selection = (fields: readonly string[]): RawBuilder<Sql> =>
    sql.join(fields.map((field) => sql`${read(field)} as ${sql.ref(field)}`))
  const spoken = (field: string, value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString()
    if (value === null) return fields[field]?.nullMeans ?? null
    return isWhole(field) ? Number(value) : value
  }
  const mayBeNull = (field: string): boolean => fields[field]?.nullMeans !== undefined || (accepts(field, null) ?? true)
  const storedValue = (field: string, value: unknown): unknown => {
    const { isJson, nullMeans } = fields[field] ?? {}
    if (nullMeans !== undefined && value === nullMeans) return null
    return isJson && value !== null ? JSON.stringify(value) : value
  }
  return {
    column,
    only,
    selection: selection(shown),
    selectionOfList: selection(listed),
    row: (stored) => objectOf(Object.entries(stored).map(([field, value]) => [field, spoken(field, value)])),
    written: (values) =>
      written.flatMap((field) => {
        const value = valueIn(values, field)
        return value === undefined ? [] : [{ column: column(field), value: storedValue(field, value) }]
      }),
    order: ({ orderByColumn, isAsc }) => {
      const field = orderByColumn && shown.includes(orderByColumn) ? orderByColumn : byId.field
      const isDescending = field === byId.field && !isAsc ? byId.direction === 'desc' : (isAsc ?? 'asc').startsWith('desc')
      const direction = isDescending ? sql`desc` : sql`asc`
      // An index has no rows without a value last in both directions: the identifier, which is never absent, is read from it either way.
      if (field === id) return sql`${column(id)} ${direction}`
      // The same holds for every column that always has a value.
      const nulls = mayBeNull(field) ? sql`nulls last` : sql``
      return sql`${column(field)} ${direction} ${nulls}, ${column(id)} ${direction}`
    },
    conditions: (request) => [
      ...[...matches].flatMap(([field, match]) => {
        const value = valueIn(request, field)
        if (value === undefined || match === undefined) return []
        if (match === 'among') return [sql<boolean>`${column(field)}::text = any(${value}::text[])`]
        const whole = match === 'contains' ? wholeOf(String(value)) : undefined
        // Identifiers are in capitals, and people do not type them so.
        if (whole !== undefined) return [sql<boolean>`${column(field)}::text = any(${[whole, whole.toUpperCase()]}::text[])`]
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
