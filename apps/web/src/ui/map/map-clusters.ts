import Supercluster from 'supercluster'
import type { Cluster, MapPoint } from '#ui/map/map-geometry.ts'

/** Points of one map by zoom. Deck.gl and supercluster both count zoom in tiles of 512 pixels. */
export type PointIndex = {
  /** What is drawn at a zoom: clusters, and the points that are far enough from others. */
  at: (zoom: number) => { clusters: readonly Cluster[]; singles: readonly MapPoint[] }
  /** The zoom at which a cluster falls apart. */
  opensAt: (cluster: Cluster) => number
}

/** Points closer together than this are one cluster: a finger needs as much. */
const radiusPixels = 44

const zoomsKept = 20

/** `belowZoom`: from there on every point is drawn by itself. */
export function indexPoints(points: readonly MapPoint[], belowZoom: number): PointIndex {
  const whole = { clusters: [], singles: points }
  if (belowZoom <= 0 || points.length === 0) return { at: () => whole, opensAt: () => belowZoom }
  const tree = new Supercluster<{ index: number }>({ radius: radiusPixels, maxZoom: Math.ceil(belowZoom) - 1 })
  tree.load(
    points.map(({ position: [longitude, latitude] }, index) => ({
      type: 'Feature',
      properties: { index },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
  const known = new Map<number, ReturnType<PointIndex['at']>>()
  const clustersAt = (level: number): ReturnType<PointIndex['at']> => {
    const clusters: Cluster[] = []
    const singles: MapPoint[] = []
    for (const { geometry, properties } of tree.getClusters([-180, -90, 180, 90], level)) {
      if (properties && 'cluster_id' in properties) {
        const [longitude, latitude] = geometry.coordinates as [number, number]
        clusters.push({ id: properties.cluster_id, position: [longitude, latitude], count: properties.point_count })
      } else if (properties) singles.push(points[properties.index]!)
    }
    return { clusters, singles }
  }
  return {
    at: (zoom) => {
      if (zoom >= belowZoom) return whole
      const level = Math.max(0, Math.min(zoomsKept, Math.floor(zoom)))
      const found = known.get(level) ?? clustersAt(level)
      known.set(level, found)
      return found
    },
    opensAt: ({ id }) => tree.getClusterExpansionZoom(id),
  }
}
