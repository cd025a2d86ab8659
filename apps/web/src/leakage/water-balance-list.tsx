import type { WaterBalanceRow } from '@nightflow/schemas/leakage/water-balance'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { waterBalancesQuery } from '#leakage/leakage-queries.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { KnownOrNot } from '#ui/unknown-value.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { month: string; onSelect: (partition: string) => void }

/** Balances of all partitions in a month; a row opens its own. */
export function WaterBalanceList({ month, onSelect }: Props) {
  const { t } = useTranslation('leakage')
  const [state, setState] = useTableState()
  const balances = useQuery(waterBalancesQuery(month))
  const columns = useColumns(onSelect)
  if (balances.isError)
    return (
      <div className="nf-panel">
        <ErrorState compact error={balances.error} onRetry={() => balances.refetch()} />
      </div>
    )
  return (
    <DataTable
      label={t('waterBalance.list.title')}
      title={t('waterBalance.list.title')}
      fileName={`water-balance-${month}`}
      columns={columns}
      rows={balances.data?.rows}
      rowId={({ partitionId }) => partitionId}
      state={state}
      onState={setState}
      heightMax={480}
      empty={<EmptyState icon={IconScale} title={t('waterBalance.emptyTitle')} />}
    />
  )
}

type Litres = 'systemInputLitres' | 'authorisedLitres' | 'apparentLossesLitres' | 'realLossesLitres' | 'realLossesBoundLitres'

function useColumns(onSelect: Props['onSelect']): DataColumn<WaterBalanceRow>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return useMemo(() => {
    const reason = t('waterBalance.unknown')
    const needsPipes = t('waterBalance.indicator.needsPipes')
    const volume = (id: Litres, label: string, phoneRank?: number): DataColumn<WaterBalanceRow> => ({
      ...{ id, label, unit: 'm³', numeric: true },
      ...(phoneRank !== undefined && { phoneRank }),
      value: (row) => (row[id] === null ? null : row[id] / 1000),
      cell: (row) => (
        <KnownOrNot known={row[id] !== null} reason={reason}>
          {format.cubicMetres(row[id], 0)}
        </KnownOrNot>
      ),
    })
    const number = (id: 'ili' | 'iliBound', label: string): DataColumn<WaterBalanceRow> => ({
      ...{ id, label, numeric: true },
      value: (row) => row[id],
      cell: (row) => (
        <KnownOrNot known={row[id] !== null} reason={needsPipes}>
          {format.number(row[id], 2)}
        </KnownOrNot>
      ),
    })
    return [
      {
        id: 'name',
        label: t('waterBalance.partition'),
        phoneRank: 1,
        value: (row) => row.name,
        cell: (row) => (
          <button
            type="button"
            className="nf-link nf-plain-button"
            style={{ paddingLeft: (row.level - 1) * 14 }}
            onClick={() => onSelect(row.partitionId)}
          >
            {row.name}
          </button>
        ),
      },
      {
        id: 'daysKnown',
        label: t('column.daysKnown'),
        numeric: true,
        value: (row) => row.daysKnown,
        cell: (row) => `${format.number(row.daysKnown)} / ${format.number(row.days)}`,
      },
      {
        id: 'completeness',
        label: t('column.completeness'),
        numeric: true,
        hidden: true,
        value: (row) => row.completeness,
        cell: (row) => format.completeness(row.completeness),
      },
      volume('systemInputLitres', t('waterBalance.list.input')),
      volume('authorisedLitres', t('waterBalance.list.authorised')),
      volume('apparentLossesLitres', t('waterBalance.list.apparent')),
      volume('realLossesLitres', t('waterBalance.list.real'), 2),
      volume('realLossesBoundLitres', t('waterBalance.list.realBound')),
      {
        id: 'nonRevenueShare',
        label: t('waterBalance.list.nrw'),
        numeric: true,
        phoneRank: 3,
        value: (row) => row.nonRevenueShare,
        cell: (row) => (
          <KnownOrNot known={row.nonRevenueShare !== null} reason={reason}>
            {format.share(row.nonRevenueShare)}
          </KnownOrNot>
        ),
      },
      number('ili', t('waterBalance.list.ili')),
      number('iliBound', t('waterBalance.list.iliBound')),
      { id: 'iliClass', label: t('waterBalance.list.iliClass'), value: (row) => row.iliClass, cell: (row) => row.iliClass ?? '–' },
    ]
  }, [t, format, onSelect])
}
