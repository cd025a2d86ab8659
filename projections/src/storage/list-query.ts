import { rowsByCursor } from '@nightflow/event-log/postgres/rows-by-cursor'
import { boundedTotalMax } from '@nightflow/schemas/shared/list-page'
import type { PoolClient, QueryResultRow } from 'pg'

/**
 * Sort order of rows. An index of (tenant, `by`, key) serves it from both ends, where there is one; rows without a value come last in either direction.
 * `isComputed`: no index has it, so that every row that matches is sorted.
 */
export type Sort = { by: string; isNullable?: true; isComputed?: true }

/** Takes a value of the request and answers its parameter. */
export type Parameter = (value: unknown) => string

/**
 * A list over a read model. `conditions` and `sorts` name columns that an index has, where the list may be long: pages are then found in the
 * index alone, and rows and `joins` are read for the page that is shown.
 */
export type ListDeclaration<Request> = {
  /** A table, or a query in brackets with a name. */
  from: string
  /** Columns that identify a row within the tenant. */
  key: readonly string[]
  sorts: Readonly<Record<string, Sort>>
  conditions: (request: Request, parameter: Parameter) => readonly string[]
  /** Where a reader of the whole list goes on. The total does not depend on it. */
  beyond?: (request: Request, parameter: Parameter) => string | undefined
  columns: string
  joins?: string
  /** Rows that are counted; 10,000 unless set. */
  countMax?: number | ((request: Request) => number)
  /** Whether to look for a match costs much, so that page and total are better found in one look. */
  isSearched?: (request: Request) => boolean
  /** The same as `conditions`, for a search that many rows match: each row that is passed is looked at by itself. */
  conditionsOfMany?: (request: Request, parameter: Parameter) => readonly string[]
  /** `from` is computed as a whole, so that a second look at it costs as much as the first. */
  isComputed?: true
  /** A table with the rows of a computed `from` and the columns of the conditions: they are counted there, and of the order the page alone is sorted. */
  counted?: string
}

/** `from: 'end'`: the first page has the last rows. */
export type ListPlace = { sort: string; direction: 'asc' | 'desc'; page: number; limit: number; from?: 'start' | 'end' | undefined }
export type ListOrder = Pick<ListPlace, 'sort' | 'direction'>

export type ListOf<Row> = { rows: Row[]; total: number; isTotalBounded: boolean }

type Statement = { sql: string; parameters: unknown[] }

/** One page of a list, and how many rows it has. Beyond `countMax` they are not counted. */
export const listPageOf = async <Row extends QueryResultRow, Request>(
  database: PoolClient,
  list: ListDeclaration<Request>,
  request: Request,
  place: ListPlace,
): Promise<ListOf<Row>> => {
  const found =
    (await foundPageOf<Row, Request>(database, list, request, place)) ??
    (await computedPageOf<Row, Request>(database, list, request, place))
  if (found) return found
  const statement = pageStatement(list, request, place)
  const { rows } = await database.query<Row>(statement.sql, statement.parameters)
  if (place.from === 'end') rows.reverse()
  const { page, limit } = place
  const isEnd = rows.length < limit && (rows.length > 0 || page === 1) && !goesOn(list, request)
  return {
    rows,
    ...(isEnd ? { total: (page - 1) * limit + rows.length, isTotalBounded: false } : await countedOf(database, list, request)),
  }
}

/** The page of a search; undefined for other requests. Where more match than are counted they are read in order: the next match is never far. */
const foundPageOf = async <Row extends QueryResultRow, Request>(
  database: PoolClient,
  list: ListDeclaration<Request>,
  request: Request,
  place: ListPlace,
): Promise<ListOf<Row> | undefined> => {
  if (!list.isSearched?.(request) || list.sorts[place.sort]!.isComputed || list.isComputed || goesOn(list, request)) return undefined
  const { sql, parameters } = foundStatement(list, request, place)
  const { rows } = await database.query<Row & Found>(sql, parameters)
  const total = rows[0]!.found_total
  const countMax = countMaxOf(list, request)
  if (total > countMax) {
    const isDeep = place.page * place.limit > countMax
    const inOrder = pageStatement(isDeep ? list : { ...list, conditions: list.conditionsOfMany ?? list.conditions }, request, place)
    const many = await database.query<Row>(inOrder.sql, inOrder.parameters)
    if (place.from === 'end') many.rows.reverse()
    return { rows: many.rows, total: countMax, isTotalBounded: true }
  }
  const listed = rows.filter(({ found_place }) => found_place !== null).map(withoutFound<Row>)
  if (place.from === 'end') listed.reverse()
  return { rows: listed, total, isTotalBounded: false }
}

