import type { ChartColours } from '#ui/chart/chart-colours.ts'

/** Drawings beside the series. Times are epoch seconds, values are in the chart's unit. */
export type ChartBand = { from: number; to: number }
export type ChartThreshold = { value: number; label: string }
export type ChartMark = { at: number; value: number; label: string }

/** The place of the plot on its canvas, and how values become pixels. */
export type Plot = {
  context: CanvasRenderingContext2D
  box: { left: number; top: number; width: number; height: number }
  x: (seconds: number) => number
  y: (value: number) => number
  pixelRatio: number
}

function clipped(plot: Plot, draw: () => void): void {
  const { context, box } = plot
  context.save()
  context.beginPath()
  context.rect(box.left, box.top, box.width, box.height)
  context.clip()
  draw()
  context.restore()
}

export function drawBands(plot: Plot, bands: readonly ChartBand[], colour: string): void {
  clipped(plot, () => {
    plot.context.fillStyle = colour
    for (const band of bands) {
      const left = plot.x(band.from)
      const right = plot.x(band.to)
      if (right < plot.box.left || left > plot.box.left + plot.box.width) continue
      plot.context.fillRect(left, plot.box.top, Math.max(1, right - left), plot.box.height)
    }
  })
}

/** Slanted lines over times whose data is incomplete, so that an empty stretch reads as unknown and not as nothing. */
export function drawHatched(plot: Plot, bands: readonly ChartBand[], colour: string): void {
  const { context, box, pixelRatio } = plot
  const step = 6 * pixelRatio
  for (const band of bands) {
    const left = Math.max(box.left, plot.x(band.from))
    const right = Math.min(box.left + box.width, plot.x(band.to))
    if (right <= left) continue
    context.save()
    context.beginPath()
    context.rect(left, box.top, right - left, box.height)
    context.clip()
    context.strokeStyle = colour
    context.lineWidth = pixelRatio
    context.beginPath()
    // Anchored to the plot, not to the band, so that neighbouring bands join without a seam.
    for (let x = box.left - box.height; x < right; x += step) {
      if (x + box.height < left) continue
      context.moveTo(x, box.top + box.height)
      context.lineTo(x + box.height, box.top)
    }
    context.stroke()
    context.restore()
  }
}

export function drawThresholds(plot: Plot, thresholds: readonly ChartThreshold[], colours: ChartColours): void {
  const { context, box, pixelRatio } = plot
  clipped(plot, () => {
    context.strokeStyle = colours.threshold
    context.fillStyle = colours.threshold
    context.lineWidth = 1.25 * pixelRatio
    context.setLineDash([6 * pixelRatio, 4 * pixelRatio])
    context.font = `${11 * pixelRatio}px ${fontOf(context)}`
    context.textAlign = 'right'
    context.textBaseline = 'bottom'
    for (const threshold of thresholds) {
      const y = Math.round(plot.y(threshold.value)) + 0.5
      context.beginPath()
      context.moveTo(box.left, y)
      context.lineTo(box.left + box.width, y)
      context.stroke()
      // Close to the upper edge the label goes below its line instead of out of the plot.
      const hasRoomAbove = y - box.top > 16 * pixelRatio
      context.textBaseline = hasRoomAbove ? 'bottom' : 'top'
      writeOutlined(plot, threshold.label, box.left + box.width - 6 * pixelRatio, y + (hasRoomAbove ? -2 : 3) * pixelRatio, colours)
    }
  })
}

/** Dots at the marked points; each gets its label only where there is room for it. */
export function drawMarks(plot: Plot, marks: readonly ChartMark[], colours: ChartColours): void {
  const { context, box, pixelRatio } = plot
  const roomForLabel = 64 * pixelRatio
  clipped(plot, () => {
    context.font = `${11 * pixelRatio}px ${fontOf(context)}`
    context.textAlign = 'center'
    context.textBaseline = 'top'
    let labelledUntil = Number.NEGATIVE_INFINITY
    const step = marks.length > 1 ? plot.x(marks[1]!.at) - plot.x(marks[0]!.at) : Number.POSITIVE_INFINITY
    for (const mark of marks) {
      const x = plot.x(mark.at)
      const y = plot.y(mark.value)
      context.beginPath()
      context.arc(x, y, 3 * pixelRatio, 0, 2 * Math.PI)
      context.fillStyle = colours.panel
      context.fill()
      context.lineWidth = 1.5 * pixelRatio
      context.strokeStyle = colours.mark
      context.stroke()
      if (step < roomForLabel || x - labelledUntil < roomForLabel) continue
      context.fillStyle = colours.mark
      // Close to an edge the label moves inwards instead of out of the plot.
      const half = context.measureText(mark.label).width / 2 + 2 * pixelRatio
      const middle = Math.min(Math.max(x, box.left + half), box.left + box.width - half)
      writeOutlined(plot, mark.label, middle, y + 6 * pixelRatio, colours)
      labelledUntil = x
    }
  })
}

/** Text with a rim of the panel's colour, readable over lines. */
function writeOutlined({ context, pixelRatio }: Plot, text: string, x: number, y: number, colours: ChartColours): void {
  context.save()
  context.setLineDash([])
  context.lineWidth = 3 * pixelRatio
  context.lineJoin = 'round'
  context.strokeStyle = colours.panel
  context.strokeText(text, x, y)
  context.fillText(text, x, y)
  context.restore()
}

const fontOf = (context: CanvasRenderingContext2D): string => getComputedStyle(context.canvas).fontFamily

/** The chart as a picture for a report: title, legend, then the canvas as shown. */
export async function pictureOf(
  canvas: HTMLCanvasElement,
  title: string,
  legend: readonly { label: string; colour: string }[],
  colours: ChartColours,
): Promise<Blob | null> {
  const ratio = window.devicePixelRatio || 1
  const head = 56 * ratio
  const picture = document.createElement('canvas')
  picture.width = canvas.width + 24 * ratio
  picture.height = canvas.height + head + 12 * ratio
  const context = picture.getContext('2d')
  if (!context) return null
  const font = getComputedStyle(canvas).fontFamily
  context.fillStyle = colours.panel
  context.fillRect(0, 0, picture.width, picture.height)
  context.fillStyle = colours.mark
  context.font = `600 ${14 * ratio}px ${font}`
  context.fillText(title, 12 * ratio, 22 * ratio)
  context.font = `${12 * ratio}px ${font}`
  let x = 12 * ratio
  for (const { label, colour } of legend) {
    context.fillStyle = colour
    context.fillRect(x, 34 * ratio, 12 * ratio, 10 * ratio)
    context.fillStyle = colours.text
    context.fillText(label, x + 18 * ratio, 43 * ratio)
    x += context.measureText(label).width + 36 * ratio
  }
  context.drawImage(canvas, 12 * ratio, head)
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'))
}
