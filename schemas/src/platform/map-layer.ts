import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Latitude, Longitude } from '../shared/values.ts'

/** Lines and places of a utility's own that the map draws below everything else: they need no other server. */

export const MapLayerType = z.enum(['river', 'building', 'street', 'pipe', 'valve', 'hydrant', 'other'])
export type MapLayerType = z.infer<typeof MapLayerType>

/** Of one layer: what a browser draws without trouble. */
export const mapFeaturesMax = 20_000
export const mapPositionsMax = 200_000
/** Layers of one tenant. */
export const mapLayersMax = 20

/** Of one list inside a feature. */
const listMax = 50_000

const Position = z.tuple([Longitude, Latitude])
const line = z.array(Position).min(2).max(listMax)
const lines = z.array(line).max(listMax)

/** RFC 7946 without heights and collections of geometries. */
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(Position).max(listMax) }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: lines }),
  z.object({ type: z.literal('Polygon'), coordinates: lines }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(lines).max(listMax) }),
])
export type MapGeometry = z.infer<typeof Geometry>

export const MapContent = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(z.object({ type: z.literal('Feature'), geometry: Geometry, properties: z.object({ name: text(100).optional() }) }))
    .max(mapFeaturesMax),
})
export type MapContent = z.infer<typeof MapContent>

export const mapLayers = defineResource({
  name: 'mapLayer',
  texts: 'platform',
  noun: 'map layer',
  path: '/prod-api/system/mapLayer',
  permission: 'system:mapLayer',
  verbs: ['list', 'query', 'edit', 'remove', 'upload'],
  id: 'layerId',
  table: 'platform.map_layers',
  scope: 'own',
  fields: {
    layerName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    layerType: { schema: MapLayerType, filter: 'equals' },
    features: { schema: z.int(), isReadOnly: true },
    updateTime: { schema: z.iso.datetime().nullable(), isReadOnly: true },
  },
  menu: {
    directory: 'system',
    place: 210,
    path: 'mapLayer',
    component: 'system/map-layer',
    icon: 'map',
    titles: { en: 'Map layers', 'zh-CN': '地图图层', fr: 'Couches de carte', id: 'Lapisan peta' },
    audience: 'tenant',
    shows: ['/api/v1/map-layers'],
  },
})
