import { useMemo, useRef } from 'react'
import { layerContentOf } from '#ui/map/layer-content.ts'
import type { PointIndex } from '#ui/map/map-clusters.ts'
import { type Bounds, isServedBy, type MapPoint, widened } from '#ui/map/map-geometry.ts'
import { areaLayersOf, type BaseLayer, baseLayersOf, type MapArea, marksOf, pointLayersOf, textLayersOf } from '#ui/map/map-layers.ts'

type Drawn = {
  areas: readonly MapArea[]
  points: readonly MapPoint[]
  selected: string | undefined
  selectedPoint?: string | undefined
  base?: readonly BaseLayer[] | undefined
  scale?: number | undefined
}

/** The bounds that points are drawn for: wider than what can be seen, so that a move seldom draws others. */
export function useDrawnBounds(seen: Bounds | null): Bounds | null {
  const drawn = useRef<Bounds | null>(null)
  if (seen && !(drawn.current && isServedBy(seen, drawn.current))) drawn.current = widened(seen)
  return drawn.current
}

type Looked = { index: PointIndex; zoom: number; bounds: Bounds | null; dark: boolean }

/** Layers of everything but tiles. Each group is made anew only when what it shows has changed: a short move makes none. */
export function useLayers(props: Drawn, { index, zoom, bounds, dark }: Looked) {
  const { areas, points, selected, selectedPoint, base = noBase, scale = 1 } = props
  const shown = index.at(zoom, bounds)
  const level = Math.floor(zoom)
  const lines = useMemo(() => baseLayersOf(base, { zoom: level, bounds, dark }), [base, level, bounds, dark])
  const shapes = useMemo(() => areaLayersOf(areas, selected, dark, scale), [areas, selected, dark, scale])
  const dots = useMemo(() => pointLayersOf(shown, selectedPoint, dark), [shown, selectedPoint, dark])
  const step = Math.round(zoom * 5) / 5
  const texts = useMemo(
    () => textLayersOf({ areas, selected, clusters: shown.clusters, points, selectedPoint, scale }, step, dark),
    [areas, selected, shown, points, selectedPoint, step, dark, scale],
  )
  const layers = useMemo(() => [shapes.areas, ...lines, shapes.selected, ...dots, ...texts], [shapes, lines, dots, texts])
  const marks = marksOf([shown, ...base.map(({ content }) => layerContentOf(content).places.at(level, bounds))])
  return { layers, marks }
}

const noBase: readonly BaseLayer[] = []
