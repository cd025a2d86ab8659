import { expect, test } from 'vitest'
import { litresOfDial } from './dial.ts'

test('the dial of a small meter shows cubic metres, whatever the ruler', () => {
  expect(litresOfDial(12.345, 20, 10)).toBe(12_345)
  expect(litresOfDial(12.345, undefined, 10)).toBe(12_345)
})

test('the ruler turns the dial of a large meter into cubic metres', () => {
  expect(litresOfDial(12.3, 50, 10)).toBe(123_000)
  expect(litresOfDial(12.3, 300, 1)).toBe(12_300)
})
