import { Deck, MapView as DeckMapView, type Layer, type PickingInfo, WebMercatorViewport } from '@deck.gl/core'
import { BitmapLayer, PathLayer, PolygonLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Bounds,
  boundsOf,
  type Cluster,
  centreOf,
  clusterPoints,
  clusterRadius,
  type LngLat,
  type MapPoint,
  scaleBar,
  tilesOf,
  zoomToFit,
} from '#ui/map/map-geometry.ts'
import { type PlacedLabel, type PlacedName, placeLabels, placeNames } from '#ui/map/map-labels.ts'

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
type Rgba = [number, number, number, number]
type View = { longitude: number; latitude: number; zoom: number }

export type MapViewProps = {
  label: string
  areas: readonly MapArea[]
  points: readonly MapPoint[]
  selected: string | undefined
  selectedPoint?: string | undefined
  onArea: (id: string) => void
  onPoint: (id: string) => void
  /** Where to look when there is nothing to fit. */
  centre: View
  tileUrl: string | null
  unsupported: React.ReactNode
  describeCluster: (count: number) => string
  /** How close the map goes by itself, where all that it shows may be one place. */
  fitZoomMax?: number
  /** How far out people may zoom; a network's map ends at zoom 10. */
  zoomMin?: number
  /** Points closer together than fingers are clustered until the map is this close; 0 never clusters. */
  clusterBelowZoom?: number
}

const usualClusterBelowZoom = 13

/** Zoom 10 to 20 as maps of 256-pixel tiles count; deck.gl counts one less for the same scale. */
const usualZoomMin = 9
const zoomMax = 19

const within = (view: View, zoomMin: number) => ({
  ...view,
  zoom: Math.min(zoomMax, Math.max(zoomMin, view.zoom)),
  minZoom: zoomMin,
  maxZoom: zoomMax,
})

const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

const rgba = (hex: string, alpha: number): Rgba => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
  alpha,
]

/** Areas, points and labels on plain ground or on tiles. The only file that knows deck.gl. */
export default function MapView(props: MapViewProps) {
  const [supported] = useState(hasWebGl)
  return supported ? <DeckMap {...props} /> : props.unsupported
}

function DeckMap(props: MapViewProps) {
  const { areas, points, centre, zoomMin = usualZoomMin } = props
  const { t } = useTranslation('shared')
  const dark = useComputedColorScheme('light') === 'dark'
  const host = useRef<HTMLDivElement>(null)
  const deck = useRef<Deck<DeckMapView> | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [hover, setHover] = useState<{ x: number; y: number; text: string } | null>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new Deck<DeckMapView>({
      parent: element as HTMLDivElement,
      views: new DeckMapView({ repeat: false }),
      controller: { dragRotate: false, touchRotate: false, keyboard: true },
      initialViewState: within(centre, zoomMin),
      style: { position: 'absolute', inset: '0' },
      onViewStateChange: ({ viewState }) => {
        const { longitude, latitude, zoom } = viewState as unknown as View
        setView({ longitude, latitude, zoom })
      },
      getCursor: ({ isDragging, isHovering }) => (isDragging ? 'grabbing' : isHovering ? 'pointer' : 'grab'),
      layers: [],
    })
    deck.current = made
    return () => {
      made.finalize()
      deck.current = null
    }
  }, [centre, zoomMin])

  const whole = useMemo(() => boundsOf([...areas.flatMap(({ ring }) => ring), ...points.map(({ position }) => position)]), [areas, points])
  useFit(host, deck, whole, { centre, zoomMax: props.fitZoomMax }, setView)

  const chosen = areas.find(({ id }) => id === props.selected)
  useFocus(host, deck, chosen, view, setView)

  const layers = useMemo(() => layersOf(props, view?.zoom ?? centre.zoom, dark), [props, view?.zoom, centre.zoom, dark])
  const tiles = useMemo(() => tileLayersOf(props.tileUrl, view, host.current), [props.tileUrl, view])
  useEffect(() => {
    deck.current?.setProps({
      layers: [...tiles, ...layers],
      onHover: (info: PickingInfo) => setHover(hoverOf(info, props.describeCluster)),
      onClick: (info: PickingInfo) => click(info, props, deck.current, view, setView),
    })
  }, [layers, tiles, props, view])

  const bar = scaleBar(view?.latitude ?? centre.latitude, view?.zoom ?? centre.zoom)
  return (
    <div ref={host} className="nf-map" role="application" aria-label={props.label}>
      {hover && (
        <div className="nf-map-tooltip" style={{ left: hover.x + 12, top: hover.y + 12 }}>
          {hover.text}
        </div>
      )}
      {whole && (
        <ActionIcon
          variant="default"
          size="lg"
          className="nf-map-whole"
          aria-label={t('map.showAll')}
          title={t('map.showAll')}
          onClick={() => host.current && fly(deck.current, fittedBelow(whole, host.current, props.fitZoomMax), setView)}
        >
          <IconMaximize size={16} aria-hidden />
        </ActionIcon>
      )}
      <div className="nf-map-card nf-map-scale">
        <div className="nf-figures">{bar.metres >= 1000 ? `${bar.metres / 1000} km` : `${bar.metres} m`}</div>
        <div className="nf-scale-bar" style={{ width: bar.pixels }} />
      </div>
    </div>
  )
}

