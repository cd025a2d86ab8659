import { expect, test } from 'vitest'
import { isSameMeter } from './same-meter.ts'

test('a wrong meter is known by its serial, whatever is printed around it', () => {
  expect(isSameMeter('10 001', '10001')).toBe(true)
  expect(isSameMeter('https://maker.example/m?sn=10001', '10001')).toBe(true)
  expect(isSameMeter('SN;10001;DN15', '10001')).toBe(true)
  expect(isSameMeter('10002', '10001')).toBe(false)
  expect(isSameMeter('110001', '10001')).toBe(false)
})
