import type { QuarantinedRow } from '@nightflow/schemas/metering/readings'
import { type Reading, readingFields } from '@nightflow/schemas/metering/report-readings'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { quarantineQuery } from '#metering/metering-queries.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { type PagerSearch, pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { SearchInput } from '#ui/table/search-input.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

export type QuarantineChoice = PagerSearch & { meter?: string | undefined }

type Props = {
  choice: QuarantineChoice
  onChoice: (choice: QuarantineChoice) => void
  timeZone: string
  eventLink: (position: number, label: string) => ReactNode
}

/** Readings that were rejected, with what was sent and why: visible, never silently dropped. */
export function QuarantineScreen({ choice, onChoice, timeZone, eventLink }: Props) {
  const { t } = useTranslation('metering')
  const [state, setState] = useTableState()
  const quarantine = useQuery(quarantineQuery(choice.meter, pageOf(choice)))
  const columns = useQuarantineColumns(timeZone, eventLink)
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
          rows={quarantine.data?.rows}
          isStale={quarantine.isPlaceholderData}
          rowId={(row) => `${row.position}-${row.index}`}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 288px)"
          title={
            <SearchInput
              label={t('quarantine.meter')}
              width={220}
              value={choice.meter ?? ''}
              onType={(meter) => onChoice({ meter, page: undefined, from: undefined })}
            />
          }
          empty={
            <EmptyState
              icon={IconShieldCheck}
              title={t(choice.meter ? 'quarantine.nothingFound' : 'quarantine.emptyTitle')}
              text={t(choice.meter ? 'quarantine.nothingFoundText' : 'quarantine.emptyText')}
            />
          }
          foot={quarantine.data && <Pager {...quarantine.data} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
    </Page>
  )
}

const isReadingField = (field: string | null): field is keyof Reading => readingFields.some((known) => known === field)

/** The instant of a value that a device sent as epoch milliseconds. */
const epochIn = ({ field, value }: QuarantinedRow): string | null => {
  if (field !== 'at' || value === null || !/^-?\d{1,15}$/.test(value)) return null
  const date = new Date(Number(value))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function useQuarantineColumns(timeZone: string, eventLink: Props['eventLink']): DataColumn<QuarantinedRow>[] {
  const { t } = useTranslation('metering')
  const format = useFormat()
  return useMemo((): DataColumn<QuarantinedRow>[] => {
    const fieldOf = ({ field }: QuarantinedRow): string | null => (isReadingField(field) ? t(`readingField.${field}`) : field)
    return [
      {
        id: 'receivedAt',
        label: t('column.receivedAt'),
        value: (row) => row.receivedAt,
        cell: (row) => <InstantText at={row.receivedAt} timeZone={timeZone} precision="second" />,
      },
      {
        id: 'meter',
        label: t('column.meter'),
        value: (row) => row.meter,
        cell: (row) =>
          row.meter ? (
            <ScreenLink screen="devices/meter" params={{ number: row.meter }} className="nf-link nf-figures">
              {row.meter}
            </ScreenLink>
          ) : (
            '–'
          ),
      },
      { id: 'reason', label: t('column.reason'), value: (row) => t(`quarantineReason.${row.reason}`) },
      { id: 'field', label: t('column.field'), value: fieldOf },
      {
        id: 'value',
        label: t('column.value'),
        value: (row) => row.value,
        cell: (row) => {
          const instant = epochIn(row)
          if (instant) return <InstantText at={instant} timeZone={timeZone} precision="second" />
          return <span className="nf-mono nf-clip">{row.value ?? '–'}</span>
        },
      },
      { id: 'gateway', label: t('column.gateway'), value: (row) => row.gateway },
      {
        id: 'frame',
        label: t('column.frame'),
        value: (row) => row.frameId,
        cell: (row) => <span className="nf-mono nf-clip">{row.frameId}</span>,
      },
      {
        id: 'position',
        label: t('column.position'),
        numeric: true,
        value: (row) => row.position,
        cell: (row) => eventLink(row.position, format.number(row.position)),
      },
      { id: 'index', label: t('column.index'), numeric: true, hidden: true, value: (row) => row.index },
    ]
  }, [t, format, timeZone, eventLink])
}
