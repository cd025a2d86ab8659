import { z } from 'zod'

/** The map provider that is shown first. */
export const MapType = z.enum({ first: '0', second: '1' })
export type MapType = z.infer<typeof MapType>

/** Flat, seen from above, or tilted. */
export const MapViewMode = z.enum(['2D', '3D'])
export type MapViewMode = z.infer<typeof MapViewMode>

/** Map settings of the utility in a session. */
export const MapSettings = z.object({
  mapType: MapType,
  /** Template of map tiles with {z}/{x}/{y} of each provider; null means that it has none. */
  tileUrls: z.record(MapType, z.string().nullable()),
  viewMode: MapViewMode,
  /** Degrees. */
  pitch: z.number(),
})
export type MapSettings = z.infer<typeof MapSettings>

type Settings = { tileUrl: string | null; secondTileUrl: string | null; mapType: MapType; mapViewMode: MapViewMode; mapPitch: number }

export const mapSettingsOf = ({ tileUrl, secondTileUrl, mapType, mapViewMode, mapPitch }: Settings): MapSettings => ({
  mapType,
  tileUrls: { [MapType.enum.first]: tileUrl, [MapType.enum.second]: secondTileUrl },
  viewMode: mapViewMode,
  pitch: mapPitch,
})
