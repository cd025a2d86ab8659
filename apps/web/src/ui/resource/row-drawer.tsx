import { Drawer } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import type { Resource } from '#ui/resource/resource.ts'
import { useTitle } from '#ui/resource/use-title.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Props<Row extends object> = {
  resource: Resource<Row>
  /** The identifier in the address; undefined while nothing is open. */
  id: string | undefined
  /** The rows of the page that is shown: the row is one of them, or is asked for. */
  rows: readonly Row[] | undefined
  onClose: () => void
}

/** The details of the row that the address names, so that every row is a link. */
export function RowDrawer<Row extends object>({ resource, id, rows, onClose }: Props<Row>) {
  const { calls, columns, cell, Detail } = resource
  const { find } = calls as { find?: Endpoint }
  const title = useTitle(resource)
  const { t } = useTranslation('shared')
  const listed = id === undefined ? undefined : rows?.find((row) => String(row[calls.id]) === id)
  const found = useQuery({
    queryKey: [calls.list.path, 'row', id],
    queryFn: ({ signal }) => call(find!, { [calls.id]: id }, signal) as Promise<Row>,
    enabled: id !== undefined && rows !== undefined && listed === undefined && find !== undefined,
  })
  const row = listed ?? (id === undefined ? undefined : found.data)
  return (
    <Drawer
      opened={id !== undefined && (row !== undefined || find !== undefined)}
      onClose={onClose}
      position="right"
      size="lg"
      // The title is the first column of the row in the list.
      title={row && (cell?.[columns[0]!]?.(row) ?? title(row))}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {!row && found.isError && <ErrorState error={found.error} onRetry={() => found.refetch()} compact />}
      {id !== undefined && !row && !found.isError && <ChartSkeleton height={260} />}
      {row && Detail && <Detail row={row} />}
    </Drawer>
  )
}
