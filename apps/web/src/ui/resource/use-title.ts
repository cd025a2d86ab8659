import { useCallback } from 'react'
import type { Resource } from '#ui/resource/resource.ts'
import { useFormat } from '#ui/use-format.ts'

/** The title of a row, with days in the reader's form. */
export function useTitle<Row extends object>({ title }: Pick<Resource<Row>, 'title'>): (row: Row) => string {
  const { day } = useFormat()
  return useCallback((row: Row) => title(row, (written) => day(written)), [title, day])
}
