import { type MeterRow, MeterSort } from '@nightflow/schemas/devices/meters'
import { IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MetersChoice, metersQuery } from '#devices/devices-queries.ts'
import { ImportMetersTool } from '#devices/import-meters-tool.tsx'
import { MeterFilters } from '#devices/meter-filters.tsx'
import { MeterStatusBadge } from '#devices/meter-status-badge.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  choice: MetersChoice
  onChoice: (choice: MetersChoice) => void
  /** Names of partitions by identifier; the identifier stands in for a name that is not known. */
  partitionNames: ReadonlyMap<string, string>
  /** The flags of a meter, in words. */
  flagsOf: (flags: string) => ReactNode
  /** Flags that the list can be filtered by, with their names. */
  flags: readonly { value: string; label: string }[]
}

/** All meters: found by number, name, address, state and diameter, sorted and paged by the server. */
export function MetersScreen({ choice, onChoice, partitionNames, flagsOf, flags }: Props) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const meters = useQuery(metersQuery(choice))
  const columns = useMeterColumns(partitionNames, flagsOf)
  const rows = meters.data?.rows
  const narrow = (change: MetersChoice) => onChoice({ ...change, page: undefined })
  const isNarrowed = [choice.search, choice.partition, choice.status, choice.valve, choice.flag, choice.caliber].some(Boolean)
  return (
    <Page
      title={t('meters.title')}
      subtitle={meters.data ? t('meters.total', { total: format.number(meters.data.total) }) : ' '}
      tools={<ImportMetersTool />}
    >
      {meters.isError ? (
        <div className="nf-panel">
          <ErrorState error={meters.error} onRetry={() => meters.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('meters.title')}
          fileName="meters"
          columns={columns}
          rows={rows}
          isStale={meters.isPlaceholderData}
          rowId={(row) => row.number}
          state={{ sort: choice.sort, columns: choice.columns }}
          onState={narrow}
          sortable="by-server"
          heightMax="calc(100vh - 288px)"
          title={<MeterFilters choice={choice} onChoice={narrow} isNarrowed={isNarrowed} partitionNames={partitionNames} flags={flags} />}
          empty={
            <EmptyState
              icon={IconGauge}
              title={t(isNarrowed ? 'meters.nothingFound' : 'meters.emptyTitle')}
              text={t(isNarrowed ? 'meters.nothingFoundText' : 'meters.emptyText')}
            />
          }
          foot={meters.data && <Pager total={meters.data.total} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
    </Page>
  )
}

const sortable: readonly string[] = MeterSort.options

function useMeterColumns(partitionNames: Props['partitionNames'], flagsOf: Props['flagsOf']): DataColumn<MeterRow>[] {
  const { t } = useTranslation('devices')
  const format = useFormat()
  return useMemo(() => {
    const columns: DataColumn<MeterRow>[] = [
      {
        id: 'number',
        label: t('column.number'),
        value: (row) => row.number,
        cell: (row) => (
          <ScreenLink screen="devices/meter" params={{ number: row.number }} className="nf-link nf-figures">
            {row.number}
          </ScreenLink>
        ),
      },
      {
        id: 'status',
        label: t('column.status'),
        value: (row) => t(`meterStatus.${row.status}`),
        cell: (row) => <MeterStatusBadge status={row.status} />,
      },
      { id: 'name', label: t('column.name'), value: (row) => row.name },
      { id: 'address', label: t('column.address'), value: (row) => row.address },
      {
        id: 'partitionId',
        label: t('column.partition'),
        value: (row) => row.partitionId && (partitionNames.get(row.partitionId) ?? row.partitionId),
        cell: (row) =>
          row.partitionId ? (
            <ScreenLink screen="leakage/index" search={{ partition: row.partitionId }} className="nf-link">
              {partitionNames.get(row.partitionId) ?? row.partitionId}
            </ScreenLink>
          ) : (
            '–'
          ),
      },
      {
        id: 'caliberMillimetres',
        label: t('column.caliber'),
        unit: 'mm',
        numeric: true,
        value: (row) => row.caliberMillimetres,
        cell: (row) => format.number(row.caliberMillimetres),
      },
      {
        id: 'register',
        label: t('column.register'),
        unit: 'm³',
        numeric: true,
        value: (row) => (row.lastRegisterLitres === null ? null : row.lastRegisterLitres / 1000),
        cell: (row) => format.cubicMetres(row.lastRegisterLitres, 3),
      },
      {
        id: 'lastReadAt',
        label: t('column.lastReadAt'),
        value: (row) => row.lastReadAt,
        cell: (row) => <InstantText at={row.lastReadAt} timeZone={row.timeZone} />,
      },
      {
        id: 'valve',
        label: t('column.valve'),
        value: (row) => (row.hasValve ? t(`valvePosition.${row.valvePosition ?? 'unknown'}`) : null),
        cell: (row) => (row.hasValve ? t(`valvePosition.${row.valvePosition ?? 'unknown'}`) : '–'),
      },
      {
        id: 'battery',
        label: t('column.battery'),
        unit: 'V',
        numeric: true,
        hidden: true,
        value: (row) => (row.batteryMillivolt === null ? null : row.batteryMillivolt / 1000),
        cell: (row) => format.number(row.batteryMillivolt === null ? null : row.batteryMillivolt / 1000, 2),
      },
      { id: 'flags', label: t('column.flags'), value: (row) => row.flags, cell: (row) => flagsOf(row.flags) },
    ]
    return columns.map((column) => ({ ...column, unsortable: !sortable.includes(column.id) }))
  }, [t, format, partitionNames, flagsOf])
}
