import { MapContent, type MapGeometry, mapFeaturesMax, mapPositionsMax } from '@nightflow/schemas/platform/map-layer'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

const nameLengthMax = 100
/** About a tenth of a metre. */
const decimals = 6

/**
 * The content of a GeoJSON file as the map draws it: positions without height and with six decimals, of the properties the name alone. A
 * file that cannot be drawn is refused with the number of its first wrong feature, counted from 1 as people count.
 */
export function readGeoJson(bytes: Buffer): MapContent | Rejection {
  let file: unknown
  try {
    file = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return rejected('map-layer-unreadable')
  }
  const given = memberOf(file, 'features')
  if (memberOf(file, 'type') !== 'FeatureCollection' || !Array.isArray(given)) return rejected('map-layer-unreadable')
  const foreign = foreignSystemOf(file)
  if (foreign !== undefined) return rejected('map-layer-crs', { name: foreign })
  if (given.length > mapFeaturesMax) return rejected('map-layer-too-many', { limit: mapFeaturesMax })
  const features: MapContent['features'] = []
  let positions = 0
  for (const [index, feature] of given.entries()) {
    // A feature without a geometry is allowed, and there is nothing to draw of it.
    if (memberOf(feature, 'geometry') === null) continue
    const read = readFeature(feature)
    if (typeof read === 'string') return rejected(read, { number: index + 1 })
    positions += positionsIn(read.geometry.coordinates)
    if (positions > mapPositionsMax) return rejected('map-layer-too-detailed', { limit: mapPositionsMax })
    features.push(read)
  }
  return features.length === 0 ? rejected('map-layer-unreadable') : { type: 'FeatureCollection', features }
}

/** Names of WGS 84, longitude first, in files of before RFC 7946. */
const wgs84 = /^(urn:ogc:def:crs:)?(OGC:.*CRS84|EPSG:(\d*:)?4326)$/i
const systemNameMax = 100

/** The coordinate system that a file names, where it is another than WGS 84: its coordinates would be drawn in a wrong place. RFC 7946 has no such member. */
const foreignSystemOf = (file: unknown): string | undefined => {
  const given = memberOf(file, 'crs')
  if (given === undefined || given === null) return undefined
  const name = memberOf(memberOf(given, 'properties'), 'name') ?? memberOf(memberOf(given, 'properties'), 'href')
  if (typeof name !== 'string') return String(memberOf(given, 'type') ?? 'crs').slice(0, systemNameMax)
  return wgs84.test(name) ? undefined : name.slice(0, systemNameMax)
}

const Feature = MapContent.shape.features.element

function readFeature(feature: unknown): MapContent['features'][number] | 'map-layer-geometry' | 'map-layer-coordinates' {
  const geometry = memberOf(feature, 'geometry')
  const type = memberOf(geometry, 'type')
  const depth = depths[String(type) as MapGeometry['type']]
  if (memberOf(feature, 'type') !== 'Feature' || depth === undefined || !Object.hasOwn(depths, String(type))) return 'map-layer-geometry'
  const name = memberOf(memberOf(feature, 'properties'), 'name')
  const properties = typeof name === 'string' && name.trim() ? { name: name.replaceAll(/\p{C}/gu, ' ').trim().slice(0, nameLengthMax) } : {}
  const coordinates = rounded(memberOf(geometry, 'coordinates'), depth)
  const read = Feature.safeParse({ type: 'Feature', geometry: { type, coordinates }, properties })
  return read.success ? read.data : 'map-layer-coordinates'
}

/** How many lists are around a position. */
const depths: Record<MapGeometry['type'], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}

/** Positions without their height; what has another form stays, and the schema refuses it. */
const rounded = (value: unknown, depth: number): unknown => {
  if (!Array.isArray(value)) return value
  if (depth > 0) return value.map((inner) => rounded(inner, depth - 1))
  return value.slice(0, 2).map((part) => (typeof part === 'number' ? Number(part.toFixed(decimals)) : part))
}

const positionsIn = (coordinates: readonly unknown[]): number =>
  typeof coordinates[0] === 'number' ? 1 : coordinates.reduce<number>((sum, inner) => sum + positionsIn(inner as unknown[]), 0)

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
