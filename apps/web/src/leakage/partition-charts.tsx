import type { FlowRow, NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFigureEstimated } from '#leakage/use-estimated-text.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartBand } from '#ui/chart/chart-drawing.ts'
import { withEstimates } from '#ui/chart/estimated-line.ts'
import { formatInstant } from '#ui/format.ts'
import { addDays, countDays, instantOf, listDays } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

type Range = { from: string; to: string }

/** The nights are shaded while they are wide enough to see. */
const nightsShownMax = 120

const secondsOf = (day: string, hour: number, timeZone: string) => instantOf(day, hour, timeZone) / 1000
const spanOf = ({ from, to }: Range, timeZone: string): readonly [number, number] => [
  secondsOf(from, 0, timeZone),
  secondsOf(addDays(to, 1), 0, timeZone),
]
const cubic = (litres: number | null) => (litres === null ? null : litres / 1000)

function nightsOf({ from, to }: Range, { timeZone, nightWindow }: PartitionRow): ChartBand[] {
  if (countDays(from, to) > nightsShownMax) return []
  return listDays(from, to).map((day) => ({
    from: secondsOf(day, nightWindow.fromHour, timeZone),
    to: secondsOf(day, nightWindow.toHour, timeZone),
  }))
}

/** Days whose supply is not fully known, as far as they have passed: the future is not unknown, it is not yet. */
const unknownDays = (rows: readonly NightFlowRow[], timeZone: string): ChartBand[] =>
  rows
    .filter((row) => row.supplyLitres === null)
    .map(({ date }) => ({ from: secondsOf(date, 0, timeZone), to: Math.min(secondsOf(addDays(date, 1), 0, timeZone), Date.now() / 1000) }))

type FlowProps = { partition: PartitionRow; range: Range; flow: readonly FlowRow[]; rows: readonly NightFlowRow[]; isHourly: boolean }

