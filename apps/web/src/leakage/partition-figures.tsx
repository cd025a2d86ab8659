import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { judge } from '#leakage/threshold-status.ts'
import { useUnknownReason } from '#leakage/unknown-reason.ts'
import { type DailyFigure, lastTellingDay, weekBefore } from '#leakage/week-comparison.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

const trendDays = 14
const figures: DailyFigure[] = ['supplyLitres', 'leakageLitres', 'leakageRate', 'nightMinimumFlowLitresPerHour', 'klRatio', 'completeness']
const perDay: readonly DailyFigure[] = ['supplyLitres', 'leakageLitres']

/** Six figures of the last telling day, each against the mean of the week before. `rows` reach at least a week further back than shown. */
export function PartitionFigures({ rows, partition }: { rows: readonly NightFlowRow[] | undefined; partition: PartitionRow }) {
  if (rows === undefined) {
    return (
      <Figures count={6} isBusy>
        {figures.map((figure) => (
          <FigureSkeleton key={figure} />
        ))}
      </Figures>
    )
  }
  const index = lastTellingDay(rows)
  const row = rows[index]
  if (!row) return null
  return (
    <Figures count={6}>
      {figures.map((figure) => (
        <DailyFigureCell key={figure} figure={figure} row={row} rows={rows} index={index} partition={partition} />
      ))}
    </Figures>
  )
}

const thresholdOf: Partial<Record<DailyFigure, (partition: PartitionRow) => number | undefined>> = {
  leakageLitres: ({ thresholds }) => thresholds.leakageLitresPerDay,
  leakageRate: ({ thresholds }) => thresholds.leakageRate,
  nightMinimumFlowLitresPerHour: ({ thresholds }) => thresholds.nightMinimumFlowLitresPerHour,
  klRatio: ({ thresholds }) => thresholds.klRatio,
}

type CellProps = { figure: DailyFigure; row: NightFlowRow; rows: readonly NightFlowRow[]; index: number; partition: PartitionRow }

function DailyFigureCell({ figure, row, rows, index, partition }: CellProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const reason = useUnknownReason()(row, partition)
  const value = row[figure]
  const text = value === null ? null : writeFigure(figure, value, format)
  const threshold = thresholdOf[figure]?.(partition)
  const meaning: Meaning = figure === 'completeness' ? (row.completeness >= 0.9995 ? 'good' : 'warning') : judge(value, threshold)
  const unit = perDay.includes(figure)
    ? t('unit.cubicMetresPerDay')
    : figure === 'nightMinimumFlowLitresPerHour'
      ? t('unit.cubicMetresPerHour')
      : undefined
  const status = meaning !== 'unknown' && (
    <StatusBadge
      meaning={meaning}
      label={t(figure === 'completeness' ? `completeness.${meaning}` : `status.${meaning}`)}
      hint={
        threshold === undefined
          ? undefined
          : t('status.thresholdHint', { threshold: writeFigure(figure, threshold, format), unit: unit ?? '' })
      }
    />
  )
  return (
    <Figure
      label={t(`figure.${figure}`)}
      hint={t(`figureHint.${figure}`)}
      value={text}
      unit={unit}
      unknownReason={reason[figure]}
      status={status || undefined}
      comparison={useComparison(figure, value, weekBefore(rows, index, figure))}
      trend={rows.slice(Math.max(0, index - trendDays + 1), index + 1).map((day) => day[figure])}
    />
  )
}

type Format = ReturnType<typeof useFormat>

function writeFigure(figure: DailyFigure, value: number, format: Format): string {
  if (figure === 'leakageRate') return format.share(value)
  if (figure === 'completeness') return format.completeness(value)
  return figure === 'klRatio' ? format.number(value, 2) : format.cubicMetres(value)
}

/** Volumes and flows compare in per cent; shares compare in percentage points, because a per cent of a per cent misleads. */
function useComparison(figure: DailyFigure, value: number | null, week: number | null): string {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  if (value === null || week === null) return t('comparison.none')
  const isShare = figure === 'leakageRate' || figure === 'completeness'
  const change = isShare ? value - week : week === 0 ? null : value / week - 1
  if (change === null) return t('comparison.none')
  if (Math.abs(change) < 0.0005) return t('comparison.same')
  const amount = isShare ? t('comparison.points', { points: format.number(Math.abs(change) * 100, 1) }) : format.share(Math.abs(change))
  return t(change > 0 ? 'comparison.above' : 'comparison.below', { amount })
}
