import type { LeakageDocument } from '@nightflow/domain/billing/papers'
import { inks } from '../pdf/sheet.ts'
import { drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import type { LeakageTexts } from './leakage-texts.ts'

type Part = Drawing & { words: LeakageTexts }
type Corner = readonly [x: number, y: number]
type Area = { nth: number; level: number; ring: Corner[]; rate: number | null }

const mapHeight = 220
const legendWidth = 110
const unknownInk = '#e4e7ec'
/** A rate that is written as zero is not negative. */
const negative = { below: -0.0005, ink: '#7048e8' } as const

/** Outlines of the boundaries, the innermost ones in the colour of their leakage rate, with the number of each and the ranges of the colours. */
export const drawLeakageMap = (part: Part, { points, ranges }: LeakageDocument): void => {
  const { sheet, words } = part
  sheet.keepTogether(mapHeight + 40)
  drawTitle(part, words.map)
  const areas = points.flatMap(({ boundary, level, leakageRate }, nth): Area[] =>
    boundary && boundary.length > 2 ? [{ nth: nth + 1, level, ring: boundary.map(flat), rate: leakageRate }] : [],
  )
  if (areas.length === 0) {
    sheet.text(words.noMap, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 9, ink: inks.dimmed })
    sheet.y += 24
    return
  }
  const width = sheet.width - legendWidth - 16
  drawAreas(part, placed(areas, { x: sheet.left, y: sheet.y, width, height: mapHeight }), ranges)
  drawLegend(part, ranges, sheet.right - legendWidth)
  sheet.y += mapHeight + 14
}

const radians = Math.PI / 180

/** A place on a flat sheet: Mercator, north above. */
const flat = ([longitude, latitude]: readonly [number, number]): Corner => [
  longitude * radians,
  -Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, latitude)) * radians) / 2)),
]

type Box = { x: number; y: number; width: number; height: number }

/** All areas in the middle of a box, as large as it has room for. */
const placed = (areas: readonly Area[], box: Box): Area[] => {
  const corners = areas.flatMap(({ ring }) => ring)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(box.width / Math.max(right - left, 1e-9), box.height / Math.max(bottom - top, 1e-9))
  const [x0, y0] = [box.x + (box.width - (right - left) * scale) / 2, box.y + (box.height - (bottom - top) * scale) / 2]
  return areas.map((area) => ({ ...area, ring: area.ring.map(([x, y]): Corner => [x0 + (x - left) * scale, y0 + (y - top) * scale]) }))
}

type Ranges = LeakageDocument['ranges']

const colourOf = (rate: number | null, ranges: Ranges): string => {
  if (rate === null) return unknownInk
  if (rate < negative.below) return negative.ink
  return (ranges.find(({ to }) => rate * 100 < to) ?? ranges.at(-1)!).colour
}

/** An area around others is an outline only. */
const drawAreas = ({ sheet }: Part, areas: readonly Area[], ranges: Ranges): void => {
  const deepest = Math.max(...areas.map(({ level }) => level))
  const isFilled = (area: Area): boolean =>
    area.level === deepest || !areas.some((other) => other.level > area.level && contains(area.ring, middleOf(other.ring)))
  const filled = areas.filter(isFilled)
  for (const { ring, rate } of filled) sheet.shape(ring, { fill: colourOf(rate, ranges), ink: '#ffffff', thickness: 0.8 })
  for (const area of areas) if (!filled.includes(area)) sheet.shape(area.ring, { ink: inks.text, thickness: 1.2 })
  for (const { nth, ring } of filled) {
    const [x, y] = middleOf(ring)
    sheet.box({ x: x - 8, y: y - 6, width: 16, height: 12 }, { ink: '#ffffff', radius: 3 })
    sheet.text(String(nth), { x: x - 8, y: y - 5.5, width: 16 }, { size: 7.5, weight: 'bold', align: 'center' })
  }
}

const middleOf = (ring: readonly Corner[]): Corner => {
  const sum = ring.reduce<[number, number]>(([x, y], corner) => [x + corner[0], y + corner[1]], [0, 0])
  return [sum[0] / ring.length, sum[1] / ring.length]
}

/** Whether a place is inside a ring, by the sides that a line to the right of it crosses. */
const contains = (ring: readonly Corner[], [x, y]: Corner): boolean => {
  let isInside = false
  for (const [nth, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring.at(nth - 1)!
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

const drawLegend = ({ sheet, written, words }: Part, ranges: Ranges, x: number): void => {
  const rows = [
    ...ranges.map(({ to, colour }, nth) => ({ colour, name: words.legend(written.number(ranges[nth - 1]?.to ?? 0), written.number(to)) })),
    { colour: negative.ink, name: words.negative },
    { colour: unknownInk, name: words.unknown },
  ]
  for (const [nth, { colour, name }] of rows.entries()) {
    const y = sheet.y + nth * 16
    sheet.box({ x, y, width: 12, height: 10 }, { ink: colour, radius: 2 })
    sheet.text(name, { x: x + 18, y: y - 1, width: legendWidth - 18 }, { size: 8 })
  }
}
