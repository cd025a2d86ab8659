import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { judgeDay } from '#leakage/threshold-status.ts'
import { useUnknownReason } from '#leakage/unknown-reason.ts'
import { estimatedShares, isFigureEstimated, useEstimatedText } from '#leakage/use-estimated-text.ts'
import { useVerdictText } from '#leakage/use-verdict-text.ts'
import { EmptyState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { KnownOrNot } from '#ui/unknown-value.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { rows: readonly NightFlowRow[] | undefined; partition: PartitionRow }

/** One line per local day, newest first unless sorted. */
export function DailyTable({ rows, partition }: Props) {
  const { t } = useTranslation('leakage')
  const columns = useDailyColumns(partition)
  const [state, setState] = useTableState()
  const newestFirst = useMemo(() => rows?.toReversed(), [rows])
  return (
    <DataTable
      label={t('daily.title')}
      fileName={`${partition.id}-daily`}
      columns={columns}
      rows={newestFirst}
      rowId={(row) => row.date}
      state={state}
      onState={setState}
      heightMax={520}
      empty={<EmptyState icon={IconTable} title={t('daily.emptyTitle')} text={t('daily.emptyText')} />}
    />
  )
}

type Quantity = 'cubicMetres' | 'flow' | 'share' | 'ratio'
type NumberKey = { [Key in keyof NightFlowRow]: NightFlowRow[Key] extends number | null ? Key : never }[keyof NightFlowRow]

const quantities: { key: NumberKey; quantity: Quantity; hidden?: boolean; isPinned?: boolean }[] = [
  { key: 'supplyLitres', quantity: 'cubicMetres' },
  { key: 'consumptionLitres', quantity: 'cubicMetres' },
  { key: 'leakageLitres', quantity: 'cubicMetres' },
  { key: 'leakageRate', quantity: 'share' },
  { key: 'nightMinimumFlowLitresPerHour', quantity: 'flow' },
  { key: 'nightMeanFlowLitresPerHour', quantity: 'flow', hidden: true },
  { key: 'averageFlowLitresPerHour', quantity: 'flow' },
  { key: 'netNightFlowLitresPerHour', quantity: 'flow' },
  { key: 'nightMinimumRolling7DayP20LitresPerHour', quantity: 'flow' },
  { key: 'minimumFlowLitresPerHour', quantity: 'flow', hidden: true },
  { key: 'supplyCompleteness', quantity: 'share', hidden: true },
  { key: 'consumptionCompleteness', quantity: 'share', hidden: true },
  { key: 'completeness', quantity: 'share' },
  { key: 'klRatio', quantity: 'ratio', isPinned: true },
]

const reasonKey: Partial<Record<NumberKey, 'supplyLitres' | 'leakageLitres' | 'nightMinimumFlowLitresPerHour' | 'klRatio'>> = {
  supplyLitres: 'supplyLitres',
  averageFlowLitresPerHour: 'supplyLitres',
  minimumFlowLitresPerHour: 'supplyLitres',
  nightMinimumFlowLitresPerHour: 'nightMinimumFlowLitresPerHour',
  nightMeanFlowLitresPerHour: 'nightMinimumFlowLitresPerHour',
  nightMinimumRolling7DayP20LitresPerHour: 'nightMinimumFlowLitresPerHour',
  klRatio: 'klRatio',
}

function useDailyColumns(partition: PartitionRow): DataColumn<NightFlowRow>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const verdictText = useVerdictText()
  const estimatedText = useEstimatedText()
  return useMemo(() => {
    const write = (value: number, key: NumberKey, quantity: Quantity) => {
      if (quantity === 'share') return /ompleteness/.test(key) ? format.completeness(value) : format.share(value)
      return quantity === 'ratio' ? format.number(value, 3) : format.cubicMetres(value, quantity === 'flow' ? 2 : 1)
    }
    const figures = quantities.map(({ key, quantity, hidden, isPinned }): DataColumn<NightFlowRow> => {
      const unit = { cubicMetres: 'm³', flow: t('unit.cubicMetresPerHour'), share: undefined, ratio: undefined }[quantity]
      return {
        id: key,
        label: t(`column.${key}`),
        ...(unit ? { unit } : {}),
        hint: t(`columnHint.${key}`),
        numeric: true,
        hidden: hidden ?? false,
        isPinned: isPinned ?? false,
        // Exported values have the unit of the head: cubic metres, not litres.
        value: (row) => (row[key] !== null && unit ? row[key] / 1000 : row[key]),
        cell: (row) => {
          const value = row[key]
          const reason = reasonOf(row, partition)[reasonKey[key] ?? 'leakageLitres']
          return (
            <KnownOrNot
              known={value !== null}
              reason={reason}
              estimated={/ompleteness/.test(key) ? undefined : estimatedText({ ...row, isEstimated: isFigureEstimated(row, key) })}
            >
              {value === null ? null : write(value, key, quantity)}
            </KnownOrNot>
          )
        },
      }
    })
    const day: DataColumn<NightFlowRow> = {
      id: 'date',
      label: t('column.date'),
      value: (row) => row.date,
      cell: (row) => format.day(row.date, 'long'),
    }
    const minimumAt: DataColumn<NightFlowRow> = {
      id: 'nightMinimumAt',
      label: t('column.nightMinimumAt'),
      value: (row) => row.nightMinimumAt,
      numeric: true,
      cell: (row) => format.instant(row.nightMinimumAt, partition.timeZone, 'clock'),
    }
    const estimated = (['consumption', 'supply'] as const).map(
      (side): DataColumn<NightFlowRow> => ({
        id: `${side}EstimatedShare`,
        label: t(`column.${side}EstimatedShare`),
        hint: t(`columnHint.${side}EstimatedShare`),
        numeric: true,
        hidden: side === 'supply',
        value: (row) => estimatedShares(row)[side],
        cell: (row) => format.share(estimatedShares(row)[side]),
      }),
    )
    const status: DataColumn<NightFlowRow> = {
      id: 'status',
      isPinned: true,
      label: t('column.status'),
      value: (row) => verdictText(judgeDay(row, partition.thresholds)),
      cell: (row) => {
        const verdict = judgeDay(row, partition.thresholds)
        return <StatusBadge meaning={verdict.meaning} label={verdictText(verdict)} />
      },
    }
    return [day, ...figures.slice(0, 5), minimumAt, ...figures.slice(5), ...estimated, status]
  }, [t, format, reasonOf, verdictText, estimatedText, partition])
}
