import type { UnclaimedRow } from '@nightflow/schemas/metering/readings'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { unclaimedQuery } from '#metering/metering-queries.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { InstantText } from '#ui/instant.tsx'
import { pageOf } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useTableState } from '#ui/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

export type UnclaimedChoice = { search?: string | undefined; page?: number | undefined; size?: number | undefined }

type Props = {
  choice: UnclaimedChoice
  onChoice: (choice: UnclaimedChoice) => void
  timeZone: string
  eventLink: (position: number, label: string) => ReactNode
  registerTool: ((number: string) => ReactNode) | null
}

/** Meters that report but are not registered. Registering one claims everything it has sent. */
export function UnclaimedScreen({ choice, onChoice, timeZone, eventLink, registerTool }: Props) {
  const { t } = useTranslation('metering')
  const [state, setState] = useTableState()
  const unclaimed = useQuery(unclaimedQuery(choice.search ?? '', pageOf(choice)))
  const columns = useUnclaimedColumns({ timeZone, eventLink, registerTool })
  return (
    <Page title={t('unclaimed.title')} subtitle={t('unclaimed.subtitle')}>
      {unclaimed.isError ? (
        <div className="nf-panel">
          <ErrorState error={unclaimed.error} onRetry={() => unclaimed.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('unclaimed.title')}
          fileName="unclaimed-meters"
          columns={columns}
          rows={unclaimed.data?.rows}
          isStale={unclaimed.isPlaceholderData}
          rowId={(row) => row.number}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 288px)"
          title={
            <SearchInput
              label={t('unclaimed.search')}
              width={220}
              value={choice.search ?? ''}
              onType={(search) => onChoice({ search, page: undefined })}
            />
          }
          empty={
            <EmptyState
              icon={IconCircleCheck}
              title={t(choice.search ? 'unclaimed.nothingFound' : 'unclaimed.emptyTitle')}
              text={t(choice.search ? 'unclaimed.nothingFoundText' : 'unclaimed.emptyText')}
            />
          }
          foot={unclaimed.data && <Pager total={unclaimed.data.total} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
    </Page>
  )
}

function useUnclaimedColumns({
  timeZone,
  eventLink,
  registerTool,
}: Pick<Props, 'timeZone' | 'eventLink' | 'registerTool'>): DataColumn<UnclaimedRow>[] {
  const { t } = useTranslation('metering')
  const format = useFormat()
  return useMemo((): DataColumn<UnclaimedRow>[] => {
    const event = (position: number): ReactNode => eventLink(position, format.number(position))
    const known: DataColumn<UnclaimedRow>[] = [
      {
        id: 'number',
        label: t('column.meter'),
        value: (row) => row.number,
        cell: (row) => <span className="nf-figures">{row.number}</span>,
      },
      {
        id: 'firstSeen',
        label: t('column.firstSeenAt'),
        value: (row) => row.firstSeenAt,
        cell: (row) => <InstantText at={row.firstSeenAt} timeZone={timeZone} />,
      },
      {
        id: 'lastSeen',
        label: t('column.lastSeenAt'),
        value: (row) => row.lastSeenAt,
        cell: (row) => <InstantText at={row.lastSeenAt} timeZone={timeZone} />,
      },
      { id: 'frames', label: t('column.frames'), numeric: true, value: (row) => row.frames, cell: (row) => format.number(row.frames) },
      {
        id: 'first',
        label: t('column.firstPosition'),
        numeric: true,
        hidden: true,
        value: (row) => row.firstPosition,
        cell: (row) => event(row.firstPosition),
      },
      {
        id: 'last',
        label: t('column.lastPosition'),
        numeric: true,
        value: (row) => row.lastPosition,
        cell: (row) => event(row.lastPosition),
      },
    ]
    return registerTool
      ? [...known, { id: 'register', label: t('column.action'), value: () => null, isTool: true, cell: (row) => registerTool(row.number) }]
      : known
  }, [t, format, timeZone, eventLink, registerTool])
}
