import type { StreamRow } from '@nightflow/schemas/audit/log'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { streamsQuery } from '#audit/audit-queries.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { InstantText } from '#ui/instant.tsx'
import { pageOf } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useTableState } from '#ui/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

type Row = z.infer<typeof StreamRow>
export type StreamsChoice = { search?: string | undefined; page?: number | undefined; size?: number | undefined }

export function StreamsScreen({ choice, onChoice }: { choice: StreamsChoice; onChoice: (choice: StreamsChoice) => void }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const [state, setState] = useTableState()
  const streams = useQuery(streamsQuery(choice.search ?? '', pageOf(choice)))
  const columns = useMemo(
    (): DataColumn<Row>[] => [
      {
        id: 'stream',
        label: t('column.stream'),
        value: (row) => row.stream,
        cell: (row) => (
          <ScreenLink screen="audit/events" search={{ stream: row.stream }} className="nf-link nf-mono">
            {row.stream}
          </ScreenLink>
        ),
      },
      { id: 'version', label: t('column.events'), numeric: true, value: (row) => row.version, cell: (row) => format.number(row.version) },
      {
        id: 'lastRecordedAt',
        label: t('column.lastRecordedAt'),
        value: (row) => row.lastRecordedAt,
        cell: (row) => <InstantText at={row.lastRecordedAt} timeZone={timeZone} precision="second" />,
      },
    ],
    [t, format, timeZone],
  )
  return (
    <Page title={t('streams.title')} subtitle={t('streams.subtitle')}>
      {streams.isError ? (
        <div className="nf-panel">
          <ErrorState error={streams.error} onRetry={() => streams.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('streams.title')}
          fileName="streams"
          columns={columns}
          rows={streams.data?.rows}
          isStale={streams.isPlaceholderData}
          rowId={(row) => row.stream}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 288px)"
          title={
            <SearchInput
              label={t('streams.search')}
              width={260}
              value={choice.search ?? ''}
              onType={(search) => onChoice({ search, page: undefined })}
            />
          }
          empty={<EmptyState icon={IconStack2} title={t('streams.emptyTitle')} text={t('streams.emptyText')} />}
          foot={streams.data && <Pager total={streams.data.total} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
    </Page>
  )
}
