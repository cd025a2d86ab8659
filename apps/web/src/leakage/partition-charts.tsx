import type { FlowRow, NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFigureEstimated } from '#leakage/use-estimated-text.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartBand } from '#ui/chart/chart-drawing.ts'
import type { ChartSeries, TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import { withEstimates } from '#ui/chart/estimated-line.ts'
import { expectedBand, type OnADay } from '#ui/chart/expected-band.ts'
import { formatInstant } from '#ui/format.ts'
import { addDays, countDays, instantOf, listDays, wallTextOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

type Range = { from: string; to: string }

/** The nights are shaded while they are wide enough to see. */
const nightsShownMax = 120

export const secondsOf = (day: string, hour: number, timeZone: string) => instantOf(day, hour, timeZone) / 1000
export const spanOf = ({ from, to }: Range, timeZone: string): readonly [number, number] => [
  secondsOf(from, 0, timeZone),
  secondsOf(addDays(to, 1), 0, timeZone),
]
export const cubic = (litres: number | null) => (litres === null ? null : litres / 1000)

function nightsOf({ from, to }: Range, { timeZone, nightWindow }: PartitionRow): ChartBand[] {
  if (countDays(from, to) > nightsShownMax) return []
  return listDays(from, to).map((day) => ({
    from: secondsOf(day, nightWindow.fromHour, timeZone),
    to: secondsOf(day, nightWindow.toHour, timeZone),
  }))
}

/** Days whose supply is not fully known, as far as they have passed: the future is not unknown, it is not yet. */
export const unknownDays = (rows: readonly NightFlowRow[], timeZone: string): ChartBand[] =>
  rows
    .filter((row) => row.supplyLitres === null)
    .map(({ date }) => ({ from: secondsOf(date, 0, timeZone), to: Math.min(secondsOf(addDays(date, 1), 0, timeZone), Date.now() / 1000) }))

type FlowProps = {
  partition: PartitionRow
  range: Range
  /** Of the range and of the weeks before it, from which the expected range comes. */
  flow: readonly FlowRow[]
  rows: readonly NightFlowRow[]
  isHourly: boolean
  /** Another period or another partition over the same axis. */
  compared?: ComparedLine | undefined
  layout?: ChartLayout
}

/** Values of a compared series, one for each shown time. */
export type ComparedLine = { label: string; values: readonly (number | null)[] }
/** How charts of one screen are read together. */
export type ChartLayout = Pick<TimeSeriesChartProps, 'group' | 'axisSize' | 'onTime'>
const ownLayout: ChartLayout = { group: 'partition' }

/** A compared series is dashed, in a colour that no other line has. */
export const comparedSeries = (compared: ComparedLine | undefined): ChartSeries[] =>
  compared ? [{ ...compared, kind: 'dashed', colour: 'second', decimals: 2 }] : []

/** Supply in m³/h with its local day and hour. */
const suppliedOn = (flow: readonly FlowRow[], timeZone: string, isHourly: boolean): OnADay[] =>
  flow.map(({ at, supplyLitresPerHour }) => {
    const wall = wallTextOf(Date.parse(at), timeZone)
    return { day: wall.slice(0, 10), ...(isHourly && { hour: Number(wall.slice(11, 13)) }), value: cubic(supplyLitresPerHour) }
  })

/** Supply over the customers' own use: the difference between them at night is visibly leakage. */
export function FlowChart({ partition, range, flow: withWeeksBefore, rows, isHourly, compared, layout = ownLayout }: FlowProps) {
  const { t } = useTranslation('leakage')
  const { language, instant } = useFormat()
  const { timeZone, nightWindow } = partition
  const clock = (hour: number) => instant(Date.UTC(2000, 0, 1, hour), 'UTC', 'clock')
  const threshold = partition.thresholds.nightMinimumFlowLitresPerHour
  const [first] = spanOf(range, timeZone)
  const flow = useMemo(() => withWeeksBefore.filter(({ at }) => Date.parse(at) / 1000 >= first), [withWeeksBefore, first])
  const expected = useMemo(() => {
    const all = suppliedOn(withWeeksBefore, timeZone, isHourly)
    const band = expectedBand(all.slice(all.length - flow.length), all)
    return band.low.some((value) => value !== null) ? { ...band, label: t('chart.supplyExpected') } : undefined
  }, [withWeeksBefore, flow, timeZone, isHourly, t])
  const chart = useMemo(
    () => ({
      expected,
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
        ...comparedSeries(compared),
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
    [flow, expected, rows, range, partition, timeZone, threshold, isHourly, compared, language, t],
  )
  return (
    <Chart
      title={t('chart.flow')}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-flow`}
      timeZone={timeZone}
      {...layout}
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
