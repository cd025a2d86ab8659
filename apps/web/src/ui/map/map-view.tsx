import { Deck, MapView as DeckMapView, type PickingInfo, WebMercatorViewport } from '@deck.gl/core'
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { indexPoints, type PointIndex } from '#ui/map/map-clusters.ts'
import { type Bounds, boundsOf, type Cluster, centreOf, type LngLat, type MapPoint, scaleBar, zoomToFit } from '#ui/map/map-geometry.ts'
import { type BaseLayer, type MapArea, tileLayersOf, type View } from '#ui/map/map-layers.ts'
import { readRendering } from '#ui/map/rendering.ts'
import { useDrawnBounds, useLayers } from '#ui/map/shown-layers.ts'
import '#ui/map/map.css'

/** Where a place is on the map of this moment, in pixels from its upper left corner, and back. */
export type Projector = {
  toPixels: (place: LngLat) => readonly [x: number, y: number]
  toPlace: (pixels: readonly [x: number, y: number]) => LngLat
  width: number
  height: number
}

export type MapViewProps = {
  label: string
  areas: readonly MapArea[]
  points: readonly MapPoint[]
  selected: string | undefined
  selectedPoint?: string | undefined
  /** Points closer together than fingers are clustered until the map is this close; 0 never clusters. */
  clusterBelowZoom?: number | undefined
  base?: readonly BaseLayer[] | undefined
  onArea: (id: string) => void
  onPoint: (id: string) => void
  /** A press anywhere; areas and points are then not chosen. */
  onPlace?: ((place: LngLat) => void) | undefined
  /** Where to look when there is nothing to fit. */
  centre: View
  tileUrl: string | null
  /** How far the map leans back, in degrees; 0 is seen from above. */
  pitch?: number
  unsupported: ReactNode
  describeCluster: (count: number) => string
  /** How close the map goes by itself, where all that it shows may be one place. */
  fitZoomMax?: number
  /** How far out people may zoom; a network's map ends at zoom 10. */
  zoomMin?: number
  /** How much larger than at a desk names and outlines are; 1 when absent. */
  scale?: number | undefined
  /** Initial bounds of the map; all areas and points when absent. */
  fitTo?: Bounds | null | undefined
  /** The part that is shown at first instead. `onView` gets each move, and undefined once everything is shown again. */
  atFirst?: View | undefined
  onView?: ((view: View | undefined) => void) | undefined
  /** A place that is brought into view, close up, when it changes. */
  focus?: LngLat | undefined
  /** Buttons below the one that shows everything. */
  controls?: ReactNode
  /** Drawn above the map, at pixels. */
  overlay?: ((projector: Projector) => ReactNode) | undefined
}

/** Zoom 10 to 20 as maps of 256-pixel tiles count; deck.gl counts one less for the same scale. */
const usualZoomMin = 9
const zoomMax = 19

const within = (view: View, zoomMin: number) => ({
  ...view,
  zoom: Math.min(zoomMax, Math.max(zoomMin, view.zoom)),
  minZoom: zoomMin,
  maxZoom: zoomMax,
})

const touches = ['pointerdown', 'wheel', 'keydown'] as const

const usualClusterBelowZoom = 13
const focusZoom = 16

/** How far from a point a press still means it, in pixels: a finger is wider than a pointer. */
const pressRadius = () => (matchMedia('(pointer: coarse)').matches ? 18 : 5)

const controller = { dragRotate: false, touchRotate: false, keyboard: { rotateSpeedX: 0, rotateSpeedY: 0 } }

/** Areas, points and labels on plain ground or on tiles. Views and events of deck.gl are known here, its layers in `map-layers.ts`. */
export default function MapView(props: MapViewProps) {
  const [rendering] = useState(readRendering)
  return rendering === 'none' ? props.unsupported : <DeckMap {...props} isSoftware={rendering === 'software'} />
}

