import type { ChartColours } from '#ui/chart/chart-colours.ts'
import type { ChartBand, ChartMark, ChartThreshold } from '#ui/chart/chart-drawing.ts'
import type { ZoomRange } from '#ui/chart/chart-zoom.ts'

export type ChartSeries = {
  label: string
  /** One value per time; null is unknown and leaves a gap. */
  values: readonly (number | null)[]
  /** `dashed-bars` are of estimates: an outline, not a measured volume. */
  kind: 'line' | 'thick' | 'dashed' | 'area' | 'bars' | 'dashed-bars' | 'points'
  colour: keyof ChartColours
  decimals: number
}

export type TimeSeriesChartProps = {
  title: string
  unit: string
  fileName: string
  /** Epoch seconds, rising. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** Span of the horizontal axis without a zoom, epoch seconds. */
  span: ZoomRange
  timeZone: string
  /** Charts of one group share cursor and zoom. */
  group: string
  height: number
  /** The range in which the values are expected, one pair for each time: a band behind the lines. */
  expected?: { label: string; low: readonly (number | null)[]; high: readonly (number | null)[] } | undefined
  nights?: readonly ChartBand[]
  unknown?: readonly ChartBand[]
  thresholds?: readonly ChartThreshold[]
  marks?: readonly ChartMark[]
  /** Time under the cursor is a day, not a moment. */
  daily?: boolean
  note?: string
  /** Beside the time under the cursor, one for each time: who estimated the value, and why. */
  remarks?: readonly (string | null)[]
  /** Values need not start at zero: registers and voltages. */
  floating?: boolean
  /** Pixels of the vertical axis, where charts below one another are read together; as wide as its labels otherwise. */
  axisSize?: number
  /** Called with the time that is clicked, epoch seconds. */
  onTime?: (seconds: number) => void
}