/** Supply over the customers' own use: the difference between them at night is visibly leakage. */
export function FlowChart({ partition, range, flow, rows, isHourly }: FlowProps) {
  const { t } = useTranslation('leakage')
  const { language, instant } = useFormat()
  const { timeZone, nightWindow } = partition
  const clock = (hour: number) => instant(Date.UTC(2000, 0, 1, hour), 'UTC', 'clock')
  const threshold = partition.thresholds.nightMinimumFlowLitresPerHour
  const chart = useMemo(
    () => ({
      times: flow.map(({ at }) => Date.parse(at) / 1000 + (isHourly ? 1800 : 43_200)),
      series: [
        ...withEstimates(
          {
            label: t('chart.customers'),
            values: flow.map((row) => cubic(row.consumptionLitresPerHour)),
            kind: 'area' as const,
            colour: 'customers' as const,
            decimals: 2,
          },
          flow.map(({ consumptionEstimated }) => consumptionEstimated),
          t('chart.customersEstimated'),
        ),
        ...withEstimates(
          {
            label: t('chart.supply'),
            values: flow.map((row) => cubic(row.supplyLitresPerHour)),
            kind: 'line' as const,
            colour: 'primary' as const,
            decimals: 2,
          },
          flow.map(({ supplyEstimated }) => supplyEstimated),
          t('chart.supplyEstimated'),
        ),
      ],
      span: spanOf(range, timeZone),
      nights: isHourly ? nightsOf(range, partition) : [],
      unknown: unknownDays(rows, timeZone),
      thresholds: threshold === undefined ? [] : [{ value: threshold / 1000, label: t('chart.nightThreshold') }],
      marks: isHourly
        ? rows.flatMap((row) =>
            row.nightMinimumAt === null || row.nightMinimumFlowLitresPerHour === null
              ? []
              : [
                  {
                    at: Date.parse(row.nightMinimumAt) / 1000 + 1800,
                    value: row.nightMinimumFlowLitresPerHour / 1000,
                    label: formatInstant(row.nightMinimumAt, language, timeZone, 'clock'),
                  },
                ],
          )
        : [],
    }),
    [flow, rows, range, partition, timeZone, threshold, isHourly, language, t],
  )
  return (
    <Chart
      title={t('chart.flow')}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-flow`}
      timeZone={timeZone}
      group="partition"
      height={280}
      note={t('chart.flowNote', { from: clock(nightWindow.fromHour), to: clock(nightWindow.toHour) })}
      daily={!isHourly}
      {...chart}
    />
  )
}

type DailyProps = { partition: PartitionRow; range: Range; rows: readonly NightFlowRow[] }

/** The night minimum day by day with its rolling 7-day 20th percentile and the customers' own night use as an area. */
export function NightMinimumChart({ partition, range, rows }: DailyProps) {
  const { t } = useTranslation('leakage')
  const threshold = partition.thresholds.nightMinimumFlowLitresPerHour
  const chart = useMemo(
    () => ({
      times: rows.map(({ date }) => secondsOf(date, 12, partition.timeZone)),
      series: [
        ...withEstimates(
          {
            label: t('chart.customersAtNight'),
            values: rows.map(ownNightUse),
            kind: 'area' as const,
            colour: 'customers' as const,
            decimals: 2,
          },
          rows.map((row) => isFigureEstimated(row, 'consumptionLitres')),
          t('chart.customersEstimated'),
        ),
        ...withEstimates(
          {
            label: t('chart.nightMinimum'),
            values: rows.map((row) => cubic(row.nightMinimumFlowLitresPerHour)),
            kind: 'line' as const,
            colour: 'primary' as const,
            decimals: 2,
          },
          rows.map((row) => isFigureEstimated(row, 'nightMinimumFlowLitresPerHour')),
          t('chart.nightMinimumEstimated'),
        ),
        {
          label: t('chart.rolling'),
          values: rows.map((row) => cubic(row.nightMinimumRolling7DayP20LitresPerHour)),
          kind: 'thick' as const,
          colour: 'second' as const,
          decimals: 2,
        },
      ],
      span: spanOf(range, partition.timeZone),
      unknown: unknownDays(rows, partition.timeZone),
      thresholds: threshold === undefined ? [] : [{ value: threshold / 1000, label: t('chart.nightThreshold') }],
    }),
    [rows, range, partition, threshold, t],
  )
  return (
    <Chart
      title={t('chart.nightMinimumTrend')}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-night-minimum`}
      timeZone={partition.timeZone}
      group="partition"
      height={180}
      daily
      {...chart}
    />
  )
}

/** Water use of customers in the hour of the night minimum, m³/h. */
function ownNightUse({ nightMinimumFlowLitresPerHour, netNightFlowLitresPerHour }: NightFlowRow): number | null {
  if (nightMinimumFlowLitresPerHour === null || netNightFlowLitresPerHour === null) return null
  return (nightMinimumFlowLitresPerHour - netNightFlowLitresPerHour) / 1000
}

export function KlChart({ partition, range, rows }: DailyProps) {
  const { t } = useTranslation('leakage')
  const threshold = partition.thresholds.klRatio
  const chart = useMemo(
    () => ({
      times: rows.map(({ date }) => secondsOf(date, 12, partition.timeZone)),
      series: [
        ...withEstimates(
          {
            label: t('figure.klRatio'),
            values: rows.map(({ klRatio }) => klRatio),
            kind: 'line' as const,
            colour: 'primary' as const,
            decimals: 3,
          },
          rows.map((row) => isFigureEstimated(row, 'klRatio')),
          t('chart.klEstimated'),
        ),
      ],
      span: spanOf(range, partition.timeZone),
      unknown: unknownDays(rows, partition.timeZone),
      thresholds: threshold === undefined ? [] : [{ value: threshold, label: t('chart.klThreshold') }],
    }),
    [rows, range, partition, threshold, t],
  )
  return (
    <Chart
      title={t('chart.klTrend')}
      unit={t('unit.ratio')}
      fileName={`${partition.id}-kl`}
      timeZone={partition.timeZone}
      group="partition"
      height={160}
      daily
      {...chart}
    />
  )
}
