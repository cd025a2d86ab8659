import { MapContent } from '@nightflow/schemas/platform/map-layer'
import { expect, test } from 'vitest'
import { buildCity } from './city.ts'
import { layersOf } from './city-layers.ts'
import { contains, type Place } from './polygon.ts'

const city = buildCity({ seed: 7, timeZone: 'Asia/Shanghai', meters: 300 })
const layers = layersOf(city)
const roots = city.zones.filter(({ parent }) => parent === null).map(({ boundary }) => boundary.slice(0, -1))

test('the city has its river and buildings, its streets, pipes, valves and hydrants, each as the service takes them', () => {
  expect(layers.map(({ layerType }) => layerType)).toEqual(['river', 'building', 'street', 'pipe', 'valve', 'hydrant'])
  for (const { layerType, content } of layers) {
    if (layerType !== 'river') expect(content.features.length).toBeGreaterThanOrEqual(layerType === 'building' ? 5 : 20)
    expect(MapContent.safeParse(content).success).toBe(true)
  }
})
test('streets and hydrants are inside the city, and every zone has a street', () => {
  for (const { layerType, content } of layers.filter(({ layerType }) => layerType === 'street' || layerType === 'hydrant'))
    for (const { geometry } of content.features)
      for (const place of (layerType === 'street' ? geometry.coordinates : [geometry.coordinates]) as Place[])
        expect(
          roots.some((root) => contains(root, place)),
          JSON.stringify(place),
        ).toBe(true)
  expect(layers.find(({ layerType }) => layerType === 'street')!.content.features.length).toBeGreaterThanOrEqual(city.zones.length)
})
test('the same seed draws the same map', () =>
  expect(layersOf(buildCity({ seed: 7, timeZone: 'Asia/Shanghai', meters: 300 }))).toEqual(layers))
