import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

type Page<Row, Cursor> = { rows: readonly Row[]; next: Cursor | null }
type Options<Row, Cursor> = {
  key: QueryKey
  /** The page that came with the thing itself. */
  first: Page<Row, Cursor>
  load: (cursor: Cursor, signal: AbortSignal) => Promise<Page<Row, Cursor>>
}

/** The rows of a list whose first page is there already, and for `LoadMore` its further pages, which are loaded on demand. */
export function useFurtherPages<Row, Cursor extends string | number>({ key, first, load }: Options<Row, Cursor>) {
  const [isWanted, setWanted] = useState(false)
  const further = useInfiniteQuery({
    // Another first page has other pages after it.
    queryKey: [...key, 'further', first.next],
    queryFn: ({ pageParam, signal }) => load(pageParam as Cursor, signal),
    initialPageParam: first.next as Cursor | null,
    getNextPageParam: ({ next }) => next,
    enabled: isWanted && first.next !== null,
  })
  const rows = [...first.rows, ...(further.data?.pages.flatMap((page) => page.rows) ?? [])]
  const isBegun = isWanted && first.next !== null
  const pages = {
    hasNextPage: isBegun ? further.data === undefined || further.hasNextPage : first.next !== null,
    isFetchingNextPage: isBegun && further.isFetching,
    fetchNextPage: () => {
      if (!isBegun) setWanted(true)
      else void (further.data ? further.fetchNextPage() : further.refetch())
    },
  }
  return { rows, pages }
}
