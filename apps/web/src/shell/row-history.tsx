import { Button, Text } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { HistoryRow } from '@nightflow/schemas/shared/history'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { useEventLink } from '#shell/use-event-link.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import type { NamedResource } from '#ui/resource/resource-words.ts'

type Props<Row> = {
  resource: NamedResource
  /** A call that answers `HistoryRow`s before a position. */
  endpoint: Endpoint
  queryKey: readonly unknown[]
  /** The row, in the words of the call. */
  of: Record<string, string | number>
  timeZone?: string
  tool?: ((row: Row) => ReactNode) | undefined
}

/** The history of one row, newest first, read as far back as the person wants. */
export function RowHistory<Row extends HistoryRow>({ resource, endpoint, queryKey, of, timeZone, tool }: Props<Row>) {
  const { t } = useTranslation('shared')
  const problemText = useProblemText()
  const eventLink = useEventLink()
  const history = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      (await call(endpoint, { ...of, ...(pageParam !== null && { before: pageParam }) }, signal)) as { rows: Row[]; next: number | null },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  if (history.isError)
    return (
      <Text p="sm" c="var(--nf-alarm-text)">
        {problemText(history.error)}
      </Text>
    )
  const rows = history.data?.pages.flatMap((page) => page.rows)
  if (rows?.length === 0)
    return (
      <Text p="sm" c="dimmed">
        {t('history.empty')}
      </Text>
    )
  return (
    <>
      {rows && <HistoryList resource={resource} history={rows} timeZone={timeZone} eventLink={eventLink} tool={tool} />}
      {history.hasNextPage && (
        <Button size="xs" variant="subtle" loading={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </>
  )
}
