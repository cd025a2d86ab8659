import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type uPlot from 'uplot'
import { decimalsOfSeries } from '#ui/chart/axis-labels.ts'
import { shownOf, valueAfter } from '#ui/chart/chart-keys.ts'
import type { TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import { useFormat } from '#ui/use-format.ts'

/** Moves the cursor of a chart, and of its group, by keys, and says the time and the values there. Enter is a click there. */
export function useChartCursor(props: TimeSeriesChartProps, chart: RefObject<uPlot | null>, cursor: number | null) {
  const textAt = useTextAt(props)
  const [isByKeys, setIsByKeys] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const plot = chart.current
    const shown = plot && shownOf(props.times, [plot.scales.x?.min ?? props.span[0], plot.scales.x?.max ?? props.span[1]])
    if (!shown || event.altKey || event.ctrlKey || event.metaKey) return
    const chosen = cursor === null ? undefined : props.times[cursor]
    if (event.key === 'Enter' && chosen !== undefined) props.onTime?.(chosen)
    const at = valueAfter(event.key, cursor, shown)
    if (at === null) return
    event.preventDefault()
    setIsByKeys(true)
    moveTo(plot, { left: plot.valToPos(props.times[at] ?? 0, 'x'), top: plot.over.clientHeight / 2 })
  }
  const onBlur = () => {
    if (!isByKeys) return
    setIsByKeys(false)
    if (chart.current) moveTo(chart.current, { left: -10, top: -10 })
  }
  return { said: isByKeys && cursor !== null ? textAt(cursor) : '', onKeyDown, onBlur, onPointerMove: () => setIsByKeys(false) }
}

/** The cursors of the group follow: the third argument of uPlot, which its types leave out. */
function moveTo(plot: uPlot, place: { left: number; top: number }): void {
  const setCursor: (place: { left: number; top: number }, isHeard: boolean, isFollowed: boolean) => void = plot.setCursor
  setCursor(place, true, true)
}

function useTextAt({ times, series, expected, unit, timeZone, daily, remarks }: TimeSeriesChartProps): (at: number) => string {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const written = (value: number | null | undefined, decimals: number): string =>
    value === null || value === undefined ? t('chart.noValue') : `${format.number(value, decimals)} ${unit}`.trim()
  return (at) => {
    const ends = expected && [expected.low, expected.high]
    const decimals = decimalsOfSeries(ends?.flat() ?? [], 2)
    return [
      format.instant((times[at] ?? 0) * 1000, timeZone, daily ? 'day' : undefined),
      ...series.map((entry) => `${entry.label} ${written(entry.values[at], decimalsOfSeries(entry.values, entry.decimals))}`),
      ...(ends ? [`${expected.label} ${ends.map((end) => written(end[at], decimals)).join(' – ')}`] : []),
      ...(remarks?.[at] ? [remarks[at]] : []),
    ].join('; ')
  }
}