function DeckMap(props: MapViewProps & { isSoftware: boolean }) {
  const { areas, points, centre, zoomMin = usualZoomMin, pitch = 0, isSoftware, atFirst, onView } = props
  const { t } = useTranslation('shared')
  const dark = useComputedColorScheme('light') === 'dark'
  const host = useRef<HTMLDivElement>(null)
  const deck = useRef<Deck<DeckMapView> | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [hover, setHover] = useState<{ x: number; y: number; text: string } | null>(null)
  /** The link keeps what a person moved, not what the page brings into view while it is loaded. */
  const isMoved = useRef(false)
  const move = useCallback(
    (next: View) => {
      setView(next)
      if (isMoved.current) onView?.(next)
    },
    [onView],
  )
  useEffect(() => {
    const element = host.current
    const note = () => {
      isMoved.current = true
    }
    for (const touch of touches) element?.addEventListener(touch, note, { capture: true, passive: true })
    return () => {
      for (const touch of touches) element?.removeEventListener(touch, note, { capture: true })
    }
  }, [])

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new Deck<DeckMapView>({
      parent: element as HTMLDivElement,
      views: new DeckMapView({ repeat: false }),
      controller,
      initialViewState: within(centre, zoomMin),
      style: { position: 'absolute', inset: '0' },
      // Without a graphics card each pixel costs processor time: one sample of it, and no more pixels than the page has.
      ...(isSoftware && { useDevicePixels: 1, deviceProps: { type: 'webgl' as const, webgl: { antialias: false } } }),
      onViewStateChange: ({ viewState }) => {
        const { longitude, latitude, zoom, pitch } = viewState as unknown as View
        move({ longitude, latitude, zoom, pitch })
      },
      onResize: setSize,
      pickingRadius: pressRadius(),
      // A tile that cannot be loaded leaves its place empty.
      onError: (error, layer) => layer?.id.startsWith('tile-') || console.error(error),
      layers: [],
    })
    deck.current = made
    return () => {
      made.finalize()
      deck.current = null
    }
  }, [centre, zoomMin, isSoftware, move])

  const whole = useMemo(
    () => props.fitTo ?? boundsOf([...areas.flatMap(({ ring }) => ring), ...points.map(({ position }) => position)]),
    [areas, points, props.fitTo],
  )
  useFit(host, deck, whole, { centre, atFirst, zoomMax: props.fitZoomMax }, setView)

  useTilt(deck, pitch, view, setView)

  const chosen = areas.find(({ id }) => id === props.selected)
  useFocus(host, deck, { chosen, atFirst: atFirst && props.selected }, view, move)

  const { focus } = props
  useEffect(() => {
    if (focus) fly(deck.current, { longitude: focus[0], latitude: focus[1], zoom: focusZoom }, move)
  }, [focus, move])

  const index = useMemo(() => indexPoints(points, props.clusterBelowZoom ?? usualClusterBelowZoom), [points, props.clusterBelowZoom])
  const bounds = useDrawnBounds(view && host.current && visibleBounds(view, host.current))
  const { layers, marks } = useLayers(props, { index, zoom: view?.zoom ?? centre.zoom, bounds, dark })
  const tiles = useMemo(
    () => tileLayersOf(props.tileUrl, view && host.current && visibleBounds(view, host.current), view?.zoom ?? 0),
    [props.tileUrl, view],
  )
  useEffect(() => {
    deck.current?.setProps({
      controller: { ...controller, doubleClickZoom: !props.onPlace },
      layers: [...tiles, ...layers],
      getCursor: ({ isDragging, isHovering }) => (isDragging ? 'grabbing' : props.onPlace ? 'crosshair' : isHovering ? 'pointer' : 'grab'),
      onHover: (info: PickingInfo) => setHover(hoverOf(info, props.describeCluster)),
      onClick: (info: PickingInfo) => click(info, props, (cluster) => fly(deck.current, openedCluster(index, cluster), move)),
    })
  }, [layers, tiles, props, index, move])

  const projector = useMemo(() => (view && size.width > 0 ? projectorOf(view, size) : null), [view, size])
  const press = usePress(projector, props.onPlace)
  const bar = scaleBar(view?.latitude ?? centre.latitude, view?.zoom ?? centre.zoom)
  return (
    <div className="nf-map" role="application" aria-label={props.label} data-marks={marks}>
      <div ref={host} className="nf-map-canvas" {...press} />
      {projector && props.overlay && <div className="nf-map-overlay">{props.overlay(projector)}</div>}
      {hover && (
        <div className="nf-map-tooltip" style={{ left: hover.x + 12, top: hover.y + 12 }}>
          {hover.text}
        </div>
      )}
      <div className="nf-map-whole">
        {whole && (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('map.showAll')}
            title={t('map.showAll')}
            onClick={() => {
              isMoved.current = false
              if (host.current) fly(deck.current, fittedBelow(whole, host.current, props.fitZoomMax), setView)
              onView?.(undefined)
            }}
          >
            <IconMaximize size={16} aria-hidden />
          </ActionIcon>
        )}
        {props.controls}
      </div>
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
  const { minZoom = usualZoomMin, pitch: pitchNow = 0 } = (deck?.props.initialViewState ?? {}) as { minZoom?: number; pitch?: number }
  const view = { ...within(target, minZoom), pitch: target.pitch ?? pitchNow }
  deck?.setProps({ initialViewState: view })
  setView({ longitude: view.longitude, latitude: view.latitude, zoom: view.zoom, pitch: view.pitch })
}

