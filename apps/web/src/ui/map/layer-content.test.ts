import type { MapContent } from '@nightflow/schemas/platform/map-layer'
import { expect, test } from 'vitest'
import { layerContentOf, simplifyLine } from '#ui/map/layer-content.ts'

type Place = [number, number]
const hydrants = 20_000
const content: MapContent = {
  type: 'FeatureCollection',
  features: [
    ...Array.from({ length: hydrants }, (_, index) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Point' as const, coordinates: [120 + (index % 200) / 2000, 30 + Math.floor(index / 200) / 2000] as Place },
    })),
    {
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: Array.from({ length: 1000 }, (_, index): Place => [120 + index / 100_000, 30]) },
    },
  ],
}

test('places that cannot be distinguished are one mark, and none is lost', () => {
  const { places } = layerContentOf(content)
  const { clusters, singles } = places.at(11)
  expect(clusters.length + singles.length).toBeLessThan(hydrants / 4)
  expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(hydrants)
  expect(places.at(15).singles).toHaveLength(hydrants)
})
test('close up no places are drawn but those that can be seen', () => {
  const bounds = { west: 120, south: 30, east: 120.01, north: 30.01 }
  const { singles } = layerContentOf(content).places.at(16, bounds)
  expect(singles).toHaveLength(21 * 21)
})
test('a straight line is its two ends from afar, and whole close up', () => {
  const { linesAt } = layerContentOf(content)
  const cornersAt = (zoom: number) => (linesAt(zoom).features[0]!.geometry.coordinates as Place[]).length
  expect([cornersAt(11), cornersAt(15)]).toEqual([2, 1000])
  expect(linesAt(11.2)).toBe(linesAt(11.9))
})
test('a line keeps the corners that are more than half a pixel away, and comes back to its start', () => {
  const ring: Place[] = [
    [120, 30],
    [120.1, 30],
    [120.1, 30.1],
    [120, 30],
  ]
  expect(simplifyLine(ring, 12)).toEqual(ring)
  expect(simplifyLine(ring, 0)).toEqual([ring[0], ring[3]])
})
