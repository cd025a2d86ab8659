import type { DateForm } from '@nightflow/schemas/platform/date-form'
import 'uplot/dist/uPlot.min.css'
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconFileTypeCsv, IconPhotoDown, IconZoomReset } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { saveFile } from '#api/save-file.ts'
import { axisLabels, axisWidth } from '#ui/chart/axis-labels.ts'
import { areForced, type ChartColours, useChartColours } from '#ui/chart/chart-colours.ts'
import { drawBands, drawHatched, drawMarks, drawThresholds, type Plot, pictureOf } from '#ui/chart/chart-drawing.ts'
import { ChartLegend } from '#ui/chart/chart-legend.tsx'
import type { ChartSeries, TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import { followZoom, setZoom, wheelZoom, type ZoomRange, zoomOf } from '#ui/chart/chart-zoom.ts'
import { timeLabels } from '#ui/chart/time-labels.ts'
import { useChartCursor } from '#ui/chart/use-chart-cursor.ts'
import { LateTooltip } from '#ui/late-tooltip.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Time series with shared cursor and zoom. The only file that knows uPlot. */
export default function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const colours = useChartColours()
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoomed, setZoomed] = useState(false)
  useChart({ props, host, chart, colours, language: format.language, dateForm: format.dateForm, onCursor: setCursor, onZoom: setZoomed })
  const savePicture = async () => {
    if (!chart.current) return
    const legend = props.series.map((entry) => ({ label: entry.label, colour: colours[entry.colour] }))
    const picture = await pictureOf(chart.current.ctx.canvas, `${props.title} (${props.unit})`, legend, colours)
    if (picture) saveFile(`${props.fileName}.png`, picture)
  }
  const saveData = async () => {
    const { chartCsv } = await import('#ui/chart/chart-csv.ts')
    const heads = {
      time: t('chart.time'),
      remark: t('chart.remark'),
      low: (range: string) => t('chart.least', { range }),
      high: (range: string) => t('chart.most', { range }),
    }
    const content = chartCsv(props, zoomOf(props.group) ?? props.span, heads)
    saveFile(`${props.fileName}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }))
  }
  const { said, ...byKeys } = useChartCursor(props, chart, cursor)
  return (
    <section className="nf-panel" aria-label={props.title}>
      <Group justify="space-between" px="sm" py={4} wrap="nowrap" className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {props.title} <span className="nf-unit nf-dimmed">{props.unit}</span>
        </Text>
        <Group gap={4} wrap="nowrap">
          {zoomed && (
            <LateTooltip label={t('chart.resetZoom')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('chart.resetZoom')} onClick={() => setZoom(props.group, null)}>
                <IconZoomReset size={16} />
              </ActionIcon>
            </LateTooltip>
          )}
          <LateTooltip label={t('chart.saveData')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('chart.saveData')} onClick={saveData}>
              <IconFileTypeCsv size={16} />
            </ActionIcon>
          </LateTooltip>
          <LateTooltip label={t('chart.savePicture')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('chart.savePicture')} onClick={savePicture}>
              <IconPhotoDown size={16} />
            </ActionIcon>
          </LateTooltip>
        </Group>
      </Group>
      <ChartLegend chart={props} colours={colours} cursor={cursor} />
      <div
        className="nf-chart"
        ref={host}
        style={{ height: props.height + 12 }}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cursor.
        tabIndex={0}
        aria-label={t('chart.description', { title: props.title, unit: props.unit })}
        {...byKeys}
      />
      <div className="nf-visually-hidden" aria-live="polite">
        {said}
      </div>
    </section>
  )
}

type ChartWiring = {
  props: TimeSeriesChartProps
  host: RefObject<HTMLDivElement | null>
  chart: RefObject<uPlot | null>
  colours: ChartColours
  language: string
  dateForm: DateForm
  onCursor: (index: number | null) => void
  onZoom: (zoomed: boolean) => void
}

function useChart({ props, host, chart, colours, language, dateForm, onCursor, onZoom }: ChartWiring): void {
  const data = useMemo(
    () =>
      [
        props.times,
        ...props.series.map((entry) => entry.values),
        ...(props.expected ? [props.expected.low, props.expected.high] : []),
      ] as unknown as uPlot.AlignedData,
    [props.times, props.series, props.expected],
  )
  useEffect(() => {
    const element = host.current
    if (!element) return
    const width = () => Math.max(200, element.clientWidth - 16)
    const options = optionsOf(props, colours, { language, dateForm }, width(), onCursor)
    const made = new uPlot(options, data, element)
    chart.current = made
    const stopWheel = zoomByWheel(made, props)
    const stopClicks = followClicks(made, props)
    const follow = (range: ZoomRange | null) => {
      const [min, max] = range ?? props.span
      made.setScale('x', { min, max })
      onZoom(range !== null)
    }
    const leave = followZoom(props.group, follow)
    follow(zoomOf(props.group))
    const observer = new ResizeObserver(() => made.setSize({ width: width(), height: props.height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      leave()
      stopWheel()
      stopClicks()
      made.destroy()
      chart.current = null
    }
  }, [props, data, colours, language, dateForm, host, chart, onCursor, onZoom])
}

/** The wheel zooms around the pointer; once everything is shown it scrolls the page again. */
function zoomByWheel(made: uPlot, { group, span }: TimeSeriesChartProps): () => void {
  const onWheel = (event: WheelEvent) => {
    const shown: ZoomRange = [made.scales.x?.min ?? span[0], made.scales.x?.max ?? span[1]]
    const zoomIn = event.deltaY < 0
    if (!zoomIn && zoomOf(group) === null) return
    event.preventDefault()
    setZoom(group, wheelZoom(shown, span, made.posToVal(event.offsetX, 'x'), zoomIn))
  }
  made.over.addEventListener('wheel', onWheel, { passive: false })
  return () => made.over.removeEventListener('wheel', onWheel)
}

/** A press that moves is a zoom, no click. */
const clickPixels = 4

function followClicks(made: uPlot, { onTime }: TimeSeriesChartProps): () => void {
  if (!onTime) return () => undefined
  let pressedAt = 0
  const onPress = (event: MouseEvent) => {
    pressedAt = event.offsetX
  }
  const onClick = (event: MouseEvent) => {
    if (Math.abs(event.offsetX - pressedAt) < clickPixels) onTime(made.posToVal(event.offsetX, 'x'))
  }
  made.over.addEventListener('mousedown', onPress)
  made.over.addEventListener('click', onClick)
  return () => {
    made.over.removeEventListener('mousedown', onPress)
    made.over.removeEventListener('click', onClick)
  }
}

function optionsOf(
  props: TimeSeriesChartProps,
  colours: ChartColours,
  { language, dateForm }: { language: string; dateForm: DateForm },
  width: number,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const plotOf = (u: uPlot): Plot => ({
    context: u.ctx,
    box: u.bbox,
    x: (seconds) => u.valToPos(seconds, 'x', true),
    y: (value) => u.valToPos(value, 'y', true),
    pixelRatio: uPlot.pxRatio,
  })
  const axis: uPlot.Axis = {
    stroke: colours.text,
    font: "11px 'Inter Variable', sans-serif",
    grid: { stroke: colours.grid, width: 1 },
    ticks: { stroke: colours.grid, width: 1, size: 4 },
  }
  return {
    width,
    height: props.height,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), props.timeZone),
    cursor: {
      sync: { key: props.group, scales: ['x', null], setSeries: false },
      drag: { x: true, y: false, setScale: false },
      y: false,
      // The ends of the expected range have no point under the cursor.
      points: {
        size: (_u, index) => (index > props.series.length ? 0 : 7),
        width: 0,
        fill: (_u, index) => colours[props.series[index - 1]?.colour ?? 'primary'],
      },
      bind: {
        dblclick: () => () => {
          setZoom(props.group, null)
          return null
        },
      },
    },
    scales: {
      x: { time: true, auto: false, min: props.span[0], max: props.span[1] },
      y: { range: (_u, low, high) => verticalRange(props, low, high) },
    },
    axes: [
      {
        ...axis,
        size: 26,
        space: 64,
        values: (_u, splits, _axis, _space, increment) => timeLabels(splits, increment, props.timeZone, { language, dateForm }),
      },
      {
        ...axis,
        size: (_u, labels) => props.axisSize ?? axisWidth(labels),
        space: 32,
        ...(props.series.every(({ decimals }) => decimals === 0) && { incrs: wholeSteps }),
        values: (_u, splits, _axis, _space, step) => axisLabels(splits, step, language),
      },
    ],
    series: [{}, ...props.series.map((entry) => seriesOf(entry, colours)), ...(props.expected ? [endOfBand, endOfBand] : [])],
    ...(props.expected && { bands: [{ series: [props.series.length + 2, props.series.length + 1], fill: colours.expected }] }),
    hooks: {
      drawClear: [
        (u) => {
          drawBands(plotOf(u), props.nights ?? [], colours.night)
          drawHatched(plotOf(u), props.unknown ?? [], colours.hatch)
        },
      ],
      draw: [
        (u) => {
          drawThresholds(plotOf(u), props.thresholds ?? [], colours)
          drawMarks(plotOf(u), props.marks ?? [], colours)
        },
      ],
      setCursor: [(u) => onCursor(u.cursor.left !== undefined && u.cursor.left >= 0 ? (u.cursor.idx ?? null) : null)],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return
          setZoom(props.group, [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')])
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}

/** Room for the thresholds too, unless one is so far from the figures that it would flatten them. */
function verticalRange({ thresholds, floating }: TimeSeriesChartProps, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1]
  const top = (thresholds ?? []).reduce((most, { value }) => (value <= high * 2.5 ? Math.max(most, value) : most), high)
  if (floating) {
    const least = (thresholds ?? []).reduce((least, { value }) => (value >= low / 2.5 ? Math.min(least, value) : least), low)
    const margin = (top - least || 1) * 0.05
    return [least - margin, top + margin]
  }
  const bottom = Math.min(0, low)
  return [bottom * 1.08, top === bottom ? bottom + 1 : top + (top - bottom) * 0.08]
}

/** Between the lines of an axis whose figures are counted: there is no half of an alarm. */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** An end of the expected range is no line: the band between both is filled. */
const endOfBand: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } }

function seriesOf(entry: ChartSeries, colours: ChartColours): uPlot.Series {
  const stroke = colours[entry.colour]
  const points: uPlot.Series.Points = { size: 5, stroke, fill: colours.panel, width: 1.5 }
  switch (entry.kind) {
    case 'area':
      return {
        label: entry.label,
        stroke,
        width: 1,
        ...(areForced(colours) && { dash: [2, 3] }),
        fill: colours.customersFill,
        points: { show: false },
      }
    case 'bars':
      return { label: entry.label, stroke, fill: stroke, width: 0, ...barPaths(), points: { show: false } }
    case 'dashed-bars':
      return { label: entry.label, stroke, fill: 'transparent', width: 1.5, dash: [4, 3], ...barPaths(), points: { show: false } }
    case 'points':
      return { label: entry.label, stroke, paths: () => null, points: { ...points, show: true } }
    case 'dashed':
      return { label: entry.label, stroke, width: 1.5, dash: [5, 4], points }
    case 'thick':
      return { label: entry.label, stroke, width: 2.5, points: { show: false } }
    case 'line':
      return {
        label: entry.label,
        stroke,
        width: 1.5,
        ...(areForced(colours) && entry.colour === 'second' && { dash: [8, 3, 2, 3] }),
        points,
      }
  }
}

function barPaths(): Pick<uPlot.Series, 'paths'> {
  const paths = uPlot.paths.bars?.({ size: [0.8, 60] })
  return paths ? { paths } : {}
}
