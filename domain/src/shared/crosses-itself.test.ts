import { expect, test } from 'vitest'
import { crossesItself } from './crosses-itself.ts'

const closed = (corners: readonly (readonly [number, number])[]) => [...corners, corners[0]!]
const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
] as const

test.each([
  ['a square', square],
  ['a square the other way round', square.toReversed()],
  ['a triangle', square.slice(0, 3)],
  [
    'a corner on a straight side',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 2],
    ],
  ],
  [
    'a corner given twice',
    [
      [0, 0],
      [0, 0],
      [2, 0],
      [2, 2],
    ],
  ],
  [
    'a bay',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ],
  ],
] as [string, [number, number][]][])('%s does not cross itself, whether its ring is closed or not', (_, corners) => {
  expect(crossesItself(closed(corners))).toBe(false)
  expect(crossesItself(corners)).toBe(false)
})

test.each([
  [
    'a bow',
    [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ],
  ],
  [
    'two areas that touch in a corner',
    [
      [0, 0],
      [1, 1],
      [2, 0],
      [2, 2],
      [1, 1],
      [0, 2],
    ],
  ],
  [
    'a side over a corner',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ],
  ],
  [
    'a side that leads straight back',
    [
      [0, 0],
      [4, 0],
      [2, 0],
      [2, 2],
    ],
  ],
  [
    'a first side that the last one leads back over',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
    ],
  ],
  // requirement of Devices: A boundary that crosses itself is refused, for pressure meters and partitions, with a message in four languages | /device/pressureMeters | POST /prod-api/business/pressureMeter
] as [string, [number, number][]][])('%s crosses itself, whether its ring is closed or not', (_, corners) => {
  expect(crossesItself(closed(corners))).toBe(true)
  expect(crossesItself(corners)).toBe(true)
})

test('a boundary of 2,000 corners is judged in a moment', () => {
  const corners = Array.from({ length: 1999 }, (_, index): [number, number] => {
    const angle = (index / 1999) * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)]
  })
  const start = performance.now()
  expect(crossesItself(closed(corners))).toBe(false)
  expect(performance.now() - start).toBeLessThan(2000)
})
