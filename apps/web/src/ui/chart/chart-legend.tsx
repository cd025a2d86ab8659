import { decimalsOfSeries } from '#ui/chart/axis-labels.ts'
import type { ChartColours } from '#ui/chart/chart-colours.ts'
import type { ChartSeries, TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = { chart: TimeSeriesChartProps; colours: ChartColours; cursor: number | null }

/** The lines by their colours, with their values under the cursor, and the time there. */
export function ChartLegend({ chart, colours, cursor }: Props) {
  const format = useFormat()
  const { series, expected, times, timeZone, daily, note = '', remarks } = chart
  const at = cursor === null ? undefined : times[cursor]
  return (
    <div className="nf-chart-legend">
      {series.map((entry) => (
        <span key={entry.label} className="nf-legend-entry">
          <Swatch series={entry} colours={colours} />
          {entry.label}
          {cursor !== null && <b>{format.number(entry.values[cursor], decimalsOfSeries(entry.values, entry.decimals))}</b>}
        </span>
      ))}
      {expected && (
        <span className="nf-legend-entry">
          <span className="nf-legend-swatch" style={{ background: colours.expected, height: 10 }} />
          {expected.label}
          {cursor !== null && <Expected expected={expected} cursor={cursor} />}
        </span>
      )}
      <span className="nf-legend-time" aria-live="off">
        {at === undefined ? note : format.instant(at * 1000, timeZone, daily ? 'day' : undefined)}
        {cursor !== null && remarks?.[cursor] && ` · ${remarks[cursor]}`}
      </span>
    </div>
  )
}

/** Both ends of the expected range under the cursor. */
function Expected({ expected: { low, high }, cursor }: { expected: NonNullable<TimeSeriesChartProps['expected']>; cursor: number }) {
  const format = useFormat()
  const [least, most] = [low[cursor] ?? null, high[cursor] ?? null]
  const decimals = decimalsOfSeries([...low, ...high], 2)
  return <b>{least === null || most === null ? '–' : `${format.number(least, decimals)} – ${format.number(most, decimals)}`}</b>
}

function Swatch({ series, colours }: { series: ChartSeries; colours: ChartColours }) {
  const colour = colours[series.colour]
  const dashed = `repeating-linear-gradient(90deg, ${colour} 0 4px, transparent 4px 6px)`
  const line = series.kind === 'line' || series.kind === 'dashed' || series.kind === 'thick'
  const height = line ? (series.kind === 'thick' ? 3 : 2) : 10
  const isOutline = series.kind === 'dashed-bars'
  return (
    <span
      className="nf-legend-swatch"
      style={{
        background: isOutline ? undefined : series.kind === 'dashed' ? dashed : series.kind === 'area' ? colours.customersFill : colour,
        border: isOutline ? `1px dashed ${colour}` : undefined,
        height,
        borderTop: series.kind === 'area' ? `2px solid ${colour}` : undefined,
      }}
    />
  )
}
