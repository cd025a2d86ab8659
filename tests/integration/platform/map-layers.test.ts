import type { MapContent } from '@nightflow/schemas/platform/map-layer'
import { mapLayersMax } from '@nightflow/schemas/platform/map-layer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/api/v1/map-layers'
let running: RunningApi
beforeAll(async () => {
  running = await startApi('map_layers')
})
afterAll(() => running.stop())

const lineOf = (latitude: number): MapContent['features'][number] => ({
  type: 'Feature',
  geometry: {
    type: 'LineString',
    coordinates: [
      [120.1, latitude],
      [120.2, latitude],
    ],
  },
  properties: { name: 'Canal Street' },
})
const fileOf = (...features: unknown[]): Buffer => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))

const send = async (tenant: string, bytes: Buffer, { layerName = 'Streets', layerType = 'street', headers = {} } = {}) => {
  const parts = multipartOf('file', bytes, {
    fileName: 'streets.geojson',
    mediaType: 'application/geo+json',
    fields: { layerName, layerType },
  })
  const answer = await running.ask(tenant, { method: 'POST', url: path, ...parts, headers: { ...parts.headers, ...headers } })
  return { status: answer.statusCode, body: answer.json() }
}
const layersOf = async (tenant: string) => (await running.ask(tenant, { url: path })).json().rows

test('a layer is read as it was sent, and not sent again to a client that has it until another file takes its place', async () => {
  const { status, body } = await send('north', fileOf(lineOf(30.2), lineOf(30.3)))
  expect({ status, features: body.features }).toEqual({ status: 200, features: 2 })
  const url = `${path}/${body.layerId}`
  const first = await running.ask('north', { url })
  expect(first.json()).toEqual({ type: 'FeatureCollection', features: [lineOf(30.2), lineOf(30.3)] })
  const { etag } = first.headers
  const again = () => running.ask('north', { url, headers: { 'if-none-match': String(etag) } })
  expect([(await again()).statusCode, (await again()).body]).toEqual([304, ''])
  expect((await send('north', fileOf(lineOf(30.4)))).body.layerId).toBe(body.layerId)
  const changed = await again()
  expect(changed.statusCode).toBe(200)
  expect(changed.json().features).toEqual([lineOf(30.4)])
  expect(await layersOf('north')).toMatchObject([{ layerName: 'Streets', layerType: 'street', features: 1 }])
})

test('another tenant sees no layer, and cannot read one by its number', async () => {
  const { body } = await send('north', fileOf(lineOf(30.2)))
  expect(await layersOf('south')).toEqual([])
  expect((await running.ask('south', { url: `${path}/${body.layerId}` })).statusCode).toBe(404)
  await send('south', fileOf(lineOf(31)))
  expect(await layersOf('north')).toHaveLength(1)
})

test('only who may upload layers does, and everyone who is signed in sees them', async () => {
  const headers = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  expect((await send('north', fileOf(lineOf(30.2)), { headers })).status).toBe(403)
  expect((await running.ask('north', { url: path, headers })).statusCode).toBe(200)
  expect((await running.api.inject({ url: path })).statusCode).toBe(401)
})

test('a file that cannot be drawn is refused with the number of its first wrong feature, and the layer stays as it was', async () => {
  await send('north', fileOf(lineOf(30.2)))
  const wrong = { ...lineOf(30.2), geometry: { type: 'Point', coordinates: [512_000, 3_350_000] } }
  const { status, body } = await send('north', fileOf(lineOf(30.2), lineOf(30.3), wrong))
  expect({ status, code: body.code, details: body.details }).toEqual({ status: 400, code: 'map-layer-coordinates', details: { number: 3 } })
  expect((await send('north', Buffer.from('streets'))).body.code).toBe('map-layer-unreadable')
  expect((await send('north', fileOf(lineOf(1)), { layerType: 'road' })).body.code).toBe('request-invalid')
  expect(await layersOf('north')).toMatchObject([{ features: 1 }])
})

test('the operation log names the file and what came of it, not its content', async () => {
  await send('north', fileOf(lineOf(30.2)), { layerName: 'Logged' })
  const { rows } = await running.pool.query(
    `select subject, after from platform.operation_log where operation like '%map-layers%' order by id desc limit 1`,
  )
  expect(rows[0]).toEqual({
    subject: { layerName: 'Logged', layerType: 'street', file: 'streets.geojson' },
    after: { layerId: expect.any(Number), features: 1, isReplaced: false },
  })
})

test('a tenant has as many layers as its map can list', async () => {
  await running.pool.query(
    `insert into platform.map_layers (tenant, layer_name, layer_type, features, content, version)
     select 'south', 'Layer ' || number, 'other', 0, '{}', '' from generate_series($1::int + 1, $2::int) as numbers(number)`,
    [(await layersOf('south')).length, mapLayersMax],
  )
  expect((await send('south', fileOf(lineOf(31)), { layerName: 'One more' })).body).toMatchObject({
    code: 'map-layers-full',
    details: { limit: mapLayersMax },
  })
  expect((await send('south', fileOf(lineOf(32)), { layerName: 'Streets' })).status).toBe(200)
})
