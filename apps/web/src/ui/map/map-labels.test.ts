import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centreOf, clusterRadius, worldPixels } from '#ui/map/map-geometry.ts'
import { placeLabels, placeNames } from '#ui/map/map-labels.ts'

test('of two labels in one place the selected one is shown', () => {
  const ring = [
    [10, 50],
    [10.01, 50],
    [10.01, 50.01],
    [10, 50],
  ] as const
  const areas = [
    { id: 'outer', label: 'Outer', ring, level: 2, isLeaf: true },
    { id: 'inner', label: 'Inner', ring, level: 3, isLeaf: true },
  ]
  expect(placeLabels(areas, 10, undefined).map(({ text }) => text)).toEqual(['Outer'])
  expect(placeLabels(areas, 10, 'inner').map(({ text }) => text)).toEqual(['Inner'])
})

test('a label steps aside for a cluster of meters in the middle of its area', () => {
  const ring = [
    [10, 50],
    [10.2, 50],
    [10.2, 50.2],
    [10, 50.2],
    [10, 50],
  ] as const
  const area = { id: 'a', label: 'Canal Quarter', ring, level: 2, isLeaf: true }
  const cluster = { position: centreOf(ring), count: 12, id: 1 }
  expect(placeLabels([area], 10, undefined)[0]!.offsetPixels).toEqual([0, 0])
  const [right, down] = placeLabels([area], 10, undefined, [cluster])[0]!.offsetPixels
  expect(Math.hypot(right, down)).toBeGreaterThan(20)
})
test('a label that finds no room beside the clusters is left out instead of covering one, and never the selected one', () => {
  const ring = [
    [10, 50],
    [10.02, 50],
    [10.02, 50.02],
    [10, 50.02],
    [10, 50],
  ] as const
  const area = { id: 'a', label: 'Canal Quarter', ring, level: 2, isLeaf: true }
  const cluster = { position: centreOf(ring), count: 12, id: 1 }
  expect(placeLabels([area], 10, undefined, [cluster])).toEqual([])
  expect(placeLabels([area], 10, 'a', [cluster])).toHaveLength(1)
})
test('no label covers a cluster or another label, wherever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), { maxLength: 20 }), (places) => {
      const clusters = places.map(([x, y]) => ({ position: [10 + x / 100, 50 + y / 100] as const, count: 1 + x * y, id: x * 100 + y }))
      const areas = Array.from({ length: 9 }, (_, index) => {
        const [west, south] = [10 + (index % 3) * 0.13, 50 + Math.floor(index / 3) * 0.13]
        const ring = [
          [west, south],
          [west + 0.12, south],
          [west + 0.12, south + 0.12],
          [west, south + 0.12],
          [west, south],
        ] as const
        return { id: String(index), label: `Quarter ${index}`, ring, level: 2, isLeaf: index !== 4 }
      })
      const boxes = placeLabels(areas, 10.4, undefined, clusters).map(({ text, position, offsetPixels }) => {
        const [x, y] = worldPixels(position, 10.4)
        return { x: x + offsetPixels[0], y: y + offsetPixels[1], width: text.length * 7, height: 16 }
      })
      const dots = clusters.map(({ position, count }) => {
        const [x, y] = worldPixels(position, 10.4)
        return { x, y, width: 2 * clusterRadius(count), height: 2 * clusterRadius(count) }
      })
      for (const [index, box] of boxes.entries())
        for (const other of [...boxes.slice(index + 1), ...dots])
          expect(
            Math.abs(box.x - other.x) < (box.width + other.width) / 2 && Math.abs(box.y - other.y) < (box.height + other.height) / 2,
          ).toBe(false)
    }),
    { numRuns: 60 },
  )
})

describe('names beside points', () => {
  const paris = { id: 'paris', position: [2.35, 48.85], label: '', name: 'Canal Water' } as const
  const nearby = { id: 'nearby', position: [2.36, 48.86], label: '', name: 'Rivière-Pilote' } as const
  const shanghai = { id: 'shanghai', position: [121.5, 31.2], label: '', name: '清泉水务' } as const
  test('they are placed towards the middle, so that none is cut off at the edge', () =>
    expect(placeNames([paris, shanghai], 2, undefined).map(({ side }) => side)).toEqual(['start', 'end']))
  test('of points in one place the second name moves to a line of its own', () =>
    expect(placeNames([paris, nearby, shanghai], 2, undefined).map(({ offsetPixels }) => offsetPixels[1])).toEqual([0, 17, 0]))
  test('a label without room is left out, and never the selected one', () => {
    const crowd = ['a', 'b', 'c', 'd'].map((id) => ({ ...paris, id, name: id.repeat(9) }))
    const names = placeNames([...crowd, shanghai], 2, 'd').map(({ text }) => text)
    expect(names).toHaveLength(4)
    expect(names[0]).toBe('ddddddddd')
  })
})
