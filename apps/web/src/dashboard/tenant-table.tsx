import { UnstyledButton } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#dashboard/dashboard-queries.ts'
import { Trend } from '#ui/figure.tsx'
import { EmptyState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

type Row = Board['rows'][number]
type Props = { rows: readonly Row[]; shown: string | undefined; onChoose: (tenant: string) => void }

/** Every tenant in a line: meters, today's reports, ten days of use and of alarms. */
export function TenantTable({ rows, shown, onChoose }: Props) {
  const { t } = useTranslation('dashboard')
  const [state, setState] = useTableState()
  return (
    <DataTable
      label={t('board.table')}
      fileName="tenants"
      columns={useColumns(onChoose)}
      rows={rows}
      rowId={(row) => row.code}
      state={state}
      onState={setState}
      isSelected={(row) => row.code === shown}
      onRow={(row) => onChoose(row.code)}
      empty={<EmptyState icon={IconBuilding} title={t('board.emptyTitle')} text={t('board.emptyText')} />}
    />
  )
}

const lastOf = ({ usedLitresByDay }: Row): number | null => usedLitresByDay.findLast(({ litres }) => litres !== null)?.litres ?? null
const alarmsOf = ({ alarmsByDay }: Row): number => alarmsByDay.reduce((sum, { count }) => sum + count, 0)

function useColumns(onChoose: (tenant: string) => void): DataColumn<Row>[] {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return useMemo(
    (): DataColumn<Row>[] => [
      {
        id: 'tenant',
        label: t('board.column.tenant'),
        value: (row) => row.tenantName,
        cell: (row) => (
          <UnstyledButton className="nf-link nf-cell-button" onClick={() => onChoose(row.code)}>
            {row.tenantName}
          </UnstyledButton>
        ),
      },
      {
        id: 'kind',
        label: t('board.column.kind'),
        value: (row) => t(`board.kind.${row.kind}`),
        cell: (row) => (row.kind === 'trial' ? <StatusBadge meaning="waiting" label={t('board.trial')} /> : t('board.kind.normal')),
      },
      {
        id: 'meters',
        label: t('board.column.meters'),
        numeric: true,
        value: (row) => row.meters,
        cell: (row) => format.number(row.meters),
      },
      {
        id: 'reported',
        label: t('board.column.reported'),
        numeric: true,
        value: (row) => row.reportedToday,
        cell: (row) => format.number(row.reportedToday),
      },
      {
        id: 'rate',
        label: t('board.column.rate'),
        numeric: true,
        value: (row) => row.reportingRate,
        cell: (row) => format.completeness(row.reportingRate),
      },
      {
        id: 'used',
        label: t('board.column.used'),
        unit: 'm³',
        numeric: true,
        value: (row) => {
          const litres = lastOf(row)
          return litres === null ? null : litres / 1000
        },
        cell: (row) => (
          <span className="nf-board-trend">
            <Trend values={row.usedLitresByDay.map(({ litres }) => litres)} />
            {format.cubicMetres(lastOf(row))}
          </span>
        ),
      },
      {
        id: 'alarms',
        label: t('board.column.alarms'),
        numeric: true,
        value: alarmsOf,
        cell: (row) => (
          <span className="nf-board-trend">
            <Trend values={row.alarmsByDay.map(({ count }) => count)} />
            {format.number(alarmsOf(row))}
          </span>
        ),
      },
    ],
    [t, format, onChoose],
  )
}
