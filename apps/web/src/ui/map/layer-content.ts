import type { MapContent, MapGeometry } from '@nightflow/schemas/platform/map-layer'
import { indexPoints, type PointIndex } from '#ui/map/map-clusters.ts'
import { type LngLat, worldPixels } from '#ui/map/map-geometry.ts'

/** The drawn content of a layer at a zoom: no more lines and places than can be distinguished. Pure. */

type Feature = MapContent['features'][number]
export type LayerContent = {
  /** Lines and surfaces; the same level has the same answer. */
  linesAt: (zoom: number) => MapContent
  places: PointIndex
}

/** Places of a layer closer together than this are one mark: they cannot be pressed. */
const placePixels = 8
/** From here on every place is a mark, and every corner of a line is drawn. */
const wholeFromZoom = 15
/** Corners closer than this to a straight line are left out. */
const tolerancePixels = 0.5

const known = new WeakMap<MapContent, LayerContent>()

/** A layer is prepared once, however often the map is drawn. */
export function layerContentOf(content: MapContent): LayerContent {
  const found = known.get(content) ?? prepare(content)
  known.set(content, found)
  return found
}

function prepare({ features }: MapContent): LayerContent {
  const lines = features.filter(({ geometry }) => geometry.type !== 'Point' && geometry.type !== 'MultiPoint')
  const places = features.flatMap(({ geometry }) => placesOf(geometry))
  const whole: MapContent = { type: 'FeatureCollection', features: lines }
  const levels = new Map<number, MapContent>()
  return {
    linesAt: (zoom) => {
      if (zoom >= wholeFromZoom) return whole
      const level = Math.max(0, Math.floor(zoom))
      const content = levels.get(level) ?? { ...whole, features: lines.map((line) => simplified(line, level + 1)) }
      levels.set(level, content)
      return content
    },
    places: indexPoints(
      places.map((position, index) => ({ id: String(index), position, label: '' })),
      wholeFromZoom,
      placePixels,
    ),
  }
}

const placesOf = (geometry: MapGeometry): readonly LngLat[] =>
  geometry.type === 'Point' ? [geometry.coordinates] : geometry.type === 'MultiPoint' ? geometry.coordinates : []

/** Surfaces keep their corners: neighbours would come apart. */
function simplified(feature: Feature, zoom: number): Feature {
  const { geometry } = feature
  if (geometry.type === 'LineString')
    return { ...feature, geometry: { ...geometry, coordinates: simplifyLine(geometry.coordinates, zoom) } }
  if (geometry.type === 'MultiLineString')
    return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map((line) => simplifyLine(line, zoom)) } }
  return feature
}

/** Ramer, Douglas and Peucker: the corners that a line needs to be within half a pixel of itself; the ends stay. */
export function simplifyLine<Place extends LngLat>(line: Place[], zoom: number): Place[] {
  const pixels = line.map((place) => worldPixels(place, zoom))
  const isKept = new Uint8Array(line.length)
  isKept[0] = 1
  isKept[line.length - 1] = 1
  const spans: [first: number, last: number][] = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    const { corner, distance } = farthest(pixels, first, last)
    if (distance <= tolerancePixels) continue
    isKept[corner] = 1
    spans.push([first, corner], [corner, last])
  }
  return line.filter((_, index) => isKept[index] === 1)
}

type Pixels = readonly (readonly [x: number, y: number])[]

/** The corner of a span that is farthest from the straight line between its ends. */
function farthest(pixels: Pixels, first: number, last: number): { corner: number; distance: number } {
  const [startX, startY] = pixels[first]!
  const [right, down] = [pixels[last]![0] - startX, pixels[last]![1] - startY]
  const squared = right * right + down * down
  let found = { corner: first, distance: 0 }
  for (let corner = first + 1; corner < last; corner += 1) {
    const [x, y] = [pixels[corner]![0] - startX, pixels[corner]![1] - startY]
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * right + y * down) / squared))
    const distance = Math.hypot(x - along * right, y - along * down)
    if (distance > found.distance) found = { corner, distance }
  }
  return found
}
