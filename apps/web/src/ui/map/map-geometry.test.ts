import { expect, test } from 'vitest'
import { boundsOf, centreOf, innermostOf, scaleBar, tilesOf, zoomToFit } from '#ui/map/map-geometry.ts'

const near = [
  { id: 'a', position: [120.1, 30.2] as const, label: 'a' },
  { id: 'b', position: [120.1001, 30.2001] as const, label: 'b' },
  { id: 'c', position: [120.3, 30.3] as const, label: 'c' },
]

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
test('tiles are requested by their numbers, and never by the hundred', () => {
  const bounds = { west: 120, south: 30, east: 120.2, north: 30.2 }
  expect(tilesOf('https://tiles.example/{z}/{x}/{y}.png', bounds, 10)[0]!.url).toMatch(/^https:\/\/tiles\.example\/11\/\d+\/\d+\.png$/)
  expect(tilesOf('https://tiles.example/{z}/{x}/{y}.png', bounds, 18)).toEqual([])
})
test('an area whose points below have no shape is filled itself', () => {
  const areas = [
    { id: 'root', parentId: null, isDrawn: true },
    { id: 'middle', parentId: 'root', isDrawn: false },
    { id: 'inner', parentId: 'middle', isDrawn: true },
    { id: 'alone', parentId: null, isDrawn: true },
    { id: 'shapeless', parentId: 'alone', isDrawn: false },
  ]
  expect([...innermostOf(areas)]).toEqual(['inner', 'alone'])
})
