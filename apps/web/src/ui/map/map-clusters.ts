import Supercluster from 'supercluster'
import { type Bounds, type Cluster, isWithin, type MapPoint } from '#ui/map/map-geometry.ts'

/** Clusters, and the points that are far enough from others. */
export type Shown = { clusters: readonly Cluster[]; singles: readonly MapPoint[] }

/** Points of one map by zoom. Deck.gl and supercluster both count zoom in tiles of 512 pixels. */
export type PointIndex = {
  /** The clusters to draw at a zoom; of these bounds alone where some are given. The same zoom and bounds have the same answer. */
  at: (zoom: number, bounds?: Bounds | null) => Shown
  /** The zoom at which a cluster falls apart. */
  opensAt: (cluster: Cluster) => number
}

/** Points closer together than this are one cluster: a finger needs as much. */
const fingerPixels = 44

const zoomsKept = 20
const world: Bounds = { west: -180, south: -90, east: 180, north: 90 }

/** `belowZoom`: from there on every point is drawn by itself. */
export function indexPoints(points: readonly MapPoint[], belowZoom: number, radiusPixels = fingerPixels): PointIndex {
  const known = new Map<number, { bounds: Bounds | null; shown: Shown }>()
  const once = (level: number, bounds: Bounds | null, make: () => Shown): Shown => {
    const found = known.get(level)
    if (found && found.bounds === bounds) return found.shown
    const shown = make()
    known.set(level, { bounds, shown })
    return shown
  }
  const whole = { clusters: [], singles: points }
  const each = (bounds: Bounds | null): Shown =>
    bounds === null
      ? whole
      : once(zoomsKept + 1, bounds, () => ({ clusters: [], singles: points.filter(({ position }) => isWithin(position, bounds)) }))
  if (belowZoom <= 0 || points.length === 0) return { at: (_, bounds = null) => each(bounds), opensAt: () => belowZoom }
  const tree = treeOf(points, belowZoom, radiusPixels)
  return {
    at: (zoom, bounds = null) => {
      if (zoom >= belowZoom) return each(bounds)
      const level = Math.max(0, Math.min(zoomsKept, Math.floor(zoom)))
      return once(level, bounds, () => clustersOf(tree, points, level, bounds ?? world))
    },
    opensAt: ({ id }) => tree.getClusterExpansionZoom(id),
  }
}

type Tree = Supercluster<{ index: number }>

function treeOf(points: readonly MapPoint[], belowZoom: number, radius: number): Tree {
  const tree: Tree = new Supercluster<{ index: number }>({ radius, maxZoom: Math.ceil(belowZoom) - 1 })
  tree.load(
    points.map(({ position: [longitude, latitude] }, index) => ({
      type: 'Feature',
      properties: { index },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
  return tree
}

function clustersOf(tree: Tree, points: readonly MapPoint[], level: number, { west, south, east, north }: Bounds): Shown {
  const clusters: Cluster[] = []
  const singles: MapPoint[] = []
  for (const { geometry, properties } of tree.getClusters([west, south, east, north], level)) {
    if (properties && 'cluster_id' in properties) {
      const [longitude, latitude] = geometry.coordinates as [number, number]
      clusters.push({ id: properties.cluster_id, position: [longitude, latitude], count: properties.point_count })
    } else if (properties) singles.push(points[properties.index]!)
  }
  return { clusters, singles }
}
