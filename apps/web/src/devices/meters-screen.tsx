import { Badge, CloseButton } from '@mantine/core'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import { IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { metersPerPage, metersQuery } from '#devices/devices-queries.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { InstantText } from '#ui/instant.tsx'
import { KeysetPager } from '#ui/keyset-pager.tsx'
import { Page } from '#ui/page.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useTableState } from '#ui/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

export type MetersChoice = { search?: string | undefined; partition?: string | undefined; after?: string | undefined }

type Props = {
  choice: MetersChoice
  onChoice: (choice: MetersChoice) => void
  /** Names of partitions by identifier; the identifier stands in for a name that is not known. */
  partitionNames: ReadonlyMap<string, string>
  /** What a meter says of itself, in words. */
  flagsOf: (flags: string) => ReactNode
}

export function MetersScreen({ choice, onChoice, partitionNames, flagsOf }: Props) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const meters = useQuery(metersQuery(choice.search ?? '', choice.partition, choice.after ?? ''))
  const columns = useMeterColumns(partitionNames, flagsOf)
  const [state, setState] = useTableState()
  const rows = meters.data?.rows
  return (
    <Page title={t('meters.title')} subtitle={meters.data ? t('meters.total', { total: format.number(meters.data.total) }) : ' '}>
      {meters.isError ? (
        <div className="nf-panel">
          <ErrorState error={meters.error} onRetry={() => meters.refetch()} />
        </div>
      ) : (
        <>
          <DataTable
            label={t('meters.title')}
            fileName="meters"
            columns={columns}
            rows={rows}
            rowId={(row) => row.number}
            state={state}
            onState={setState}
            sortable={false}
            heightMax="calc(100vh - 220px)"
            title={
              <>
                <SearchInput
                  label={t('meters.search')}
                  width={240}
                  value={choice.search ?? ''}
                  onType={(search) => onChoice({ search, after: undefined })}
                />
                {choice.partition && (
                  <Badge
                    variant="light"
                    tt="none"
                    rightSection={
                      <CloseButton
                        size="xs"
                        aria-label={t('meters.allPartitions')}
                        onClick={() => onChoice({ partition: undefined, after: undefined })}
                      />
                    }
                  >
                    {t('meters.inPartition', { id: partitionNames.get(choice.partition) ?? choice.partition })}
                  </Badge>
                )}
              </>
            }
            empty={
              <EmptyState
                icon={IconGauge}
                title={t(choice.search ? 'meters.nothingFound' : 'meters.emptyTitle')}
                text={t(choice.search ? 'meters.nothingFoundText' : 'meters.emptyText')}
              />
            }
          />
          <KeysetPager
            isFirst={!choice.after}
            next={rows && rows.length === metersPerPage ? rows.at(-1)?.number : undefined}
            onPage={(after) => onChoice({ after })}
          />
        </>
      )}
    </Page>
  )
}

function useMeterColumns(partitionNames: Props['partitionNames'], flagsOf: Props['flagsOf']): DataColumn<MeterRow>[] {
  const { t } = useTranslation('devices')
  const format = useFormat()
  return useMemo(
    (): DataColumn<MeterRow>[] => [
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
      { id: 'name', label: t('column.name'), value: (row) => row.name },
      { id: 'address', label: t('column.address'), value: (row) => row.address },
      {
        id: 'partition',
        label: t('column.partition'),
        value: (row) => row.partitionId,
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
        id: 'caliber',
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
        value: (row) => (row.hasValve ? (row.valvePosition ?? 'unknown') : null),
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
    ],
    [t, format, partitionNames, flagsOf],
  )
}
