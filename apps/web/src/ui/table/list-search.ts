import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { pageSizes } from '@nightflow/schemas/shared/lists'
import { z } from 'zod'
import type { TableState } from '#ui/table/table-state.ts'

const word = z
  .union([z.string().max(100), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)

/** State of a list's pager in the URL. */
export const pagerSearch = {
  page: z.int().min(1).max(1_000_000).optional().catch(undefined),
  size: z
    .int()
    .refine((size) => pageSizes.some((offered) => offered === size))
    .optional()
    .catch(undefined),
  /** Pages count from the last row. */
  from: z.literal('end').optional().catch(undefined),
}

/**
 * State of a resource's screen in the URL: page, size, order, choice of columns, and one word for each filter, so that every view is
 * a link. Which filters there are is the resource's business; it ignores those that it does not have.
 */
export const listSearch = z
  .object({
    ...pagerSearch,
    sort: word,
    columns: z.string().max(400).optional().catch(undefined),
  })
  .catchall(word)

export type PagerSearch = { page?: number | undefined; size?: number | undefined; from?: 'end' | undefined }
/** A word of an address. */
export type SearchWord = string | number | undefined
/** Words that are to change; undefined takes one away. */
export type SearchChange = { readonly [word: string]: SearchWord }
export type ListSearch = TableState & PagerSearch & SearchChange

/** The page size where the address says none. */
const usualSize = 20

export const pageOf = ({ page = 1, size = usualSize, from }: PagerSearch) => ({ page, size, from })

/** The words of the address that this resource filters by; a word that its filter refuses is not sent. */
export const filterOf = (search: ListSearch, filter: z.ZodRawShape): SearchChange =>
  Object.fromEntries(
    [...Object.entries(filter), ...createdWithin].flatMap(([name, schema]) => {
      const value = search[name]
      return value !== undefined && (schema as z.ZodType).safeParse(value).success ? [[name, value]] : []
    }),
  )

const day = z.iso.date()
const createdWithin: [string, z.ZodType][] = [
  ['beginTime', day],
  ['endTime', day],
]

type Call = Pick<Endpoint, 'path'> & Partial<Pick<Endpoint, 'request'>>

/** The order of the address, where a call of `/api/v1` takes it. */
export function orderOf(search: ListSearch, { request }: Partial<Pick<Endpoint, 'request'>> = {}): { sort?: string; direction?: string } {
  const [sort, direction = 'asc'] = search.sort?.split('.') ?? []
  const column = request?.shape.sort as z.ZodType | undefined
  return sort !== undefined && column?.safeParse(sort).success ? { sort, direction } : {}
}

/** The page that the address names, in the parameters of the list's call: those of the back office, or those of `/api/v1`. */
export function listRequestOf(search: ListSearch, { filter, list }: { filter: z.ZodRawShape; list: Call }) {
  const { page, size, from } = pageOf(search)
  const end = from && list.request?.shape.from ? { from } : {}
  if (!isBackOffice(list.path)) return { ...filterOf(search, filter), ...orderOf(search, list), page, limit: size, ...end }
  const [orderByColumn, direction] = search.sort?.split('.') ?? []
  return {
    ...filterOf(search, filter),
    pageNum: page,
    pageSize: size,
    ...end,
    ...(orderByColumn && { orderByColumn, isAsc: direction ?? 'asc' }),
  }
}