/** Leans the map back, or sets it upright, where it is. */
function useTilt(deck: DeckRef, pitch: number, view: View | null, setView: (view: View) => void): void {
  useEffect(() => {
    if (view && (view.pitch ?? 0) !== pitch) fly(deck.current, { ...view, pitch }, setView)
  }, [pitch, view, deck, setView])
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
  { centre, atFirst, zoomMax = Number.POSITIVE_INFINITY }: { centre: View; atFirst: View | undefined; zoomMax: number | undefined },
  setView: (view: View) => void,
): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !host.current) return
    if (whole || atFirst) done.current = true
    if (atFirst) return fly(deck.current, atFirst, setView)
    fly(deck.current, whole ? fittedBelow(whole, host.current, zoomMax) : { ...centre, zoom: Math.min(centre.zoom, zoomMax) }, setView)
  }, [whole, centre, atFirst, zoomMax, host, deck, setView])
}

type Focus = { chosen: MapArea | undefined; atFirst: string | undefined }

/** An area chosen in the list is brought into view when it is out of it. The one chosen at first is where its link shows it. */
function useFocus(host: Host, deck: DeckRef, { chosen, atFirst }: Focus, view: View | null, setView: (view: View) => void): void {
  const shown = useRef(atFirst)
  useEffect(() => {
    if (!chosen || !view || !host.current || shown.current === chosen.id) return
    shown.current = chosen.id
    const [longitude, latitude] = centreOf(chosen.ring)
    const { west, south, east, north } = visibleBounds(view, host.current)
    if (longitude > west && longitude < east && latitude > south && latitude < north) return
    const bounds = boundsOf(chosen.ring)
    if (bounds) fly(deck.current, fitted(bounds, host.current), setView)
  }, [chosen, view, host, deck, setView])
}

function projectorOf(view: View, size: { width: number; height: number }): Projector {
  const viewport = new WebMercatorViewport({ ...view, ...size })
  return {
    toPixels: ([longitude, latitude]) => viewport.project([longitude, latitude]) as [number, number],
    toPlace: ([x, y]) => viewport.unproject([x, y]) as [number, number],
    ...size,
  }
}

function visibleBounds(view: View, { clientWidth, clientHeight }: HTMLElement): Bounds {
  const size = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) }
  const [west, south, east, north] = new WebMercatorViewport({ ...view, ...size }).getBounds()
  return { west, south, east, north }
}

const pressMovesPixelsMax = 6

/** A press that is no drag, at its place. The browser's own click: one of deck.gl waits for the graphics card to find what is below it. */
function usePress(projector: Projector | null, onPlace: MapViewProps['onPlace']) {
  const from = useRef<readonly [number, number]>([0, 0])
  if (!onPlace || !projector) return {}
  return {
    onPointerDown: ({ clientX, clientY }: MouseEvent) => {
      from.current = [clientX, clientY]
    },
    onClick: ({ clientX, clientY, currentTarget }: MouseEvent) => {
      if (Math.hypot(clientX - from.current[0], clientY - from.current[1]) > pressMovesPixelsMax) return
      const { left, top } = currentTarget.getBoundingClientRect()
      onPlace(projector.toPlace([clientX - left, clientY - top]))
    },
  }
}

function hoverOf({ object, x, y }: PickingInfo, describeCluster: (count: number) => string): { x: number; y: number; text: string } | null {
  const thing = object as Partial<MapArea & MapPoint & Cluster> | undefined
  if (!thing) return null
  const text = thing.count !== undefined ? describeCluster(thing.count) : (thing.tooltip ?? thing.label)
  return text ? { x, y, text } : null
}

function click({ object }: PickingInfo, props: MapViewProps, open: (cluster: Cluster) => void): void {
  const thing = object as Partial<MapArea & MapPoint> | Cluster | undefined
  if (!thing || props.onPlace) return
  if ('count' in thing) open(thing)
  else if (thing.ring && thing.id) props.onArea(thing.id)
  else if (thing.id) props.onPoint(thing.id)
}

const openedCluster = (index: PointIndex, cluster: Cluster): View => ({
  longitude: cluster.position[0],
  latitude: cluster.position[1],
  zoom: Math.min(18, index.opensAt(cluster) + 0.2),
})
