import { Text } from '@mantine/core'
import { type ComparedFigure, comparedFigures, type DayComparison } from '@nightflow/schemas/leakage/day-comparison'
import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { isJudged, judge, thresholdOf } from '#leakage/threshold-status.ts'
import { useUnknownReason } from '#leakage/unknown-reason.ts'
import { useEstimatedText } from '#leakage/use-estimated-text.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useWeekdayComparison } from '#ui/use-weekday-comparison.ts'

const trendDays = 14
const perDay: readonly ComparedFigure[] = ['supplyLitres', 'leakageLitres']

type Comparison = NonNullable<DayComparison['comparison']>
type Props = {
  partition: PartitionRow
  /** Undefined while loading, null where the period has no day. */
  comparison: Comparison | null | undefined
  /** The days before, for the trends. */
  rows: readonly NightFlowRow[]
}

/** Six figures of one day, which is named, each against the same weekday of the weeks before. */
export function PartitionFigures({ partition, comparison, rows }: Props) {
  const format = useFormat()
  const estimatedText = useEstimatedText()
  if (comparison === undefined) {
    return (
      <Figures count={6} isBusy isTall head={<Skeleton height={14} width={160} />}>
        {comparedFigures.map((figure) => (
          <FigureSkeleton key={figure} />
        ))}
      </Figures>
    )
  }
  if (comparison === null) return null
  const { date, estimated } = comparison.row
  const share = estimatedText({ ...comparison.row, isEstimated: estimated })
  const shown = rows.filter((row) => row.date <= date).slice(-trendDays)
  return (
    <Figures
      count={6}
      isTall
      head={
        <Text component="h2" className="nf-panel-title" m={0}>
          {format.day(date, 'long')}
          {share && <span className="nf-dimmed nf-small"> {share}</span>}
        </Text>
      }
    >
      {comparedFigures.map((figure) => (
        <DailyFigureCell key={figure} figure={figure} comparison={comparison} trend={shown} partition={partition} />
      ))}
    </Figures>
  )
}

type CellProps = { figure: ComparedFigure; comparison: Comparison; trend: readonly NightFlowRow[]; partition: PartitionRow }

function DailyFigureCell({ figure, comparison: { row, baselines }, trend, partition }: CellProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const compare = useWeekdayComparison()
  const reason = useUnknownReason()(row, partition)
  const value = row[figure]
  const unit = perDay.includes(figure)
    ? t('unit.cubicMetresPerDay')
    : figure === 'nightMinimumFlowLitresPerHour'
      ? t('unit.cubicMetresPerHour')
      : undefined
  const isShare = figure === 'leakageRate' || figure === 'completeness'
  return (
    <Figure
      label={t(`figure.${figure}`)}
      hint={t(`figureHint.${figure}`)}
      value={value === null ? null : writeFigure(figure, value, format)}
      unit={unit}
      unknownReason={reason[figure]}
      status={<FigureStatus figure={figure} row={row} partition={partition} unit={unit} />}
      comparison={compare(value, baselines[figure], row.date, isShare ? 'share' : 'volume')}
      trend={trend.map((day) => day[figure])}
    />
  )
}

type StatusProps = { figure: ComparedFigure; row: NightFlowRow; partition: PartitionRow; unit: string | undefined }

/** Of completeness, whether hours are missing; of figures with thresholds, how they are. Absent where there is nothing to say. */
function FigureStatus({ figure, row, partition, unit }: StatusProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  if (figure === 'completeness') {
    const meaning = row.completeness >= 0.9995 ? 'good' : 'warning'
    return <StatusBadge meaning={meaning} label={t(`completeness.${meaning}`)} />
  }
  if (!isJudged(figure)) return null
  const { meaning, word } = judge(figure, row, partition.thresholds)
  if (word === 'unknown') return null
  const threshold = thresholdOf(figure, partition.thresholds)
  const hint =
    threshold === undefined ? undefined : t('status.thresholdHint', { threshold: writeFigure(figure, threshold, format), unit: unit ?? '' })
  return <StatusBadge meaning={meaning} label={t(`status.${word}`)} hint={hint} />
}

function writeFigure(figure: ComparedFigure, value: number, format: ReturnType<typeof useFormat>): string {
  if (figure === 'leakageRate') return format.share(value)
  if (figure === 'completeness') return format.completeness(value)
  return figure === 'klRatio' ? format.number(value, 2) : format.cubicMetres(value)
}
