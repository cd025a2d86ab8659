import type { ConditionRow } from '@nightflow/schemas/leakage/investigation'
import type { FlowRow, NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { differenceOf } from '#leakage/investigation/comparison.ts'
import { type ChartLayout, type ComparedLine, comparedSeries, cubic, secondsOf, spanOf, unknownDays } from '#leakage/partition-charts.tsx'
import { Chart } from '#ui/chart/chart.tsx'

type Range = { from: string; to: string }
type NightProps = {
  partition: PartitionRow
  range: Range
  rows: readonly NightFlowRow[]
  compared: ComparedLine | undefined
  layout: ChartLayout
}

/** The night minimum of each day, and the net night flow: what is left of it without the customers' own use in that hour. */
export function NightChart({ partition, range, rows, compared, layout }: NightProps) {
  const { t } = useTranslation('leakage')
  const threshold = partition.thresholds.nightMinimumFlowLitresPerHour
  const chart = useMemo(
    () => ({
      times: rows.map(({ date }) => secondsOf(date, 12, partition.timeZone)),
      series: [
        {
          label: t('investigation.netNight'),
          values: rows.map((row) => cubic(row.netNightFlowLitresPerHour)),
          ...{ kind: 'area' as const, colour: 'customers' as const, decimals: 2 },
        },
        {
          label: t('chart.nightMinimum'),
          values: rows.map((row) => cubic(row.nightMinimumFlowLitresPerHour)),
          ...{ kind: 'line' as const, colour: 'primary' as const, decimals: 2 },
        },
        ...comparedSeries(compared),
      ],
      span: spanOf(range, partition.timeZone),
      unknown: unknownDays(rows, partition.timeZone),
      thresholds: threshold === undefined ? [] : [{ value: threshold / 1000, label: t('chart.nightThreshold') }],
    }),
    [rows, range, partition, compared, threshold, t],
  )
  return (
    <Chart
      title={t('investigation.night')}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-night`}
      timeZone={partition.timeZone}
      {...layout}
      height={150}
      daily
      {...chart}
    />
  )
}

type DifferenceProps = Pick<NightProps, 'partition' | 'range' | 'layout'> & {
  flow: readonly FlowRow[]
  compared: ComparedLine
  isHourly: boolean
}

/** Supply of the shown days less that of the compared ones, at each hour or day. */
export function DifferenceChart({ partition, range, flow: withWeeksBefore, compared, isHourly, layout }: DifferenceProps) {
  const { t } = useTranslation('leakage')
  const chart = useMemo(() => {
    const span = spanOf(range, partition.timeZone)
    const flow = withWeeksBefore.filter(({ at }) => Date.parse(at) / 1000 >= span[0])
    return {
      span,
      times: flow.map(({ at }) => Date.parse(at) / 1000 + (isHourly ? halfHour : 43_200)),
      series: [
        {
          label: t('investigation.difference'),
          values: differenceOf(
            flow.map(({ supplyLitresPerHour }) => cubic(supplyLitresPerHour)),
            compared.values,
          ),
          ...{ kind: 'line' as const, colour: 'second' as const, decimals: 2 },
        },
      ],
      thresholds: [{ value: 0, label: '±0' }],
    }
  }, [withWeeksBefore, compared, range, partition, isHourly, t])
  return (
    <Chart
      title={t('investigation.differenceTo', { label: compared.label })}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-difference`}
      timeZone={partition.timeZone}
      {...layout}
      height={120}
      floating
      daily={!isHourly}
      {...chart}
    />
  )
}

type ConditionProps = {
  partition: PartitionRow
  range: Range
  rows: readonly ConditionRow[]
  meters: readonly string[]
  figure: 'pressureMetres' | 'temperatureCelsius'
  layout: ChartLayout
}

const unitOf = { pressureMetres: 'm', temperatureCelsius: '°C' } as const
const halfHour = 1800

/** Pressure or water temperature by hour; an hour without a reading is a gap. */
export function ConditionChart({ partition, range, rows, meters, figure, layout }: ConditionProps) {
  const { t } = useTranslation('leakage')
  const chart = useMemo(() => {
    const span = spanOf(range, partition.timeZone)
    const values = new Map(rows.map((row) => [Date.parse(row.at) / 1000, row[figure]]))
    const hours = Array.from({ length: Math.round((span[1] - span[0]) / 3600) }, (_, hour) => span[0] + hour * 3600)
    return {
      span,
      times: hours.map((at) => at + halfHour),
      series: [
        {
          label: t(`investigation.condition.${figure}`),
          values: hours.map((at) => values.get(at) ?? null),
          ...{ kind: 'line' as const, colour: 'primary' as const, decimals: 1 },
        },
      ],
    }
  }, [rows, range, partition, figure, t])
  return (
    <Chart
      title={t(`investigation.condition.${figure}`)}
      unit={unitOf[figure]}
      fileName={`${partition.id}-${figure}`}
      timeZone={partition.timeZone}
      {...layout}
      height={110}
      floating
      note={t('investigation.meters', { meters: meters.join(', ') })}
      {...chart}
    />
  )
}
