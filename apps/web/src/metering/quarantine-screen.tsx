import type { QuarantinedRow } from '@nightflow/schemas/metering/readings'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { quarantineQuery, rowsPerPage } from '#metering/metering-queries.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { InstantText } from '#ui/instant.tsx'
import { KeysetPager } from '#ui/keyset-pager.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useTableState } from '#ui/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  before: number | undefined
  onPage: (before: number | undefined) => void
  timeZone: string
  eventLink: (position: number, label: string) => ReactNode
}

/** Readings that were set aside, with what was sent and why: visible, never silently dropped. */
export function QuarantineScreen({ before, onPage, timeZone, eventLink }: Props) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const [state, setState] = useTableState()
  const quarantine = useQuery(quarantineQuery(before))
  const rows = quarantine.data?.rows
  const columns = useMemo(
    (): DataColumn<QuarantinedRow>[] => [
      {
        id: 'position',
        label: t('column.position'),
        value: (row) => row.position,
        cell: (row) => eventLink(row.position, format.number(row.position)),
      },
      {
        id: 'receivedAt',
        label: t('column.receivedAt'),
        value: (row) => row.receivedAt,
        cell: (row) => <InstantText at={row.receivedAt} timeZone={timeZone} precision="second" />,
      },
      { id: 'gateway', label: t('column.gateway'), value: (row) => row.gateway },
      {
        id: 'frame',
        label: t('column.frame'),
        value: (row) => row.frameId,
        cell: (row) => <span className="nf-mono nf-clip">{row.frameId}</span>,
      },
      { id: 'index', label: t('column.index'), numeric: true, hidden: true, value: (row) => row.index },
      { id: 'reason', label: t('column.reason'), value: (row) => row.reason, cell: (row) => t(`quarantineReason.${row.reason}`) },
      { id: 'field', label: t('column.field'), value: (row) => row.field },
      {
        id: 'value',
        label: t('column.value'),
        value: (row) => row.value,
        cell: (row) => <span className="nf-mono nf-clip">{row.value ?? '–'}</span>,
      },
    ],
    [t, format, timeZone, eventLink],
  )
  return (
    <Page title={t('quarantine.title')} subtitle={t('quarantine.subtitle')}>
      {quarantine.isError ? (
        <div className="nf-panel">
          <ErrorState error={quarantine.error} onRetry={() => quarantine.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('quarantine.title')}
          fileName="quarantine"
          columns={columns}
          rows={rows}
          rowId={(row) => `${row.position}-${row.index}`}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 220px)"
          empty={<EmptyState icon={IconShieldCheck} title={t('quarantine.emptyTitle')} text={t('quarantine.emptyText')} />}
        />
      )}
      <KeysetPager
        isFirst={before === undefined}
        next={rows?.length === rowsPerPage ? rows.at(-1)?.position : undefined}
        onPage={(next) => onPage(next === undefined ? undefined : Number(next))}
      />
    </Page>
  )
}
