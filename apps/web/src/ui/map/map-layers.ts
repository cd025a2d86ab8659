import { BitmapLayer, PathLayer, PolygonLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { type Bounds, type Cluster, clusterPoints, clusterRadius, type LngLat, type MapPoint, tilesOf } from '#ui/map/map-geometry.ts'
import { type PlacedLabel, type PlacedName, placeLabels, placeNames } from '#ui/map/map-labels.ts'

/** What a map draws, as layers of deck.gl. */

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
export type View = { longitude: number; latitude: number; zoom: number }
export type DrawnThings = {
  areas: readonly MapArea[]
  points: readonly MapPoint[]
  selected: string | undefined
  selectedPoint?: string | undefined
  /** Points closer together than fingers are clustered until the map is this close; 0 never clusters. */
  clusterBelowZoom?: number | undefined
}
type Rgba = [number, number, number, number]

const usualClusterBelowZoom = 13

const rgba = (hex: string, alpha: number): Rgba => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
  alpha,
]

export function layersOf(props: DrawnThings, zoom: number, dark: boolean) {
  const ink = dark ? '#e9ecef' : '#1f2933'
  const ground = dark ? '#1f1f1f' : '#ffffff'
  const sorted = [...props.areas].sort((a, b) => a.level - b.level)
  const fontFamily = "'Inter Variable', 'Noto Sans CJK SC', sans-serif"
  const written = {
    getSize: 12,
    getColor: rgba(ink, 255),
    fontFamily,
    fontWeight: 600,
    characterSet: 'auto' as const,
    background: true,
    getBackgroundColor: rgba(ground, 205),
  }
  const clustered = zoom < (props.clusterBelowZoom ?? usualClusterBelowZoom)
  const clusters = clustered ? clusterPoints(props.points, Math.floor(zoom)) : []
  const labels = placeLabels(sorted, zoom, props.selected, clusters)
  return [
    new PolygonLayer<MapArea>({
      id: 'areas',
      data: sorted,
      getPolygon: (area) => area.ring as unknown as number[][],
      // Only the innermost areas are filled, and opaquely: a colour is that of the legend. What holds others is an outline.
      getFillColor: (area) => rgba(area.colour, area.isLeaf ? 255 : 0),
      getLineColor: rgba(ink, 255),
      getLineWidth: (area) => Math.max(1, 3.5 - area.level),
      lineWidthUnits: 'pixels',
      pickable: true,
    }),
    new PathLayer<MapArea>({
      id: 'selected',
      data: sorted.filter(({ id }) => id === props.selected),
      getPath: (area) => area.ring as unknown as [number, number][],
      getColor: rgba('#1971c2', 255),
      getWidth: 4,
      widthUnits: 'pixels',
    }),
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
      data: clusters.filter(({ count }) => count > 1),
      getPosition: (cluster) => cluster.position as [number, number],
      getText: (cluster) => (cluster.count > 999 ? `${Math.round(cluster.count / 100) / 10}k` : String(cluster.count)),
      getSize: 11,
      getColor: [255, 255, 255, 255],
      fontFamily,
      fontWeight: 600,
    }),
    new ScatterplotLayer<MapPoint>({
      id: 'points',
      data: clustered ? [] : [...props.points],
      getPosition: (point) => point.position as [number, number],
      getRadius: (point) => (point.id === props.selectedPoint ? 7 : 4),
      radiusUnits: 'pixels',
      getFillColor: ({ colour = '#1864ab' }) => rgba(colour, 230),
      stroked: true,
      getLineColor: rgba(ground, 255),
      getLineWidth: 1,
      lineWidthUnits: 'pixels',
      pickable: true,
      updateTriggers: { getRadius: props.selectedPoint },
    }),
    new TextLayer<PlacedLabel>({
      id: 'labels',
      data: labels,
      getPosition: ({ position }) => position as [number, number],
      getText: ({ text }) => text,
      getPixelOffset: ({ offsetPixels }) => [...offsetPixels] as [number, number],
      backgroundPadding: [5, 2],
      ...written,
    }),
    new TextLayer<PlacedName>({
      id: 'names',
      data: clustered ? [] : placeNames(props.points, zoom, props.selectedPoint),
      getPosition: ({ position }) => position as [number, number],
      getText: ({ text }) => text,
      getTextAnchor: ({ side }) => side,
      getPixelOffset: ({ offsetPixels }) => [...offsetPixels] as [number, number],
      backgroundPadding: [3, 1],
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
