import { expect, test } from 'vitest'
import { boundaryOf, linesOfBoundary } from '#ui/map/boundary-lines.ts'

test('corners become a closed ring, and are shown without the closing corner', () => {
  const ring = boundaryOf('120.1 30.2\n120.2, 30.2\n120.2;30.3\n')
  expect(ring).toEqual([
    [120.1, 30.2],
    [120.2, 30.2],
    [120.2, 30.3],
    [120.1, 30.2],
  ])
  expect(linesOfBoundary(ring!)).toBe('120.1 30.2\n120.2 30.2\n120.2 30.3')
})

test('nothing typed takes the boundary away; two corners, words and places off the earth are none', () => {
  expect(boundaryOf(' \n')).toBeNull()
  for (const wrong of ['1 2\n3 4', 'north\nsouth\nwest', '200 1\n1 2\n3 4', '1 2 3\n1 2\n2 3']) expect(boundaryOf(wrong)).toBeUndefined()
})
