import { expect, test } from 'vitest'
import {
  type Corners,
  cornersMax,
  cornersOf,
  insertedCorner,
  middlesOf,
  movedCorner,
  removedCorner,
  ringOf,
} from '#ui/map/boundary-edit.ts'

const square: Corners = [
  [10, 50],
  [12, 50],
  [12, 52],
  [10, 52],
]

test('corners of a ring and back', () => {
  expect(ringOf(square)).toEqual([...square, [10, 50]])
  expect(cornersOf(ringOf(square))).toEqual(square)
  expect(cornersOf(null)).toEqual([])
})
test('two corners are no area', () => expect(ringOf(square.slice(0, 2))).toBeNull())
test('a moved corner is where it was put, to a tenth of a metre', () =>
  expect(movedCorner(square, 1, [12.12345678, 50.5])[1]).toEqual([12.123457, 50.5]))
test('a corner is added on the side whose middle was drawn out, the last side included', () => {
  expect(middlesOf(square)[3]).toEqual([10, 51])
  expect(insertedCorner(square, 3, [9, 51])).toEqual([...square, [9, 51]])
  expect(insertedCorner(square, 0, [11, 49])[1]).toEqual([11, 49])
})
test('a corner goes, but a triangle stays one', () => {
  const triangle = removedCorner(square, 0)
  expect(triangle).toEqual(square.slice(1))
  expect(removedCorner(triangle, 0)).toBe(triangle)
})
test('a boundary has as many corners as the service takes, and no more', () => {
  const full: Corners = Array.from({ length: cornersMax }, (_, index) => [index / 1000, 1])
  expect(insertedCorner(full, 5, [1, 1])).toBe(full)
})
