import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { MapContent, MapLayerType } from './map-layer.ts'

/** A layer of that name is replaced. */
export const uploadMapLayer = endpoint({
  method: 'POST',
  path: '/api/v1/map-layers',
  permission: 'system:mapLayer:upload',
  summary: 'Lines or places for the map of my tenant: GeoJSON with WGS84 coordinates, 5 MB at most',
  upload: 'file',
  request: z.object({ layerName: text(50).min(1), layerType: MapLayerType }),
  response: z.object({ layerId: z.int(), features: z.int() }),
})

export const listMapLayers = endpoint({
  method: 'GET',
  path: '/api/v1/map-layers',
  permission: 'signed-in',
  summary: 'The layers that the map of my tenant can show',
  request: z.object({}),
  response: z.object({
    rows: z.array(z.object({ layerId: z.int(), layerName: z.string(), layerType: MapLayerType, features: z.int(), version: z.string() })),
  }),
})

export const findMapLayer = endpoint({
  method: 'GET',
  path: '/api/v1/map-layers/:layerId',
  permission: 'signed-in',
  summary: 'One layer as GeoJSON; it carries an ETag, and is not sent again to who has it',
  request: z.object({ layerId: typedNumber().int().positive() }),
  response: MapContent,
  jsonType: 'application/geo+json',
  isKept: true,
})
