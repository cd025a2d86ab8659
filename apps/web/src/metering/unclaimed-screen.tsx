import type { UnclaimedRow } from '@nightflow/schemas/metering/readings'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsPerPage, unclaimedQuery } from '#metering/metering-queries.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { KeysetPager } from '#ui/keyset-pager.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useTableState } from '#ui/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = { after: string; onPage: (after: string | undefined) => void; registerTool: ((number: string) => ReactNode) | null }

/** Meters that report but are not registered. Registering one claims everything it has sent. */
export function UnclaimedScreen({ after, onPage, registerTool }: Props) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const [state, setState] = useTableState()
  const unclaimed = useQuery(unclaimedQuery(after))
  const rows = unclaimed.data?.rows
  const columns = useMemo((): DataColumn<UnclaimedRow>[] => {
    const known: DataColumn<UnclaimedRow>[] = [
      {
        id: 'number',
        label: t('column.meter'),
        value: (row) => row.number,
        cell: (row) => <span className="nf-figures">{row.number}</span>,
      },
      { id: 'frames', label: t('column.frames'), numeric: true, value: (row) => row.frames, cell: (row) => format.number(row.frames) },
      {
        id: 'first',
        label: t('column.firstPosition'),
        numeric: true,
        value: (row) => row.firstPosition,
        cell: (row) => format.number(row.firstPosition),
      },
      {
        id: 'last',
        label: t('column.lastPosition'),
        numeric: true,
        value: (row) => row.lastPosition,
        cell: (row) => format.number(row.lastPosition),
      },
    ]
    return registerTool
      ? [...known, { id: 'register', label: t('column.action'), value: () => null, isTool: true, cell: (row) => registerTool(row.number) }]
      : known
  }, [t, format, registerTool])
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
          rows={rows}
          rowId={(row) => row.number}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 220px)"
          empty={<EmptyState icon={IconCircleCheck} title={t('unclaimed.emptyTitle')} text={t('unclaimed.emptyText')} />}
        />
      )}
      <KeysetPager isFirst={after === ''} next={rows?.length === rowsPerPage ? rows.at(-1)?.number : undefined} onPage={onPage} />
    </Page>
  )
}