/** Page and total of a computed list, in one computation of it; undefined for other lists, and for a page behind the last row, which cannot say the total. */
const computedPageOf = async <Row extends QueryResultRow, Request>(
  database: PoolClient,
  list: ListDeclaration<Request>,
  request: Request,
  place: ListPlace,
): Promise<ListOf<Row> | undefined> => {
  if (!list.isComputed || list.counted || goesOn(list, request)) return undefined
  const counted = { ...list, columns: `${list.columns}, count(*) over ()::int as found_total` }
  const { sql, parameters } = pageStatement(counted, request, place)
  const { rows } = await database.query<Row & Pick<Found, 'found_total'>>(sql, parameters)
  if (rows.length === 0) return undefined
  if (place.from === 'end') rows.reverse()
  const total = rows[0]!.found_total
  const countMax = countMaxOf(list, request)
  return {
    rows: rows.map(({ found_total: _, ...row }) => row as unknown as Row),
    total: Math.min(total, countMax),
    isTotalBounded: total > countMax,
  }
}

/** A page without rows has one row that says the total alone. */
type Found = { found_total: number; found_place: string | null }

const withoutFound = <Row>({ found_total: _total, found_place: _place, ...row }: Row & Found): Row => row as unknown as Row

const goesOn = <Request>({ beyond }: ListDeclaration<Request>, request: Request): boolean =>
  beyond?.(request, parametersOf().parameter) !== undefined

const countedOf = async <Request>(database: PoolClient, list: ListDeclaration<Request>, request: Request) => {
  const { sql, parameters } = countStatement(list, request)
  const counted = await database.query<{ total: number }>(sql, parameters)
  const { total } = counted.rows[0]!
  const countMax = countMaxOf(list, request)
  return { total: Math.min(total, countMax), isTotalBounded: total > countMax }
}

/** Sums over all rows that match, none where these are more than `rowsMax`. */
export const totalsOfList = async <Request>(
  database: PoolClient,
  list: ListDeclaration<Request>,
  request: Request,
  { columns, rowsMax }: { columns: readonly string[]; rowsMax: number },
): Promise<{ rows: number; isTotalBounded: boolean; sums: Record<string, number> | null }> => {
  const { values, parameter } = parametersOf()
  const where = whereOf(list.conditions(request, parameter))
  const names = columns.map((column) => `"${column}"`)
  const { rows } = await database.query<Record<string, number>>(
    `select count(*)::int as rows, ${names.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ')}
     from (select ${names.join(', ')} from ${list.from} where ${where} limit ${rowsMax + 1}) added`,
    values,
  )
  const { rows: counted = 0, ...sums } = rows[0] ?? {}
  const isTotalBounded = counted > rowsMax
  return { rows: Math.min(counted, rowsMax), isTotalBounded, sums: isTotalBounded ? null : sums }
}

/** All rows that match, in their order and in batches. The connection must be in a transaction. */
export const scanList = <Row extends QueryResultRow, Request>(
  database: PoolClient,
  list: ListDeclaration<Request>,
  request: Request,
  order: ListOrder,
): AsyncGenerator<Row[]> => {
  const { values, parameter } = parametersOf()
  const where = whereOf(list.conditions(request, parameter))
  return rowsByCursor<Row>(database, { sql: rowsSql(list, orderedKeys(list, where, order, false), ''), parameters: values })
}

/** The statement of a page; for tests that look at its plan. */
export const pageStatement = <Request>(
  list: ListDeclaration<Request>,
  request: Request,
  { sort, direction, page, limit, from = 'start' }: ListPlace,
): Statement => {
  const { values, parameter } = parametersOf()
  const where = whereOf([...list.conditions(request, parameter), list.beyond?.(request, parameter)])
  const bounds = `limit ${parameter(limit)} offset ${parameter((page - 1) * limit)}`
  const keys = orderedKeys(list, where, { sort, direction }, from === 'end', `limit ${page * limit}`)
  return { sql: rowsSql(list, keys, bounds), parameters: values }
}

