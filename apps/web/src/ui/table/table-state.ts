import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useScreenSearch } from '#ui/screen-search.ts'

/** State of a table in the URL: its order (`column.asc` or `column.desc`) and the columns that are not as by default. */
export const tableSearch = {
  sort: z.string().max(80).optional().catch(undefined),
  columns: z.string().max(400).optional().catch(undefined),
}

export type TableState = { sort?: string | undefined; columns?: string | undefined }

/** The table state of the shown route. Changes replace the entry, so that "back" leaves the screen rather than undoing clicks. */
export function useTableState(): [TableState, (next: TableState) => void] {
  const search = useScreenSearch<TableState>()
  const navigate = useNavigate()
  const change = (next: TableState) =>
    navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, ...next }),
      replace: true,
      resetScroll: false,
    })
  return [{ sort: search.sort, columns: search.columns }, change]
}
