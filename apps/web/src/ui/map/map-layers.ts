import { BitmapLayer, GeoJsonLayer, PathLayer, PolygonLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { type MapContent, MapLayerType } from '@nightflow/schemas/platform/map-layer'
import { layerColours } from '#ui/map/layer-colours.ts'
import { layerContentOf } from '#ui/map/layer-content.ts'
import { type Bounds, type Cluster, clusterRadius, type LngLat, type MapPoint, tilesOf } from '#ui/map/map-geometry.ts'
import { type PlacedLabel, type PlacedName, placeLabels, placeNames } from '#ui/map/map-labels.ts'

/** The content of a map as layers of deck.gl. */

export type MapArea = {
  id: string
  label: string
  ring: readonly LngLat[]
  colour: string
  level: number
  /** No other area is inside: such areas are filled, all others are outlines. */
  isLeaf: boolean
  tooltip: string
}
export type View = { longitude: number; latitude: number; zoom: number; pitch?: number; bearing?: number }
/** Lines and places of the utility that lie below everything else. */
export type BaseLayer = { id: string; type: MapLayerType; content: MapContent }
type Rgba = [number, number, number, number]

const rgba = (hex: string, alpha: number): Rgba => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
  alpha,
]

const inkOf = (dark: boolean): string => (dark ? '#e9ecef' : '#1f2933')
const groundOf = (dark: boolean): string => (dark ? '#1f1f1f' : '#ffffff')
const fontFamily = "'Inter Variable', 'Noto Sans CJK SC', sans-serif"

/** From here on single buildings can be distinguished. */
const buildingsFromZoom = 14
/** In the order in which they are drawn: the lowest first. */
const drawnFrom = MapLayerType.options

/** Width of lines and radius of places in pixels. */
const baseStyles: Record<MapLayerType, { width: number; radius: number }> = {
  river: { width: 1, radius: 2 },
  building: { width: 1, radius: 2 },
  street: { width: 2, radius: 2 },
  pipe: { width: 1.5, radius: 2 },
  valve: { width: 1.5, radius: 3 },
  hydrant: { width: 1.5, radius: 3.5 },
  other: { width: 1.5, radius: 3 },
}

type Seen = { zoom: number; bounds: Bounds | null; dark: boolean }

/** Lines and surfaces of a layer, and its places as marks. */
export function baseLayersOf(layers: readonly BaseLayer[], { zoom, bounds, dark }: Seen) {
  const drawn = layers
    .filter(({ type }) => type !== 'building' || zoom >= buildingsFromZoom)
    .toSorted((one, other) => drawnFrom.indexOf(one.type) - drawnFrom.indexOf(other.type))
  return drawn.flatMap(({ id, type, content }) => {
    const style = baseStyles[type]
    const colour = layerColours[type][dark ? 'dark' : 'light']
    const { linesAt, places } = layerContentOf(content)
    const { clusters, singles } = places.at(zoom, bounds)
    const line = { getLineColor: rgba(colour, 230), getLineWidth: style.width, lineWidthUnits: 'pixels' as const }
    return [
      new GeoJsonLayer({
        id: `base-${id}`,
        data: linesAt(zoom) as unknown as ConstructorParameters<typeof GeoJsonLayer>[0]['data'],
        getFillColor: rgba(colour, type === 'river' ? 160 : 60),
        ...line,
      }),
      new ScatterplotLayer<{ position: LngLat }>({
        id: `base-places-${id}`,
        data: clusters.length === 0 ? singles : [...clusters, ...singles],
        getPosition: ({ position }) => position as [number, number],
        getRadius: style.radius,
        radiusUnits: 'pixels',
        stroked: true,
        getFillColor: rgba(colour, 60),
        ...line,
      }),
    ]
  })
}

/** How many marks of points are drawn: a test holds that they are fewer than the points. */
export const marksOf = (shown: readonly { clusters: readonly unknown[]; singles: readonly unknown[] }[]): number =>
  shown.reduce((sum, { clusters, singles }) => sum + clusters.length + singles.length, 0)