/** Total and page of the rows that match, which are looked for once; without a page where more match than are counted. For tests as well. */
export const foundStatement = <Request>(list: ListDeclaration<Request>, request: Request, place: ListPlace): Statement => {
  const { from, key, columns, joins = '' } = list
  const { by, isNullable } = list.sorts[place.sort]!
  const { values, parameter } = parametersOf()
  const where = whereOf(list.conditions(request, parameter))
  const countMax = parameter(countMaxOf(list, request))
  const turned = (place.direction === 'desc') !== (place.from === 'end') ? 'desc' : 'asc'
  const nulls = isNullable ? `nulls ${place.from === 'end' ? 'first' : 'last'}` : ''
  const order = [`sorted_by ${turned} ${nulls}`, ...key.map((column) => `${column} ${turned}`)].join(', ')
  return {
    sql: `with found as materialized (select ${key.join(', ')}, ${by} as sorted_by from ${from} where ${where} limit ${countMax}::int + 1),
      counted as materialized (select count(*)::int as found_total from found),
      keys as materialized (select ${key.join(', ')}, row_number() over () as found_place from (select * from found
        where (select found_total from counted) <= ${countMax}::int order by ${order}
        limit ${parameter(place.limit)} offset ${parameter((place.page - 1) * place.limit)}) listed)
      select ${columns}, counted.found_total, keys.found_place
      from counted left join (keys join ${from} using (${key.join(', ')})) on true ${joins} order by keys.found_place`,
    parameters: values,
  }
}

/** The statement that counts; for tests that look at its plan. */
export const countStatement = <Request>(list: ListDeclaration<Request>, request: Request): Statement => {
  const { values, parameter } = parametersOf()
  const where = whereOf(list.conditions(request, parameter))
  return {
    sql: `select count(*)::int as total from (select from ${list.counted ?? list.from} where ${where} limit ${countMaxOf(list, request) + 1}) counted`,
    parameters: values,
  }
}

const countMaxOf = <Request>({ countMax }: ListDeclaration<Request>, request: Request): number =>
  (typeof countMax === 'function' ? countMax(request) : countMax) ?? boundedTotalMax

const parametersOf = () => {
  const values: unknown[] = []
  return { values, parameter: (value: unknown): string => `$${values.push(value)}` }
}

const whereOf = (conditions: readonly (string | undefined)[]): string =>
  conditions.filter((each) => each !== undefined).join(' and ') || 'true'

/** The keys are chosen first: an index has them, while rows and joins are work for the rows of the page alone. */
const rowsSql = <Request>(
  { from, key, columns, joins = '', isComputed }: ListDeclaration<Request>,
  keys: string,
  bounds: string,
): string => {
  if (isComputed) return `select ${columns} from ${keys} ${bounds}`
  return `with keys as materialized (select *, row_number() over () as place from ${keys} ${bounds})
    select ${columns} from keys join ${from} using (${key.join(', ')}) ${joins} order by keys.place`
}

/** The keys in order, as a query in brackets with a name. From the end, the whole order is turned round. */
const orderedKeys = <Request>(
  { from, key, sorts, isComputed: isWhole }: ListDeclaration<Request>,
  where: string,
  { sort, direction }: ListOrder,
  isFromEnd: boolean,
  most = '',
): string => {
  const { by, isNullable, isComputed } = sorts[sort]!
  const turned = (direction === 'desc') !== isFromEnd ? 'desc' : 'asc'
  const select = `select ${isWhole ? '*' : key.join(', ')} from ${from} where ${where}`
  const byKey = key.map((column) => `${column} ${turned}`).join(', ')
  const nulls = isNullable ? `nulls ${isFromEnd ? 'first' : 'last'}` : ''
  if (!isNullable || isComputed || isWhole) return `(${select} order by ${by} ${turned} ${nulls}, ${byKey}) listed`
  // One index has values in either direction and the rows without one by their key. A single `order by` would sort all of them. Where no index
  // has the value, `most` spares a sort of all rows.
  const parts = [
    `(${select} and ${by} is not null order by ${by} ${turned}, ${byKey} ${most})`,
    `(${select} and ${by} is null order by ${byKey} ${most})`,
  ]
  return `(${(isFromEnd ? parts.reverse() : parts).join(' union all ')}) listed`
}
