import { createHash } from 'node:crypto'
import { type MapContent, type MapLayerType, mapLayersMax } from '@nightflow/schemas/platform/map-layer'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'

export type KeptLayer = { layerId: number; layerName: string; layerType: MapLayerType; features: number; version: string }

/** Layers of the request's tenant without their content, by name. */
export const listMapLayers = async (database: Queryable): Promise<KeptLayer[]> => {
  const { rows } = await database.query<KeptLayer>(
    `select layer_id::int as "layerId", layer_name as "layerName", layer_type as "layerType", features, version
     from platform.map_layers order by layer_name limit $1`,
    [mapLayersMax],
  )
  return rows
}

/** A layer's GeoJSON as text, and the version of that text. */
export const findMapLayer = async (database: Queryable, layerId: number): Promise<{ content: string; version: string } | undefined> => {
  const { rows } = await database.query<{ content: string; version: string }>(
    'select content, version from platform.map_layers where layer_id = $1',
    [layerId],
  )
  return rows[0]
}

/** Stores a layer under its name, in place of one of the same name. `map-layers-full` when the tenant has as many as it may. */
export const keepMapLayer = async (
  database: Queryable,
  { layerName, layerType, content }: { layerName: string; layerType: MapLayerType; content: MapContent },
  by: string,
): Promise<{ layerId: number; isReplaced: boolean } | Rejection> => {
  const { rows: others } = await database.query<{ layers: number }>(
    'select count(*)::int as layers from platform.map_layers where layer_name <> $1',
    [layerName],
  )
  if (others[0]!.layers >= mapLayersMax) return rejected('map-layers-full', { limit: mapLayersMax })
  const text = JSON.stringify(content)
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const { rows } = await database.query<{ layerId: number; isReplaced: boolean }>(
    `insert into platform.map_layers as kept (tenant, layer_name, layer_type, features, content, version, create_by, update_time)
     values (current_setting('nightflow.tenant'), $1, $2, $3, $4, $5, $6, now())
     on conflict (tenant, layer_name) do update set layer_type = excluded.layer_type, features = excluded.features, content = excluded.content,
       version = excluded.version, update_by = $6, update_time = now()
     returning layer_id::int as "layerId", kept.create_time < kept.update_time as "isReplaced"`,
    [layerName, layerType, content.features.length, text, version, by],
  )
  return rows[0]!
}
