import { expect, test } from 'vitest'
import { zoomOfLink, zoomSearch, zoomText } from '#ui/chart/zoom-in-link.ts'

const span = [1_000_000, 2_000_000] as const

test('a zoom is the same after it went through a link', () =>
  expect(zoomOfLink(zoomText([1_200_000.4, 1_300_000]), span)).toEqual([1_200_000, 1_300_000]))
test('a link shows what of its zoom the charts have', () => {
  expect(zoomOfLink('900000-1100000', span)).toEqual([1_000_000, 1_100_000])
  expect(zoomOfLink('3000000-4000000', span)).toBeNull()
})
test('the whole period and a damaged link are no zoom', () => {
  expect(zoomText(null)).toBeUndefined()
  expect(zoomOfLink(undefined, span)).toBeNull()
  expect(zoomSearch.zoom.parse('yesterday')).toBeUndefined()
})
