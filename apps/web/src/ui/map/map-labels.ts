import { boundsOf, type Cluster, centreOf, clusterRadius, type LngLat, type MapPoint, worldPixels } from '#ui/map/map-geometry.ts'

/** Where the map writes names: nothing covers anything. Pure. */

type LabelledArea = { id: string; label: string; ring: readonly LngLat[]; level: number; isLeaf: boolean }
export type PlacedLabel = { text: string; position: LngLat; offsetPixels: readonly [number, number] }
type Point = readonly [x: number, y: number]
type Box = { x: number; y: number; width: number; height: number }

/** Latin letters of the label's size are about this wide; Chinese characters twice that. */
const letterPixels = 7
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 2 : 1) * letterPixels, 14)

const labelHeightPixels = 20
const linePixels = 17
const columnPixels = 20
/** How far a label may be from the middle of its area, in lines and columns. */
const linesMax = 8
const columnsMax = 8

/**
 * Labels that cover neither one another nor a cluster of meters. An area without areas inside carries its label in the middle, or inside its
 * ring where there is room; one that holds others carries it above its upper edge or below its lower one. The selected area comes first
 * and always has its label; any other that finds no room appears when the map is closer.
 */
export function placeLabels(
  areas: readonly LabelledArea[],
  zoom: number,
  selected: string | undefined,
  clusters: readonly Cluster[] = [],
): PlacedLabel[] {
  const order = [...areas].sort(
    (a, b) => Number(b.id === selected) - Number(a.id === selected) || Number(b.isLeaf) - Number(a.isLeaf) || a.level - b.level,
  )
  const taken: Box[] = clusters.map(({ position, count }) => {
    const [x, y] = worldPixels(position, zoom)
    return { x, y, width: 2 * clusterRadius(count), height: 2 * clusterRadius(count) }
  })
  const placed: PlacedLabel[] = []
  for (const { id, label, ring, isLeaf } of order) {
    const size = { width: widthOf(label), height: labelHeightPixels }
    const { position, offsets, isAllowed } = isLeaf ? placesInside(ring, zoom, size) : placesAtEdge(ring, zoom)
    const [x, y] = worldPixels(position, zoom)
    const boxAt = ([right, down]: Point): Box => ({ x: x + right, y: y + down, ...size })
    const free = offsets.find((candidate) => !taken.some((other) => isCovering(other, boxAt(candidate))) && isAllowed(candidate))
    const offset = free ?? (id === selected ? offsets[0] : undefined)
    if (offset === undefined) continue
    taken.push(boxAt(offset))
    placed.push({ text: label, position, offsetPixels: offset })
  }
  return placed
}

type Places = { position: LngLat; offsets: readonly Point[]; isAllowed: (offset: Point) => boolean }

const steps = (most: number, pixels: number): number[] => Array.from({ length: 2 * most + 1 }, (_, index) => (index - most) * pixels)

/** From the nearest to the farthest. A line up or down is less of a move than the same distance to the side. */
const offsetsInside = steps(columnsMax, columnPixels)
  .flatMap((right) => steps(linesMax, linePixels).map((down): Point => [right, down]))
  .toSorted((one, other) => Math.hypot(one[0] * 1.5, one[1]) - Math.hypot(other[0] * 1.5, other[1]))

/** The middle of a ring, then places inside it. */
function placesInside(ring: readonly LngLat[], zoom: number, { width, height }: { width: number; height: number }): Places {
  const position = centreOf(ring)
  const [x, y] = worldPixels(position, zoom)
  const corners = ring.map((corner) => worldPixels(corner, zoom))
  const isAllowed = ([right, down]: Point) =>
    (right === 0 && down === 0) ||
    [-1, 1].every((side) => [-1, 1].every((edge) => isPointIn(corners, [x + right + (side * width) / 2, y + down + (edge * height) / 2])))
  return { position, offsets: offsetsInside, isAllowed }
}

/** Above the upper edge of a ring, else below its lower one. */
function placesAtEdge(ring: readonly LngLat[], zoom: number): Places {
  const bounds = boundsOf(ring)
  const [longitude] = centreOf(ring)
  const position: LngLat = [longitude, bounds?.north ?? 0]
  const height = worldPixels([longitude, bounds?.south ?? 0], zoom)[1] - worldPixels(position, zoom)[1]
  const besideEdge = 11
  return {
    position,
    offsets: [
      [0, -besideEdge],
      [0, height + besideEdge],
    ],
    isAllowed: () => true,
  }
}

const isCovering = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < (one.height + other.height) / 2

/** Whether a point is inside a ring: an even number of edges to its right is outside. */
function isPointIn(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (let index = 0; index < ring.length; index += 1) {
    const [x0, y0] = ring[index]!
    const [x1, y1] = ring[(index + 1) % ring.length]!
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}

/** A name beside its point: `start` to the right of it, `end` to the left. */
export type PlacedName = { text: string; position: LngLat; side: 'start' | 'end'; offsetPixels: readonly [number, number] }

const besidePixels = 11

/**
 * Names that cover neither one another nor a point. They are placed towards the middle of the map, so that none is cut off at its edge; where
 * points lie close together a name moves a line up or down. The selected point comes first.
 */
export function placeNames(points: readonly MapPoint[], zoom: number, selected: string | undefined): PlacedName[] {
  const bounds = boundsOf(points.map(({ position }) => position))
  if (!bounds) return []
  const taken = points.map(({ position }) => {
    const [x, y] = worldPixels(position, zoom)
    return { left: x - 4, right: x + 4, y }
  })
  const placed: PlacedName[] = []
  for (const { position, name } of [...points].sort((a, b) => Number(b.id === selected) - Number(a.id === selected))) {
    if (name === undefined) continue
    const side = position[0] > (bounds.west + bounds.east) / 2 ? 'end' : 'start'
    const [x, middle] = worldPixels(position, zoom)
    const width = widthOf(name)
    const left = side === 'start' ? x + besidePixels : x - besidePixels - width
    const line = [0, 1, -1].find((step) => {
      const y = middle + step * linePixels
      return !taken.some((other) => Math.abs(other.y - y) < linePixels - 1 && other.left < left + width && other.right > left)
    })
    if (line === undefined) continue
    taken.push({ left, right: left + width, y: middle + line * linePixels })
    placed.push({ text: name, position, side, offsetPixels: [side === 'start' ? besidePixels : -besidePixels, line * linePixels] })
  }
  return placed
}
