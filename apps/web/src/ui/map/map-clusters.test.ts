import { expect, test } from 'vitest'
import { indexPoints } from '#ui/map/map-clusters.ts'
import type { MapPoint } from '#ui/map/map-geometry.ts'

const near: MapPoint[] = [
  { id: 'a', position: [120.1, 30.2], label: 'a' },
  { id: 'b', position: [120.1001, 30.2001], label: 'b' },
  { id: 'c', position: [120.3, 30.3], label: 'c' },
]
const many: MapPoint[] = Array.from({ length: 20_000 }, (_, index) => ({
  id: String(index),
  position: [120 + ((index * 7919) % 20_000) / 100_000, 30 + ((index * 104_729) % 20_011) / 100_000],
  label: String(index),
}))

test('neighbours are one cluster from afar, and no point is lost at any zoom', () => {
  const index = indexPoints(many, 13)
  for (let zoom = 4; zoom < 16; zoom += 0.5) {
    const { clusters, singles } = index.at(zoom)
    expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(many.length)
  }
  expect(
    indexPoints(near, 13)
      .at(8)
      .clusters.map(({ count }) => count),
  ).toEqual([2])
})
test('a point far from others stays a point, which opens at the first press', () =>
  expect(
    indexPoints(near, 13)
      .at(10)
      .singles.map(({ id }) => id),
  ).toEqual(['c']))
test('close up every point is drawn by itself', () => expect(indexPoints(near, 13).at(13)).toEqual({ clusters: [], singles: near }))
test('a map that never clusters draws its points as they are', () => expect(indexPoints(near, 0).at(1).singles).toBe(near))
test('a press on a cluster zooms to where it falls apart', () => {
  const index = indexPoints(near, 13)
  const [cluster] = index.at(8).clusters
  const opened = index.opensAt(cluster!)
  expect(index.at(opened - 1).clusters).toHaveLength(1)
  expect(index.at(opened).singles).toHaveLength(3)
})
test('the same level is the same answer, so that nothing is drawn anew while the map moves', () => {
  const index = indexPoints(many, 13)
  expect(index.at(10.9)).toBe(index.at(10.1))
})
