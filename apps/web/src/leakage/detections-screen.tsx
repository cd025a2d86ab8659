import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconDroplet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { detectionsQuery } from '#leakage/detections-query.ts'
import { InvestigationLink } from '#leakage/investigation/investigation-link.tsx'
import { MovedMeters } from '#leakage/moved-meters.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useReasonText } from '#leakage/use-reason-text.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ThenLink } from '#shell/then-link.tsx'
import { type DayRangeChoice, resolveRange } from '#ui/day-range.ts'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const defaultDays = 90

type Props = {
  choice: DayRangeChoice
  onChoice: (choice: DayRangeChoice) => void
  /** Beside the reasons of a detection, such as a button that opens its case. */
  rowTool?: (row: DetectionRow) => ReactNode
}

/** Leaks that the flow of partitions shows, the newest first. */
export function DetectionsScreen({ choice, onChoice, rowTool }: Props) {
  const { t } = useTranslation('leakage')
  const [state, setState] = useTableState()
  const partitions = useQuery(partitionsQuery)
  const points = useMemo(() => new Map(partitions.data?.rows.map((row) => [row.id, row])), [partitions.data])
  const lastDay = [...points.values()].reduce((last, point) => (point.lastDay && point.lastDay > last ? point.lastDay : last), '')
  const range = useMemo(() => resolveRange(choice, lastDay || dayOf(Date.now(), 'UTC'), defaultDays), [choice, lastDay])
  const detections = useQuery({ ...detectionsQuery(range.from, range.to), enabled: partitions.data !== undefined })
  const rows = useMemo(() => detections.data?.toReversed(), [detections.data])
  const columns = useDetectionColumns(points, rows?.some(({ lostCostMinor }) => lostCostMinor !== null) ?? false, rowTool)
  const broken = partitions.isError ? partitions : detections.isError ? detections : null
  return (
    <Page title={t('detections.title')} subtitle={t('detections.subtitle')}>
      {broken ? (
        <div className="nf-panel">
          <ErrorState error={broken.error} onRetry={() => broken.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('detections.title')}
          fileName="detections"
          columns={columns}
          rows={rows}
          rowId={({ partitionId, number }) => `${partitionId}/${number}`}
          state={state}
          onState={setState}
          heightMax="calc(100vh - 230px)"
          tools={<DayRangePicker choice={choice} range={range} onChoice={onChoice} defaultDays={defaultDays} />}
          empty={<EmptyState icon={IconDroplet} title={t('detections.emptyTitle')} text={t('detections.emptyText')} />}
        />
      )}
    </Page>
  )
}

/** Days of the chart before the start of a detection and after it was found. */
const daysBefore = 21
const daysAfter = 7

type ColumnName = 'partition' | 'kind' | 'detectedAt' | 'startedAt' | 'flow' | 'lost' | 'cost' | 'endedAt' | 'explanation'

function useDetectionColumns(
  points: ReadonlyMap<string, PartitionRow>,
  isPriced: boolean,
  rowTool: Props['rowTool'],
): DataColumn<DetectionRow>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const money = useMoney()
  const reasonText = useReasonText()
  return useMemo(() => {
    const zoneOf = ({ partitionId }: DetectionRow): string => points.get(partitionId)?.timeZone ?? 'UTC'
    const nameOf = ({ partitionId }: DetectionRow): string => points.get(partitionId)?.name ?? partitionId
    const rangeOf = (row: DetectionRow) => {
      const from = addDays(dayOf(Date.parse(row.startedAt), zoneOf(row)), -daysBefore)
      const after = addDays(dayOf(Date.parse(row.detectedAt), zoneOf(row)), daysAfter)
      // The chart ends with the data: days to come are no gap.
      const { lastDay } = points.get(row.partitionId) ?? {}
      return { from, to: lastDay && lastDay < after ? lastDay : after }
    }
    const flow = (litres: number) => format.cubicMetres(litres, 2)
    const column = (id: ColumnName, rest: Omit<DataColumn<DetectionRow>, 'id' | 'label'>): DataColumn<DetectionRow> => ({
      ...{ id, label: t(`detections.column.${id}`) },
      ...rest,
    })
    return [
      column('partition', {
        phoneRank: 1,
        value: nameOf,
        cell: (row) => (
          <ScreenLink screen="leakage/index" search={{ partition: row.partitionId, ...rangeOf(row) }} className="nf-link">
            {nameOf(row)}
          </ScreenLink>
        ),
      }),
      column('kind', { value: ({ kind }) => t(`dashboard:home.leak.kind.${kind}`) }),
      column('detectedAt', {
        phoneRank: 3,
        value: ({ detectedAt }) => detectedAt,
        cell: (row) => <InstantText at={row.detectedAt} timeZone={zoneOf(row)} />,
      }),
      column('startedAt', {
        value: ({ startedAt }) => startedAt,
        cell: (row) => (
          <>
            <InstantText at={row.startedAt} timeZone={zoneOf(row)} />
            <div className="nf-small nf-dimmed">
              {format.instant(row.startedEarliest, zoneOf(row), 'day')} – {format.instant(row.startedLatest, zoneOf(row), 'day')}
            </div>
          </>
        ),
      }),
      column('flow', {
        unit: 'm³/h',
        numeric: true,
        phoneRank: 2,
        value: ({ flowLitresPerHour }) => flowLitresPerHour / 1000,
        cell: (row) => (
          <>
            {flow(row.flowLitresPerHour)}
            <div className="nf-small nf-dimmed">
              {flow(row.flowLow)} – {flow(row.flowHigh)}
            </div>
          </>
        ),
      }),
      column('lost', {
        unit: 'm³',
        numeric: true,
        value: ({ lostLitres }) => (lostLitres === null ? null : lostLitres / 1000),
        cell: ({ lostLitres }) => format.cubicMetres(lostLitres, 0),
      }),
      column('cost', {
        numeric: true,
        hidden: !isPriced,
        value: ({ lostCostMinor }) => lostCostMinor,
        cell: ({ lostCostMinor, costPerDayMinor }) => (
          <>
            {lostCostMinor === null ? '–' : money(lostCostMinor)}
            {costPerDayMinor !== null && (
              <div className="nf-small nf-dimmed">{t('detections.costPerDay', { amount: money(costPerDayMinor) })}</div>
            )}
          </>
        ),
      }),
      column('endedAt', {
        value: ({ endedAt }) => endedAt,
        cell: (row) => <InstantText at={row.endedAt} timeZone={zoneOf(row)} precision="day" />,
      }),
      column('explanation', {
        unsortable: true,
        value: ({ explanation }) => explanation.map(reasonText).join(' '),
        cell: (row) => (
          <>
            <div className="nf-small nf-reasons">{row.explanation.map(reasonText).join(' ')}</div>
            <InvestigationLink partition={row.partitionId} range={rangeOf(row)} mark={`detection-${row.number}`} />{' '}
            <ThenLink partition={row.partitionId} asOf={row.detectedAt} range={rangeOf(row)} />{' '}
            <MovedMeters detection={row} timeZone={zoneOf(row)} /> {rowTool?.(row)}
          </>
        ),
      }),
    ]
  }, [t, format, money, reasonText, points, isPriced, rowTool])
}
