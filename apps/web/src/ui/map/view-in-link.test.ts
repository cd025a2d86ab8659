import { expect, test } from 'vitest'
import { viewOf, viewText } from '#ui/map/view-in-link.ts'

test('a link restores the part of the map that was shown, to a metre', () => {
  const view = { longitude: -9.139337, latitude: 38.722252, zoom: 14.567 }
  expect(viewText(view)).toBe('-9.13934,38.72225,14.57')
  expect(viewOf(viewText(view))).toEqual({ longitude: -9.13934, latitude: 38.72225, zoom: 14.57 })
})
test.each([undefined, '', '1,2', '200,10,12', '10,89,12', 'a,b,c', '1,2,3,4'])(
  'a link with %j names no place: everything is shown',
  (text) => expect(viewOf(text)).toBeUndefined(),
)
