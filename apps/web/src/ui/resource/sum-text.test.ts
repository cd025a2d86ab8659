import { expect, test } from 'vitest'
import { sumText } from './sum-text.ts'

const formats = { number: (value: number, decimals: number) => value.toFixed(decimals), money: (minor: number) => `CN¥${minor / 100}` }

test('the sum of a column has the unit of its column: litres are cubic metres and no money', () => {
  expect(sumText('roundedUpLitres', 2_591_101, formats)).toBe('2591.101')
  expect(sumText('litres', 12_340, formats)).toBe('12.340')
  expect(sumText('chargedMinor', 12_340, formats)).toBe('CN¥123.4')
})
