import { shownOf } from '#ui/chart/chart-keys.ts'
import type { TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import type { ZoomRange } from '#ui/chart/chart-zoom.ts'
import { dayOf, wallTextOf } from '#ui/local-days.ts'
import { type CsvColumn, csvOf } from '#ui/table/csv.ts'

type Drawn = Pick<TimeSeriesChartProps, 'unit' | 'times' | 'series' | 'timeZone' | 'daily' | 'expected' | 'remarks'>
type Heads = { time: string; remark: string; low: (range: string) => string; high: (range: string) => string }

/** The shown part of a chart as CSV: a row for each time, in the zone of the chart and with its offset; a gap is an empty cell. */
export function chartCsv(chart: Drawn, shown: ZoomRange, heads: Heads): string {
  const { unit, times, series, timeZone, daily, expected, remarks } = chart
  const { first, last } = shownOf(times, shown) ?? { first: 0, last: -1 }
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const figures = (label: string, values: readonly (number | null)[]): CsvColumn<number> => ({
    head: unit === '' ? label : `${label} (${unit})`,
    value: (row) => values[row] ?? null,
  })
  const time = (row: number): string => {
    const at = (times[row] ?? 0) * 1000
    return daily ? dayOf(at, timeZone) : withOffset(at, timeZone)
  }
  return csvOf(
    [
      { head: `${heads.time} (${timeZone})`, value: time },
      ...series.map(({ label, values }) => figures(label, values)),
      ...(expected ? [figures(heads.low(expected.label), expected.low), figures(heads.high(expected.label), expected.high)] : []),
      ...(remarks ? [{ head: heads.remark, value: (row: number) => remarks[row] ?? null }] : []),
    ],
    rows,
  )
}

/** ISO 8601 with the offset of the zone: an hour that the clock shows twice stays two. */
function withOffset(at: number, timeZone: string): string {
  const wall = wallTextOf(at, timeZone).replace(' ', 'T')
  const minutes = Math.round((Date.parse(`${wall}Z`) - at) / 60_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
