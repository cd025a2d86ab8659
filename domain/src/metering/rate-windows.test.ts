import { expect, test } from 'vitest'
import { rateWindows } from './rate-windows.ts'

const day = (known: number, meters: number) => ({ known, meters })

test('the rate of a window is known meter days over meter days in service, so that a full day makes up for none that is missing', () => {
  expect(rateWindows([day(10, 10), day(5, 10), day(0, 10)], 2)).toEqual([1, 15 / 20, 5 / 20])
})

test('days before the first known meter do not count', () => {
  expect(rateWindows([day(0, 10), day(0, 10), day(10, 10), day(5, 10)], 3)).toEqual([null, null, 1, 15 / 20])
})

test('a utility without meters has no rate', () => {
  expect(rateWindows([day(0, 0), day(0, 0)], 30)).toEqual([null, null])
})
