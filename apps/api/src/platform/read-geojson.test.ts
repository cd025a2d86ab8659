import { mapFeaturesMax, mapPositionsMax } from '@nightflow/schemas/platform/map-layer'
import { expect, test } from 'vitest'
import { readGeoJson } from './read-geojson.ts'

const collection = (...features: unknown[]) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
const feature = (type: string, coordinates: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const pipe = feature('LineString', [
  [120.1, 30.2],
  [120.2, 30.3],
])

test('positions lose their height and digits that say nothing, and of the properties the name stays', () =>
  expect(readGeoJson(collection(feature('Point', [120.123456789, 30.2, 12.5], { name: ' Valve 7\n', owner: 'Chen Wei' })))).toEqual({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [120.123457, 30.2] }, properties: { name: 'Valve 7' } }],
  }))
test('every geometry but a collection is drawn, and a feature without one is left out', () => {
  const ring = [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 50],
  ]
  const read = readGeoJson(
    collection(
      pipe,
      { type: 'Feature', properties: null, geometry: null },
      feature('MultiPoint', ring, null),
      feature('MultiLineString', [ring]),
      feature('Polygon', [ring]),
      feature('MultiPolygon', [[ring]]),
    ),
  )
  expect(read).toMatchObject({ features: expect.arrayContaining([expect.objectContaining({ type: 'Feature' })]) })
  expect('features' in read && read.features).toHaveLength(5)
})
test.each([
  ['urn:ogc:def:crs:OGC:1.3:CRS84', undefined],
  ['urn:ogc:def:crs:OGC::CRS84', undefined],
  ['EPSG:4326', undefined],
  ['urn:ogc:def:crs:EPSG::4326', undefined],
  ['EPSG:3857', 'EPSG:3857'],
  ['urn:ogc:def:crs:EPSG::4549', 'urn:ogc:def:crs:EPSG::4549'],
  ['EPSG:43260', 'EPSG:43260'],
])('a file whose coordinate system is another one is refused, although its numbers could be degrees: %s', (name, refused) => {
  const file = { type: 'FeatureCollection', crs: { type: 'name', properties: { name } }, features: [pipe] }
  const read = readGeoJson(Buffer.from(JSON.stringify(file)))
  if (refused === undefined) expect(read).toHaveProperty('features')
  else expect(read).toEqual({ rejected: 'map-layer-crs', details: { name: refused } })
})
test('a coordinate system by a link is refused, and none is WGS 84', () => {
  const file = (crs: unknown) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', crs, features: [pipe] }))
  expect(readGeoJson(file({ type: 'link', properties: { href: 'http://example.org/4549' } }))).toMatchObject({ rejected: 'map-layer-crs' })
  expect(readGeoJson(file({ type: 'EPSG' }))).toMatchObject({ rejected: 'map-layer-crs' })
  expect(readGeoJson(file(null))).toHaveProperty('features')
})
test('a file that begins with a byte order mark is read', () =>
  expect(readGeoJson(Buffer.concat([Buffer.from('\uFEFF'), collection(pipe)]))).toHaveProperty('features'))
test.each([
  '',
  '{',
  '[]',
  'null',
  '{"type":"Feature"}',
  '{"type":"FeatureCollection"}',
  '{"type":"FeatureCollection","features":[]}',
  '['.repeat(200_000),
])('a file that is no collection of features is refused: %#', (text) =>
  expect(readGeoJson(Buffer.from(text))).toEqual({ rejected: 'map-layer-unreadable' }),
)
test.each([
  ['projected coordinates', feature('Point', [512_345.6, 3_350_123.4]), 'map-layer-coordinates'],
  ['latitude first', feature('Point', [30.2, 120.1]), 'map-layer-coordinates'],
  ['a line of one point', feature('LineString', [[120.1, 30.2]]), 'map-layer-coordinates'],
  ['coordinates as text', feature('Point', ['120.1', '30.2']), 'map-layer-coordinates'],
  ['coordinates of another depth', feature('Polygon', [[120.1, 30.2]]), 'map-layer-coordinates'],
  [
    'a collection of geometries',
    { type: 'Feature', properties: {}, geometry: { type: 'GeometryCollection', geometries: [] } },
    'map-layer-geometry',
  ],
  ['a geometry called constructor', feature('constructor', [120, 30]), 'map-layer-geometry'],
  ['no feature at all', 7, 'map-layer-geometry'],
])('the first wrong feature is named by its number: %s', (_, wrong, code) =>
  expect(readGeoJson(collection(pipe, pipe, wrong, wrong))).toEqual({ rejected: code, details: { number: 3 } }),
)
test('a layer has as many features and positions as a browser draws, and no more', () => {
  const point = feature('Point', [1, 2])
  expect(readGeoJson(collection(...Array.from({ length: mapFeaturesMax + 1 }, () => point)))).toMatchObject({
    rejected: 'map-layer-too-many',
  })
  const long = feature(
    'LineString',
    Array.from({ length: 50_000 }, () => [1, 2]),
  )
  expect(readGeoJson(collection(...Array.from({ length: mapPositionsMax / 50_000 + 1 }, () => long)))).toMatchObject({
    rejected: 'map-layer-too-detailed',
  })
})
