import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'

export type Row = Readonly<Record<string, unknown>>

/**
 * How an export goes on where one answer is only a page. JSON is always the requested page; CSV and Arrow are the whole
 * list unless the request names a `limit` itself.
 */
export type Pages<Request> = (request: Request) => Paging<Request>

export type Paging<Request> = {
  /** The request of the first page, such as one with larger pages. */
  first: Request
  /** The request of the next page, given the one before and its rows; undefined after the last. */
  next: (request: Request, rows: readonly Row[]) => Request | undefined
}

/** Pages of a list that goes on after its last row, whatever page a person looks at; a page shorter than its limit is the last. */
export const pagesAfter =
  (limit: number, after: (lastRow: Row) => { after: number | string } | { before: number | string }) =>
  <Request extends { limit: number }>(request: Request): Paging<Request> => ({
    first: { ...request, limit, ...('page' in request && { page: 1 }) },
    next: (page, rows) => {
      const last = rows.at(-1)
      return last && rows.length >= page.limit ? { ...page, ...after(last) } : undefined
    },
  })

/** Pages of a list in one order that has no key to go on after. */
export const pageAfterPage =
  (limit: number) =>
  <Request extends { limit: number; page: number }>(request: Request): Paging<Request> => ({
    first: { ...request, limit, page: 1 },
    next: (page, rows) => (rows.length < page.limit ? undefined : { ...page, page: page.page + 1 }),
  })

/**
 * The same of a list that may be sorted: by its key it goes on after a row, in another order page by page.
 */
export const pagesInOrder =
  (limit: number, key: string) =>
  <Request extends { limit: number; page: number; sort: string; direction: string }>(request: Request): Paging<Request> => {
    const isByKey = request.sort === key && request.direction === 'asc'
    return {
      first: { ...request, limit, page: 1, from: 'start' },
      next: (page, rows) => {
        const last = rows.at(-1)
        if (last === undefined || rows.length < page.limit) return undefined
        return isByKey ? { ...page, after: last[key] } : { ...page, page: page.page + 1 }
      },
    }
  }

/** The rows of an answer that has rows; anything else is a mistake in the endpoint's schema. */
export const rowsIn = (answer: unknown): readonly Row[] => {
  const rows = (answer as { rows?: unknown }).rows
  if (!Array.isArray(rows)) throw new Error('an endpoint with `row` answered without `rows`')
  return rows
}

/** The rows of the first answer, then page by page those of the further ones. Each page is a transaction of its own. */
export async function* rowsOfPages<Request>(
  paging: Paging<Request> | undefined,
  first: unknown,
  answer: (request: Request) => Promise<unknown | undefined | Rejection>,
): AsyncGenerator<readonly Row[]> {
  let rows = rowsIn(first)
  yield rows
  let page = paging?.first
  while (paging && page !== undefined) {
    page = paging.next(page, rows)
    if (page === undefined) return
    const answered = await answer(page)
    // The list was there a moment ago; ending the stream early would pass off a part for the whole.
    if (answered === undefined || isRejection(answered)) throw new Error('the list vanished while it was being exported')
    rows = rowsIn(answered)
    yield rows
  }
}