type Host = React.RefObject<HTMLDivElement | null>
type DeckRef = React.RefObject<Deck<DeckMapView> | null>

function fly(deck: Deck<DeckMapView> | null, target: View, setView: (view: View) => void): void {
  const { minZoom = usualZoomMin } = (deck?.props.initialViewState ?? {}) as { minZoom?: number }
  const view = within(target, minZoom)
  deck?.setProps({ initialViewState: view })
  setView({ longitude: view.longitude, latitude: view.latitude, zoom: view.zoom })
}

function fitted(bounds: Bounds, element: HTMLDivElement): View {
  return {
    longitude: (bounds.west + bounds.east) / 2,
    latitude: (bounds.south + bounds.north) / 2,
    zoom: zoomToFit(bounds, element.clientWidth, element.clientHeight),
  }
}

const fittedBelow = (bounds: Bounds, element: HTMLDivElement, zoomMax = Number.POSITIVE_INFINITY): View => {
  const view = fitted(bounds, element)
  return { ...view, zoom: Math.min(view.zoom, zoomMax) }
}

/** Shows everything once it is there; data that is merely refreshed does not move the map under the person's hand. */
function useFit(
  host: Host,
  deck: DeckRef,
  whole: Bounds | null,
  { centre, zoomMax = Number.POSITIVE_INFINITY }: { centre: View; zoomMax: number | undefined },
  setView: (view: View) => void,
): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !host.current) return
    if (whole) done.current = true
    fly(deck.current, whole ? fittedBelow(whole, host.current, zoomMax) : { ...centre, zoom: Math.min(centre.zoom, zoomMax) }, setView)
  }, [whole, centre, zoomMax, host, deck, setView])
}

/** An area chosen in the list is brought into view when it is out of it. */
function useFocus(host: Host, deck: DeckRef, chosen: MapArea | undefined, view: View | null, setView: (view: View) => void): void {
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!chosen || !view || !host.current || shown.current === chosen.id) return
    shown.current = chosen.id
    const [longitude, latitude] = centreOf(chosen.ring)
    const [west, south, east, north] = visibleBounds(view, host.current)
    if (longitude > west && longitude < east && latitude > south && latitude < north) return
    const bounds = boundsOf(chosen.ring)
    if (bounds) fly(deck.current, fitted(bounds, host.current), setView)
  }, [chosen, view, host, deck, setView])
}

const visibleBounds = (view: View, element: HTMLDivElement): [number, number, number, number] =>
  new WebMercatorViewport({ ...view, width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }).getBounds()

function hoverOf({ object, x, y }: PickingInfo, describeCluster: (count: number) => string): { x: number; y: number; text: string } | null {
  const thing = object as Partial<MapArea & MapPoint & Cluster> | undefined
  if (!thing) return null
  const text = thing.count !== undefined ? describeCluster(thing.count) : (thing.tooltip ?? thing.label)
  return text ? { x, y, text } : null
}

function click(
  { object }: PickingInfo,
  props: MapViewProps,
  deck: Deck<DeckMapView> | null,
  view: View | null,
  setView: (view: View) => void,
): void {
  const thing = object as Partial<MapArea & MapPoint & Cluster> | undefined
  if (!thing) return
  if (thing.count !== undefined && thing.position) {
    fly(deck, { longitude: thing.position[0], latitude: thing.position[1], zoom: Math.min(18, (view?.zoom ?? 10) + 2) }, setView)
  } else if (thing.ring && thing.id) props.onArea(thing.id)
  else if (thing.id) props.onPoint(thing.id)
}

function layersOf(props: MapViewProps, zoom: number, dark: boolean): Layer[] {
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
      getFillColor: rgba('#1864ab', 230),
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

function tileLayersOf(template: string | null, view: View | null, element: HTMLDivElement | null): Layer[] {
  if (!template || !view || !element) return []
  const [west, south, east, north] = visibleBounds(view, element)
  return tilesOf(template, { west, south, east, north }, view.zoom).map(
    ({ key, url, bounds }) => new BitmapLayer({ id: `tile-${key}`, image: url, bounds, loadOptions: { worker: false } }),
  )
}
