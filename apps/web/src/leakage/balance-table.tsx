import { Text } from '@mantine/core'
import type { BalanceRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { SalesRow } from '@nightflow/schemas/leakage/partition-sales'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { balanceQuery, salesQuery } from '#leakage/leakage-queries.ts'
import { estimatedShares, useEstimatedText } from '#leakage/use-estimated-text.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import type { TableState } from '#ui/table/table-state.ts'
import { KnownOrNot } from '#ui/unknown-value.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  partition: PartitionRow
  range: { from: string; to: string }
  asOf: string | undefined
  onSelect: (id: string) => void
}

/** Production against sales of the point and of each point below it, over the days shown. */
export function BalanceTable({ partition, range, asOf, onSelect }: Props) {
  const { t } = useTranslation('leakage')
  const sales = useQuery({ ...salesQuery(partition.id, range.from, range.to), enabled: asOf === undefined })
  const salesOf = useMemo(() => new Map(sales.data?.rows.map((row) => [row.partitionId, row])), [sales.data])
  const balanceColumns = useBalanceColumns(onSelect, partition.level)
  const salesColumns = useSalesColumns(salesOf)
  // Bills are not known as of a moment of the past here.
  const columns = useMemo(
    () => (asOf === undefined ? [...balanceColumns, ...salesColumns] : balanceColumns),
    [asOf, balanceColumns, salesColumns],
  )
  // The URL orders the daily table; this one is short and keeps its order to itself.
  const [state, setState] = useState<TableState>({})
  const balance = useQuery(balanceQuery(partition.id, range.from, range.to, asOf))
  if (balance.isError)
    return (
      <div className="nf-panel">
        <ErrorState compact error={balance.error} onRetry={() => balance.refetch()} />
      </div>
    )
  return (
    <DataTable
      label={t('balance.title')}
      fileName={`${partition.id}-balance`}
      columns={columns}
      rows={balance.data?.rows}
      rowId={(row) => row.partitionId}
      state={state}
      onState={setState}
      heightMax={420}
      empty={<EmptyState icon={IconScale} title={t('balance.emptyTitle')} />}
      foot={
        asOf === undefined && (
          <Text size="xs" c="dimmed" px="sm" py={6}>
            {t('balance.differences')}
          </Text>
        )
      }
    />
  )
}

const volumes = ['supplyLitres', 'consumptionLitres', 'leakageLitres', 'ownLeakageLitres'] as const

function useBalanceColumns(onSelect: (id: string) => void, topLevel: number): DataColumn<BalanceRow>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const estimatedText = useEstimatedText()
  return useMemo(() => {
    const name: DataColumn<BalanceRow> = {
      id: 'name',
      label: t('column.partition'),
      value: (row) => row.name,
      cell: (row) => (
        <button
          type="button"
          className="nf-link nf-plain-button"
          style={{ paddingLeft: (row.level - topLevel) * 14 }}
          onClick={() => onSelect(row.partitionId)}
        >
          {row.name}
        </button>
      ),
    }
    const known: DataColumn<BalanceRow> = {
      id: 'daysKnown',
      label: t('column.daysKnown'),
      hint: t('columnHint.daysKnown'),
      numeric: true,
      value: (row) => row.daysKnown,
      cell: (row) => `${format.number(row.daysKnown)} / ${format.number(row.days)}`,
    }
    const reason = t('balance.unknown')
    const figures = volumes.map(
      (key): DataColumn<BalanceRow> => ({
        id: key,
        label: t(`column.${key}`),
        unit: 'm³',
        hint: t(`columnHint.${key}`),
        numeric: true,
        value: (row) => (row[key] === null ? null : row[key] / 1000),
        cell: (row) => (
          <KnownOrNot known={row[key] !== null} reason={reason} estimated={estimatedText({ ...row, isEstimated: row.daysEstimated > 0 })}>
            {format.cubicMetres(row[key], 1)}
          </KnownOrNot>
        ),
      }),
    )
    const rate: DataColumn<BalanceRow> = {
      id: 'leakageRate',
      label: t('column.leakageRate'),
      numeric: true,
      value: (row) => row.leakageRate,
      cell: (row) => (
        <KnownOrNot
          known={row.leakageRate !== null}
          reason={reason}
          estimated={estimatedText({ ...row, isEstimated: row.daysEstimated > 0 })}
        >
          {format.share(row.leakageRate)}
        </KnownOrNot>
      ),
    }
    const estimated: DataColumn<BalanceRow> = {
      id: 'consumptionEstimatedShare',
      label: t('column.consumptionEstimatedShare'),
      hint: t('columnHint.consumptionEstimatedShare'),
      numeric: true,
      value: (row) => estimatedShares(row).consumption,
      cell: (row) => format.share(estimatedShares(row).consumption),
    }
    return [name, known, ...figures.slice(0, 3), rate, estimated, ...figures.slice(3)]
  }, [t, format, estimatedText, onSelect, topLevel])
}

/** The accountant's side: what was billed, and what of the supply was not. A difference takes days of which the whole supply is known. */
function useSalesColumns(sales: ReadonlyMap<string, SalesRow>): DataColumn<BalanceRow>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return useMemo(() => {
    const billedOf = (row: BalanceRow): number | null => sales.get(row.partitionId)?.billedLitres ?? null
    const differenceOf = (row: BalanceRow): number | null => {
      const billed = billedOf(row)
      return billed === null || row.supplyLitres === null || row.daysKnown < row.days ? null : row.supplyLitres - billed
    }
    const volume = (id: 'billedLitres' | 'unbilledLitres', litresOf: (row: BalanceRow) => number | null): DataColumn<BalanceRow> => ({
      id,
      label: t(`column.${id}`),
      unit: 'm³',
      hint: t(`columnHint.${id}`),
      numeric: true,
      value: (row) => {
        const litres = litresOf(row)
        return litres === null ? null : litres / 1000
      },
      cell: (row) => (
        <KnownOrNot known={litresOf(row) !== null} reason={t('balance.notBilled')}>
          {format.cubicMetres(litresOf(row), 1)}
        </KnownOrNot>
      ),
    })
    const metersBilled: DataColumn<BalanceRow> = {
      id: 'metersBilled',
      label: t('column.metersBilled'),
      hint: t('columnHint.metersBilled'),
      numeric: true,
      value: (row) => sales.get(row.partitionId)?.metersBilled ?? null,
      cell: ({ partitionId }) => {
        const row = sales.get(partitionId)
        return row ? `${format.number(row.metersBilled)} / ${format.number(row.meters)}` : '–'
      },
    }
    return [volume('billedLitres', billedOf), volume('unbilledLitres', differenceOf), metersBilled]
  }, [t, format, sales])
}
