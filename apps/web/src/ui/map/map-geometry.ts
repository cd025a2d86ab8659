/** Arithmetic of the map in longitude, latitude and Web Mercator. Pure. */

export type LngLat = readonly [longitude: number, latitude: number]
/** `label` is shown on hover; a point that has a `name` carries it on the map, where there is room. */
export type MapPoint = { id: string; position: LngLat; label: string; name?: string; colour?: string }
export type Cluster = { id: number; position: LngLat; count: number }

const tilePixels = 512

/** Web Mercator at a zoom, in pixels. */
export function worldPixels([longitude, latitude]: LngLat, zoom: number): [number, number] {
  const size = tilePixels * 2 ** zoom
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)))
  return [((longitude + 180) / 360) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

/** How large a cluster is drawn, its rim included. */
export const clusterRadius = (count: number): number => 7 + Math.min(9, Math.log2(count) * 1.3)

/** A place inside a ring for its label: the centroid of its area, or the mean of its corners when the ring has none. */
export function centreOf(ring: readonly LngLat[]): LngLat {
  let area = 0
  let x = 0
  let y = 0
  const [originX, originY] = ring[0] ?? [0, 0]
  for (let index = 0; index < ring.length - 1; index += 1) {
    const [x0, y0] = [ring[index]![0] - originX, ring[index]![1] - originY]
    const [x1, y1] = [ring[index + 1]![0] - originX, ring[index + 1]![1] - originY]
    const cross = x0 * y1 - x1 * y0
    area += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  if (Math.abs(area) < 1e-14)
    return [ring.reduce((sum, point) => sum + point[0], 0) / ring.length, ring.reduce((sum, point) => sum + point[1], 0) / ring.length]
  return [originX + x / (3 * area), originY + y / (3 * area)]
}

export type Bounds = { west: number; south: number; east: number; north: number }

export function boundsOf(points: readonly LngLat[]): Bounds | null {
  if (points.length === 0) return null
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const [longitude, latitude] of points) {
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}

export const isWithin = ([longitude, latitude]: LngLat, { west, south, east, north }: Bounds): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north

/** Bounds with as much again on every side. */
export function widened({ west, south, east, north }: Bounds): Bounds {
  const [width, height] = [east - west, north - south]
  return { west: west - width, south: south - height, east: east + width, north: north + height }
}

/** Whether what was drawn for `wide` bounds also serves these: they are inside, and not so much smaller that most of it is out of sight. */
export const isServedBy = (bounds: Bounds, wide: Bounds): boolean =>
  isWithin([bounds.west, bounds.south], wide) &&
  isWithin([bounds.east, bounds.north], wide) &&
  (bounds.east - bounds.west) * drawnWidthsMax >= wide.east - wide.west

/** Of the width that can be seen. Bounds are widened to three. */
const drawnWidthsMax = 6.5

/** The zoom at which the bounds fill a map of this size, with a margin. */
export function zoomToFit({ west, south, east, north }: Bounds, width: number, height: number, margin = Math.min(48, width / 16)): number {
  const [left, top] = worldPixels([west, north], 0)
  const [right, bottom] = worldPixels([east, south], 0)
  const zoomX = Math.log2(Math.max(40, width - 2 * margin) / Math.max(1e-6, right - left))
  const zoomY = Math.log2(Math.max(40, height - 2 * margin) / Math.max(1e-6, bottom - top))
  return Math.max(1, Math.min(17, zoomX, zoomY))
}

/** A round length for the scale bar and its width in pixels, at most `pixelsMax` wide. */
export function scaleBar(latitude: number, zoom: number, pixelsMax = 110): { metres: number; pixels: number } {
  const metresPerPixel = (40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / (tilePixels * 2 ** zoom)
  const most = metresPerPixel * pixelsMax
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power
  return { metres, pixels: metres / metresPerPixel }
}

export type Tile = { key: string; url: string; bounds: [number, number, number, number] }

/** Steps by which tiles are coarser than the zoom where the view is wide, such as one that is tilted. */
const coarserMax = 2

/** The map tiles that cover the bounds, coarser ones when they are many; none rather than hundreds when the bounds are too wide for the zoom. */
export function tilesOf(template: string, { west, south, east, north }: Bounds, zoom: number, tilesMax = 64, coarser = 0): Tile[] {
  const z = Math.max(0, Math.min(19, Math.round(zoom) + 1 - coarser))
  const count = 2 ** z
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * count)
  const row = (latitude: number) => Math.floor((worldPixels([0, latitude], 0)[1] / tilePixels) * count)
  const clamp = (value: number) => Math.max(0, Math.min(count - 1, value))
  const [x0, x1, y0, y1] = [clamp(column(west)), clamp(column(east)), clamp(row(north)), clamp(row(south))]
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > tilesMax)
    return coarser < coarserMax ? tilesOf(template, { west, south, east, north }, zoom, tilesMax, coarser + 1) : []
  const tiles: Tile[] = []
  for (let x = x0; x <= x1; x += 1) {
    for (let y = y0; y <= y1; y += 1) {
      const url = template
        .replace('{z}', String(z))
        .replace('{x}', String(x))
        .replace('{y}', String(y))
        .replace('{s}', 'abc'[(x + y) % 3]!)
      tiles.push({
        key: `${z}/${x}/${y}`,
        url,
        bounds: [longitudeOf(x, count), latitudeOf(y + 1, count), longitudeOf(x + 1, count), latitudeOf(y, count)],
      })
    }
  }
  return tiles
}

const longitudeOf = (x: number, count: number): number => (x / count) * 360 - 180
const latitudeOf = (y: number, count: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) * 180) / Math.PI

/** The areas with no other drawn area below them. One whose points below have no ring counts too: nothing else would show its colour. */
export function innermostOf(areas: readonly { id: string; parentId: string | null; isDrawn: boolean }[]): ReadonlySet<string> {
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]))
  const holding = new Set<string>()
  for (const { parentId, isDrawn } of areas) {
    // Upwards until what is known to hold something already, so that a cycle ends too.
    for (let above = isDrawn ? parentId : null; above !== null && !holding.has(above); above = parents.get(above) ?? null)
      holding.add(above)
  }
  return new Set(areas.filter(({ id, isDrawn }) => isDrawn && !holding.has(id)).map(({ id }) => id))
}
