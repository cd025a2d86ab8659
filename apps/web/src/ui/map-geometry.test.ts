import { describe, expect, test } from 'vitest'
import { boundsOf, centreOf, clusterPoints, placeLabels, placeNames, scaleBar, tilesOf, zoomToFit } from '#ui/map-geometry.ts'

const near = [
  { id: 'a', position: [120.1, 30.2] as const, label: 'a' },
  { id: 'b', position: [120.1001, 30.2001] as const, label: 'b' },
  { id: 'c', position: [120.3, 30.3] as const, label: 'c' },
]

test('neighbours are one cluster from afar, and no point is lost', () => {
  const clusters = clusterPoints(near, 8)
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(clusters.length).toBeLessThan(3)
})
test('close up every point stands alone', () => expect(clusterPoints(near, 20)).toHaveLength(3))
test('the centre of a square is its middle', () => {
  const [longitude, latitude] = centreOf([
    [10, 50],
    [12, 50],
    [12, 52],
    [10, 52],
    [10, 50],
  ])
  expect(longitude).toBeCloseTo(11)
  expect(latitude).toBeCloseTo(51)
})
test('the scale bar is a round length that fits', () => {
  const { metres, pixels } = scaleBar(30, 12, 110)
  expect(String(metres)).toMatch(/^[125]0*$/)
  expect(pixels).toBeLessThanOrEqual(110)
})
test('a wider map sees the same bounds from closer', () => {
  const bounds = boundsOf(near.map(({ position }) => position))!
  expect(zoomToFit(bounds, 1600, 900)).toBeGreaterThan(zoomToFit(bounds, 400, 300))
})
test('tiles are asked for by their numbers, and never by the hundred', () => {
  const bounds = { west: 120, south: 30, east: 120.2, north: 30.2 }
  expect(tilesOf('https://tiles.example/{z}/{x}/{y}.png', bounds, 10)[0]!.url).toMatch(/^https:\/\/tiles\.example\/11\/\d+\/\d+\.png$/)
  expect(tilesOf('https://tiles.example/{z}/{x}/{y}.png', bounds, 18)).toEqual([])
})
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
  const cluster = { position: centreOf(ring), count: 12, ids: [] }
  expect(placeLabels([area], 10, undefined)[0]!.offsetPixels).toBe(0)
  expect(Math.abs(placeLabels([area], 10, undefined, [cluster])[0]!.offsetPixels)).toBeGreaterThan(20)
})

describe('names beside points', () => {
  const paris = { id: 'paris', position: [2.35, 48.85], label: '', name: 'Canal Water' } as const
  const nearby = { id: 'nearby', position: [2.36, 48.86], label: '', name: 'Rivière-Pilote' } as const
  const shanghai = { id: 'shanghai', position: [121.5, 31.2], label: '', name: '清泉水务' } as const
  test('they stand towards the middle, so that none is cut off at the edge', () =>
    expect(placeNames([paris, shanghai], 2, undefined).map(({ side }) => side)).toEqual(['start', 'end']))
  test('of points in one place the second name moves to a line of its own', () =>
    expect(placeNames([paris, nearby, shanghai], 2, undefined).map(({ offsetPixels }) => offsetPixels[1])).toEqual([0, 17, 0]))
  test('what has no room is left out, and never the selected one', () => {
    const crowd = ['a', 'b', 'c', 'd'].map((id) => ({ ...paris, id, name: id.repeat(9) }))
    const names = placeNames([...crowd, shanghai], 2, 'd').map(({ text }) => text)
    expect(names).toHaveLength(4)
    expect(names[0]).toBe('ddddddddd')
  })
})
