import { Badge } from '@mantine/core'
import type { MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Flags } from '#metering/flags.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { KnownOrNot } from '#ui/unknown-value.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { number: string; timeZone: string; volumes: readonly MeterVolumeRow[] | undefined; isHourly: boolean }

const cubicMetres = (litres: number | null): number | null => (litres === null ? null : litres / 1000)

/** Volumes newest first, with the flags of the service explained beside them. */
export function VolumeTable({ number, timeZone, volumes, isHourly }: Props) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const [state, setState] = useTableState()
  const newestFirst = useMemo(() => volumes?.toReversed(), [volumes])
  const isAnyDecided = volumes?.some(({ decidedBy }) => decidedBy !== null) ?? false
  const columns = useMemo(
    (): DataColumn<MeterVolumeRow>[] => [
      {
        id: 'from',
        label: t(isHourly ? 'column.hour' : 'column.day'),
        value: (row) => row.from,
        cell: (row) => <span className="nf-figures">{format.instant(row.from, timeZone, isHourly ? 'minute' : 'day')}</span>,
      },
      {
        id: 'volume',
        label: t('column.volume'),
        unit: 'm³',
        numeric: true,
        value: (row) => cubicMetres(row.volumeLitres),
        cell: (row) => (
          <KnownOrNot
            known={row.volumeLitres !== null}
            reason={
              row.unknownBecause === 'no-data' ? t('noReadings') : t('unknownVolume', { share: format.completeness(row.completeness) })
            }
          >
            {format.cubicMetres(row.volumeLitres, 3)}
          </KnownOrNot>
        ),
      },
      {
        id: 'measured',
        label: t('column.measured'),
        hint: t('columnHint.measured'),
        unit: 'm³',
        numeric: true,
        value: (row) => cubicMetres(row.measuredLitres),
        cell: (row) => format.cubicMetres(row.measuredLitres, 3),
      },
      {
        id: 'completeness',
        label: t('column.completeness'),
        numeric: true,
        value: (row) => row.completeness,
        cell: (row) => format.completeness(row.completeness),
      },
      {
        id: 'how',
        label: t('column.how'),
        value: (row) => (row.how ? t(`how.${row.how}`) : null),
        cell: (row) =>
          row.how === null || row.how === 'measured' ? (
            ((row.how && t('how.measured')) ?? '–')
          ) : (
            <Badge variant="outline" size="sm" tt="none" fw={500} className="nf-dashed">
              {t(`how.${row.how}`)}
            </Badge>
          ),
      },
      { id: 'decidedBy', label: t('column.decidedBy'), value: (row) => row.decidedBy, hidden: !isAnyDecided },
      { id: 'decidedBecause', label: t('column.decidedBecause'), value: (row) => row.decidedBecause, hidden: !isAnyDecided },
      { id: 'flags', label: t('column.flags'), value: (row) => row.flags, cell: (row) => <Flags words={row.flags} /> },
    ],
    [t, format, timeZone, isHourly, isAnyDecided],
  )
  return (
    <DataTable
      label={t('volumes.title')}
      fileName={`${number}-volumes`}
      columns={columns}
      rows={newestFirst}
      rowId={(row) => row.from}
      state={state}
      onState={setState}
      heightMax={420}
      empty={<EmptyState icon={IconTable} title={t('volumes.emptyTitle')} text={t('volumes.emptyText')} />}
    />
  )
}