/** `scale`: how much larger than at a desk lines and letters are, for a screen that is read from further away. */
export function areaLayersOf(areas: readonly MapArea[], selected: string | undefined, dark: boolean, scale = 1) {
  const sorted = [...areas].sort((a, b) => a.level - b.level)
  const ink = inkOf(dark)
  return {
    areas: new PolygonLayer<MapArea>({
      id: 'areas',
      data: sorted,
      getPolygon: (area) => area.ring as unknown as number[][],
      // Only the innermost areas are filled, and opaquely: a colour is that of the legend. An area with areas inside is an outline.
      getFillColor: (area) => rgba(area.colour, area.isLeaf ? 255 : 0),
      getLineColor: rgba(ink, 255),
      getLineWidth: (area) => Math.max(1, 3.5 - area.level) * scale,
      lineWidthUnits: 'pixels',
      pickable: true,
    }),
    selected: new PathLayer<MapArea>({
      id: 'selected',
      data: sorted.filter(({ id }) => id === selected),
      getPath: (area) => area.ring as unknown as [number, number][],
      getColor: rgba('#1971c2', 255),
      getWidth: 4,
      widthUnits: 'pixels',
    }),
  }
}

/** Clusters, and the points that are drawn by themselves. */
export function pointLayersOf(
  { clusters, singles }: { clusters: readonly Cluster[]; singles: readonly MapPoint[] },
  selectedPoint: string | undefined,
  dark: boolean,
) {
  const ground = groundOf(dark)
  return [
    new ScatterplotLayer<Cluster>({
      id: 'clusters',
      data: clusters,
      getPosition: (cluster) => cluster.position as [number, number],
      getRadius: (cluster) => clusterRadius(cluster.count) - 1,
      radiusUnits: 'pixels',
      getFillColor: rgba('#1864ab', 215),
      stroked: true,
      getLineColor: rgba(ground, 255),
      getLineWidth: 1.5,
      lineWidthUnits: 'pixels',
      pickable: true,
    }),
    new TextLayer<Cluster>({
      id: 'cluster-counts',
      data: clusters,
      getPosition: (cluster) => cluster.position as [number, number],
      getText: (cluster) => (cluster.count > 999 ? `${Math.round(cluster.count / 100) / 10}k` : String(cluster.count)),
      getSize: 11,
      getColor: [255, 255, 255, 255],
      fontFamily,
      fontWeight: 600,
    }),
    new ScatterplotLayer<MapPoint>({
      id: 'points',
      data: singles,
      getPosition: (point) => point.position as [number, number],
      getRadius: (point) => (point.id === selectedPoint ? 7 : 4),
      radiusUnits: 'pixels',
      getFillColor: ({ colour = '#1864ab' }) => rgba(colour, 230),
      stroked: true,
      getLineColor: rgba(ground, 255),
      getLineWidth: 1,
      lineWidthUnits: 'pixels',
      pickable: true,
      updateTriggers: { getRadius: selectedPoint },
    }),
  ]
}

type Written = {
  areas: readonly MapArea[]
  selected: string | undefined
  clusters: readonly Cluster[]
  points: readonly MapPoint[]
  selectedPoint: string | undefined
  scale: number
}

const scaled = ([right, down]: readonly [number, number], scale: number): [number, number] => [right * scale, down * scale]

/** Names of areas and of points, at this zoom. */
export function textLayersOf({ areas, selected, clusters, points, selectedPoint, scale }: Written, zoom: number, dark: boolean) {
  // Letters of twice the size have the room that they have on a map of half the size.
  const zoomOfNames = zoom - Math.log2(scale)
  const written = {
    getSize: 12 * scale,
    getColor: rgba(inkOf(dark), 255),
    fontFamily,
    fontWeight: 600,
    characterSet: 'auto' as const,
    background: true,
    getBackgroundColor: rgba(groundOf(dark), 205),
  }
  return [
    new TextLayer<PlacedLabel>({
      id: 'labels',
      data: placeLabels(
        [...areas].sort((a, b) => a.level - b.level),
        zoomOfNames,
        selected,
        clusters,
      ),
      getPosition: ({ position }) => position as [number, number],
      getText: ({ text }) => text,
      getPixelOffset: ({ offsetPixels }) => scaled(offsetPixels, scale),
      backgroundPadding: scaled([5, 2], scale),
      ...written,
    }),
    new TextLayer<PlacedName>({
      id: 'names',
      data: clusters.length > 0 ? [] : placeNames(points, zoomOfNames, selectedPoint),
      getPosition: ({ position }) => position as [number, number],
      getText: ({ text }) => text,
      getTextAnchor: ({ side }) => side,
      getPixelOffset: ({ offsetPixels }) => scaled(offsetPixels, scale),
      backgroundPadding: scaled([3, 1], scale),
      ...written,
    }),
  ]
}

export function tileLayersOf(template: string | null, bounds: Bounds | null, zoom: number) {
  if (!template || !bounds) return []
  return tilesOf(template, bounds, zoom).map(
    (tile) => new BitmapLayer({ id: `tile-${tile.key}`, image: tile.url, bounds: tile.bounds, loadOptions: { worker: false } }),
  )
}
